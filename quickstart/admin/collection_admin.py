"""Collections and their trees."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.validators import RegexValidator
from django.db.models import QuerySet
from django.http import HttpRequest

from core.pages.admin_classes import ReadOnlyAdmin
from quickstart.admin.row_annotations import count_of
from quickstart.models import Collection, Entry, Node, Question, Skill
from quickstart.models.collections import NAME_PATTERN
from quickstart.services.change_collection import open_collection
from quickstart.services.curate_content import re_embed

EDITABLE_FIELDS = ["account", "name", "title", "description", "shared", "sure_from"]
INDEX_FIELDS = ["model", "calibrated", "version"]


class CollectionForm(forms.ModelForm[Collection]):
    """Where nobody measured, `sure_from` may be left empty."""

    sure_from = Collection._meta.get_field("sure_from").formfield(required=False)

    def clean_sure_from(self) -> float:
        return self.cleaned_data["sure_from"] or 0.0


class NewCollectionForm(CollectionForm):
    class Meta:
        model = Collection
        fields = EDITABLE_FIELDS

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        name_rule = "1 to 60 of a-z, 0-9, - and _, the first a letter or a digit; no spaces."
        self.fields["name"].help_text = name_rule
        self.fields["name"].widget.attrs |= {"pattern": r"[a-z0-9][a-z0-9_\-]{0,59}", "title": name_rule}
        self.fields["name"].validators.append(RegexValidator(NAME_PATTERN, name_rule))


@admin.register(Collection)
class CollectionAdmin(ReadOnlyAdmin):
    """Created here or by the importing commands; owner and name cannot change."""

    list_display = ["name", "account", "title", "shared", "entry_count", "skill_count", "model"]
    list_filter = ["shared", "model", "account"]
    list_select_related = ["account"]
    search_fields = ["name", "title", "account__username"]
    actions = ["re_embed"]

    def has_add_permission(self, request: HttpRequest, *args: object) -> bool:
        return request.user.has_perm("quickstart.add_collection")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("quickstart.change_collection")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("quickstart.delete_collection")

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Who may delete a collection may delete its contents, so the page shows only their numbers."""
        counts = {
            "Q&A entries": Entry.objects.filter(collection__in=objs).count(),
            "skills": Skill.objects.filter(collection__in=objs).count(),
            "questions asked": Question.objects.filter(collection__in=objs).count(),
        }
        return [str(each) for each in objs], counts, set(), []

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:
        form = CollectionForm if change else NewCollectionForm
        return super().get_form(request, obj, change, **options | {"form": form})

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return EDITABLE_FIELDS if obj is None else [*EDITABLE_FIELDS, *INDEX_FIELDS]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [] if obj is None else ["account", "name", *INDEX_FIELDS]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"account": request.user.pk}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Collection]:
        rows: QuerySet[Collection] = super().get_queryset(request)
        return rows.defer("calibration").annotate(
            entry_count=count_of(Entry, "collection"), skill_count=count_of(Skill, "collection")
        )

    def save_model(self, request: HttpRequest, obj: Collection, form: Any, change: bool) -> None:
        if not change:
            created = open_collection(account=obj.account, name=obj.name)
            obj.pk, obj._state.adding = created.pk, False
            obj.title = obj.title or created.title
        # What the index job writes meanwhile is not overwritten.
        obj.save(update_fields=["title", "description", "shared", "sure_from"])

    @admin.display(description="entries", ordering="entry_count")
    def entry_count(self, collection: Any) -> int:
        return int(collection.entry_count)

    @admin.display(description="skills", ordering="skill_count")
    def skill_count(self, collection: Any) -> int:
        return int(collection.skill_count)

    @admin.action(description="Embed everything anew", permissions=["change"])
    def re_embed(self, request: HttpRequest, queryset: QuerySet[Collection]) -> None:
        count = re_embed(collections=Collection.objects.filter(pk__in=queryset.order_by().values("pk")))
        messages.success(request, f"{count:,} texts get new vectors.")


@admin.register(Node)
class NodeAdmin(ReadOnlyAdmin):
    """The tree comes from its file: `manage.py import_tree`."""

    list_display = ["__str__", "collection", "account", "note"]
    list_filter = ["collection"]
    list_select_related = ["collection", "account"]
    search_fields = ["label", "note", "key"]
    fields = ["account", "collection", "parent", "label", "note"]

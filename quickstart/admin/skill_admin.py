"""Skills: the contents of their files, and what curators added."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from simple_history.admin import SimpleHistoryAdmin

from core.pages.admin_classes import ModelAdmin, TabularInline
from core.pages.render_markdown import render
from quickstart.admin.filters import BranchFilter, StaleSkillFilter
from quickstart.admin.forms import SkillForm
from quickstart.admin.row_annotations import is_stale
from quickstart.models import Skill, Trigger
from quickstart.parsing.parsed_content import TriggerSource
from quickstart.queries.outdated_entries import outdated_entries
from quickstart.services import curate_content


class TriggerInline(TabularInline):
    """Manual triggers may be edited; the others are replaced by each import of the file."""

    model = Trigger
    fields = ["text"]
    extra = 1
    hide_title = True
    verbose_name_plural = "triggers by hand"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Trigger]:
        rows: QuerySet[Trigger] = super().get_queryset(request)
        return rows.filter(source=TriggerSource.MANUAL)


@admin.register(Skill)
class SkillAdmin(SimpleHistoryAdmin, ModelAdmin):  # type: ignore[misc]
    form = SkillForm
    list_display = [
        "skill_id", "title", "place", "review", "up_to_date", "text_newer", "collection", "account", "body_changed",
    ]  # fmt: skip
    list_filter = ["collection", "review", BranchFilter, StaleSkillFilter, "triggers__source"]
    list_select_related = ["collection", "account"]
    list_per_page = 50
    show_full_result_count = False
    search_fields = ["skill_id", "title", "description", "triggers__text"]
    autocomplete_fields = ["parent"]
    inlines = [TriggerInline]
    actions = ["re_embed"]
    fieldsets = [
        (
            None,
            {
                "fields": ["collection", "skill_id", "file", "title", "description", "review"],
                "description": "The file has the last word: the next import takes what it says otherwise from it, with "
                "a warning. The review state and triggers by hand stay.",
            },
        ),
        ("Place", {"fields": ["tree_path", "parent", "related"]}),
        ("Use", {"fields": ["from_file", "prerequisites", "quick_command"]}),
        ("Text", {"fields": ["body_changed", "body_hash", "shown_body"]}),
    ]
    readonly_fields = [
        "collection", "skill_id", "file", "from_file", "body_changed", "body_hash", "shown_body",
    ]  # fmt: skip

    class Media:
        css = {"all": ["quickstart/admin/entry.css"]}

    def has_add_permission(self, request: HttpRequest, *args: object) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Skill | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Skill]:
        rows: QuerySet[Skill] = super().get_queryset(request)
        return rows.annotate(stale=is_stale("skill"))

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        changelist: Any = super().get_changelist_instance(request)
        rows = list(changelist.result_list)
        to_review = outdated_entries(rows)
        for row in rows:
            row.to_review = len(to_review[row.pk])
        changelist.result_list = rows
        return changelist

    @admin.display(description="place", ordering="tree_path")
    def place(self, skill: Skill) -> str:
        return " › ".join(skill.tree_path)

    @admin.display(description="embedded", boolean=True)
    def up_to_date(self, skill: Any) -> bool:
        return not skill.stale

    @admin.display(description="newer than its entries")
    def text_newer(self, skill: Any) -> str:
        return f"review {skill.to_review}" if skill.to_review else ""

    @admin.display(description="triggers from the file")
    def from_file(self, skill: Skill) -> str:
        file_triggers = skill.triggers.exclude(source=TriggerSource.MANUAL)
        return (
            "\n".join(f"{trigger.text} ({trigger.get_source_display()})" for trigger in file_triggers)
            or "none"
        )

    @admin.display(description="text")
    def shown_body(self, skill: Skill) -> str:
        return format_html('<div class="qs-answer">{}</div>', render(skill.body))

    def save_model(self, request: HttpRequest, obj: Skill, form: Any, change: bool) -> None:
        curate_content.save_skill(skill=obj, reason=f"edited: {', '.join(form.changed_data)}"[:100])

    def save_related(self, request: HttpRequest, form: Any, formsets: list[Any], change: bool) -> None:
        for formset in formsets:
            formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []
            if formset.has_changed():
                remaining_forms = (each for each in formset.forms if each not in formset.deleted_forms)
                texts = [text for each in remaining_forms if (text := each.cleaned_data.get("text") or "")]
                curate_content.save_skill(skill=form.instance, by_hand=texts, reason="edited: triggers")

    @admin.action(description="Embed anew", permissions=["change"])
    def re_embed(self, request: HttpRequest, queryset: QuerySet[Skill]) -> None:
        chosen = Skill.objects.filter(pk__in=list(queryset.values_list("pk", flat=True)))
        messages.success(request, f"{curate_content.re_embed(skills=chosen)} texts get new vectors.")

"""Collections and their trees."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from quickstart.admin.bases import LookOnly
from quickstart.admin.counting import count_of
from quickstart.models import Collection, Entry, Node, Skill
from quickstart.services.curating import re_embed


@admin.register(Collection)
class CollectionAdmin(LookOnly):
    """Made by the importing commands; here it may be named, described and shared."""

    list_display = ["name", "account", "title", "shared", "entry_count", "skill_count", "state", "model"]
    list_filter = ["shared", "state", "model", "account"]
    list_select_related = ["account"]
    search_fields = ["name", "title", "account__username"]
    fields = [
        "account",
        "name",
        "title",
        "description",
        "shared",
        "state",
        "error",
        "model",
        "calibrated",
        "version",
    ]
    readonly_fields = ["account", "name", "state", "error", "model", "calibrated", "version"]
    actions = ["re_embed"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("quickstart.change_collection")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Collection]:
        rows: QuerySet[Collection] = super().get_queryset(request)
        return rows.defer("calibration").annotate(
            entry_count=count_of(Entry, "collection"), skill_count=count_of(Skill, "collection")
        )

    def save_model(self, request: HttpRequest, obj: Collection, form: Any, change: bool) -> None:
        # The row is a job, too: what its worker writes meanwhile stays.
        obj.save(update_fields=["title", "description", "shared"])

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
class NodeAdmin(LookOnly):
    """The tree comes from its file: `manage.py import_tree`."""

    list_display = ["__str__", "collection", "account", "note"]
    list_filter = ["collection"]
    list_select_related = ["collection", "account"]
    search_fields = ["label", "note", "key"]
    fields = ["account", "collection", "parent", "label", "note"]

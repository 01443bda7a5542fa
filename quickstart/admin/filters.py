"""Filters of the lists of entries and skills."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Func, QuerySet, TextField
from django.http import HttpRequest

from quickstart.admin.row_annotations import is_stale

MAX_LOOKUPS = 60


def _clean_value(value: str | None) -> str:
    """The value from the address, reduced to what the database can hold."""
    return (value or "").replace("\x00", "")


class BranchFilter(admin.SimpleListFilter):
    """By the first label of the tree path."""

    title = "branch of the tree"
    parameter_name = "branch"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        found = model_admin.model.objects.exclude(tree_path=[]).values_list("tree_path__0", flat=True)
        return [(label, label) for label in found.order_by("tree_path__0").distinct()[:MAX_LOOKUPS]]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(tree_path__0=value) if (value := _clean_value(self.value())) else queryset


class EntryTagFilter(admin.SimpleListFilter):
    title = "tag"
    parameter_name = "tag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        each = Func("tags", function="unnest", output_field=TextField())
        found = model_admin.model.objects.order_by().annotate(tag=each).values_list("tag", flat=True)
        return [(tag, tag) for tag in sorted(found.distinct())[:MAX_LOOKUPS]]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(tags__contains=[value]) if (value := _clean_value(self.value())) else queryset


class StaleFilter(admin.SimpleListFilter):
    """Rows with a text that has no vector of the current model."""

    title = "embedding"
    parameter_name = "embedding"
    field = "entry"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        return [("stale", "stale"), ("fresh", "up to date")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in ("stale", "fresh"):
            return queryset
        stale = is_stale(self.field)
        return queryset.filter(stale if self.value() == "stale" else ~stale)


class StaleSkillFilter(StaleFilter):
    field = "skill"

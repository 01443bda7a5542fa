"""Filters of the list of notes."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Func, QuerySet, TextField
from django.http import HttpRequest

from brain.admin.admin_display import WITHOUT_VECTOR

MAX_TAGS = 60


class NoteTagFilter(admin.SimpleListFilter):
    title = "tag"
    parameter_name = "tag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        each = Func("tags", function="unnest", output_field=TextField())
        found = model_admin.model.objects.order_by().annotate(tag=each).values_list("tag", flat=True)
        return [(tag, tag) for tag in found.distinct().order_by("tag")[:MAX_TAGS]]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        # The value comes from the address: reduced to what the database can hold.
        value = (self.value() or "").replace("\x00", "")
        return queryset.filter(tags__contains=[value]) if value else queryset


class EmbeddedFilter(admin.SimpleListFilter):
    """Whether all chunks have a vector. The reason why not is in its job."""

    title = "embedding"
    parameter_name = "embedding"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        return [("missing", "missing"), ("made", "made")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "missing":
            return queryset.filter(WITHOUT_VECTOR)
        return queryset.exclude(WITHOUT_VECTOR) if self.value() == "made" else queryset

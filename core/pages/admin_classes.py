"""Base classes of every app's admin."""

from typing import TYPE_CHECKING, Any, TypeAlias

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

if TYPE_CHECKING:
    ModelAdmin: TypeAlias = admin.ModelAdmin[Any]
    TabularInline: TypeAlias = admin.TabularInline[Any, Any]
else:
    from unfold.admin import ModelAdmin, TabularInline

__all__ = ["ModelAdmin", "ReadOnlyAdmin", "TabularInline"]


class ReadOnlyAdmin(ModelAdmin):
    """For rows that only services write."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, *args: object) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

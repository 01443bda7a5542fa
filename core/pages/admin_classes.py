"""Base classes of every app's admin."""

from typing import TYPE_CHECKING, Any, TypeAlias

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst

if TYPE_CHECKING:
    UnfoldAdmin: TypeAlias = admin.ModelAdmin[Any]
    TabularInline: TypeAlias = admin.TabularInline[Any, Any]
else:
    from unfold.admin import ModelAdmin as UnfoldAdmin
    from unfold.admin import TabularInline

__all__ = ["ModelAdmin", "ReadOnlyAdmin", "TabularInline"]


class NamedList(ChangeList):
    """Named by what it lists, and offers "Show all" only where something is hidden."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.title = capfirst(str(self.opts.verbose_name_plural))

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        if not (self.query or self.has_active_filters):
            self.full_result_count = self.result_count


class ModelAdmin(UnfoldAdmin):
    def get_changelist(self, request: HttpRequest, **options: Any) -> type[ChangeList]:
        return NamedList


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

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        # The admin's history of a row that is not edited here would be empty.
        if not self.has_change_permission(request):
            context["show_history"] = False
        return super().render_change_form(request, context, *args, **options)

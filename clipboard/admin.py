"""Copies for operators: to look at. Nothing is edited by hand."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from clipboard.models import ClipboardEntry
from core.pages.admin_classes import ReadOnlyAdmin


@admin.register(ClipboardEntry)
class ClipboardEntryAdmin(ReadOnlyAdmin):
    """That something was copied, never what: that is its account's alone."""

    list_display = ["copied", "account", "capture_method", "tokens", "relation", "is_pinned", "expires"]
    list_filter = ["capture_method", "relation", "is_pinned", "copied"]
    list_select_related = ["account"]
    list_display_links = None
    search_fields = ["sha256__startswith", "account__username"]
    search_help_text = "A hash from its first digit, or an account"

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        # The page of one would name it by its first words.
        return obj is None and super().has_view_permission(request, obj)

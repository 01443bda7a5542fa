"""Events for operators, read-only. The ledger of reads is in the admin of stones."""

from django.contrib import admin

from analytics.models import Event
from core.pages.admin_classes import ReadOnlyAdmin


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = [
        "timestamp",
        "account",
        "app",
        "type",
        "name",
        "page",
        "duration_ms",
        "tokens",
    ]
    list_filter = ["type", "app", "glow_channel", "timestamp"]
    list_select_related = ["account"]
    search_fields = ["name", "page", "account__username"]
    show_full_result_count = False

"""The audit, read-only."""

from django.contrib import admin

from audit.models import AuditEntry
from core.pages.admin_classes import ReadOnlyAdmin


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ["at", "actor", "action", "subject", "account_number", "detail"]
    list_filter = ["action", "at"]
    search_fields = ["actor", "subject", "account_number"]
    search_help_text = "Who, what, or the number of an account"

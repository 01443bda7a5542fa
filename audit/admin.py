"""The audit, read-only, in words."""

from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest

from audit.models import AuditEntry
from core.pages.admin_classes import ReadOnlyAdmin


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ["at", "actor", "done", "subject", "account", "details"]
    list_filter = ["action", "at"]
    search_fields = ["actor", "subject", "account_number"]
    search_help_text = "Who, what, or the number of an account"
    fields = ["at", "actor", "done", "subject", "account", "details"]
    readonly_fields = ["at", "done", "account", "details"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[AuditEntry] = super().get_queryset(request)
        named = get_user_model().objects.filter(pk=OuterRef("account_number")).values("username")
        return rows.annotate(account_name=Subquery(named))

    @admin.display(description="what was done", ordering="action")
    def done(self, entry: AuditEntry) -> str:
        """ "token issued" of "token.issued"."""
        return entry.action.replace(".", " ").replace("_", " ")

    @admin.display(description="account")
    def account(self, entry: Any) -> str:
        if entry.account_number is None:
            return "the site"
        # It outlives the account, of which the number is left then.
        return entry.account_name or f"number {entry.account_number}, deleted"

    @admin.display(description="details")
    def details(self, entry: AuditEntry) -> str:
        said = {name: _in_words(value) for name, value in entry.detail.items()}
        return "; ".join(f"{name.replace('_', ' ')}: {words}" for name, words in said.items() if words)


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)
    return "" if value is None else str(value)

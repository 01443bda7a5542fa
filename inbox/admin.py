"""Agents and their tokens for operators: to look at, to revoke.

Made by `manage.py create_agent`, as a token is shown once.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from inbox import services
from inbox.models import Agent, AgentToken

if TYPE_CHECKING:
    ModelAdmin: TypeAlias = admin.ModelAdmin[Any]
else:
    from unfold.admin import ModelAdmin


class LookOnly(ModelAdmin):
    """Rows that only services write."""

    list_per_page = 50

    def has_add_permission(self, request: HttpRequest, *args: object) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Agent)
class AgentAdmin(LookOnly):
    list_display = ["name", "account", "description", "created"]
    list_filter = ["created"]
    list_select_related = ["account"]
    search_fields = ["name", "description", "account__username"]


@admin.register(AgentToken)
class AgentTokenAdmin(LookOnly):
    list_display = [
        "__str__",
        "agent",
        "account",
        "is_open",
        "scopes",
        "created",
        "expires",
        "revoked",
        "last_used",
    ]
    list_filter = ["revoked", "expires", "last_used"]
    list_select_related = ["agent", "account"]
    search_fields = ["agent__name", "account__username", "last4"]
    exclude = ["sha256"]
    actions = ["revoke"]

    @admin.display(boolean=True, description="valid")
    def is_open(self, token: AgentToken) -> bool:
        return token.is_valid(timezone.now())

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("inbox.change_agenttoken")

    @admin.action(description="Revoke", permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[AgentToken]) -> None:
        count = sum(services.revoke_token(token=token) for token in queryset)
        messages.success(request, f"{count} tokens were revoked: they open nothing any more.")

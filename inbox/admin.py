"""Agents, tokens, messages, memory, helpers and webhooks for operators: read-only but for revoking tokens.

Agents and tokens are made on the page Agents or by `python manage.py create_agent`, as a token is shown once.
"""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import Truncator

from core.pages.admin_classes import ReadOnlyAdmin
from inbox import services
from inbox.models import Agent, AgentToken, Delivery, HelperJob, Memory, Message, Webhook, WebhookCall

PREVIEW_CHARACTERS = 4_000
SENTENCE_CHARACTERS = 160


def truncate_text(text: str) -> str:
    """The first PREVIEW_CHARACTERS of a text, and how many follow."""
    more = len(text) - PREVIEW_CHARACTERS
    return text[:PREVIEW_CHARACTERS] + (f"\n… and {more:,} characters" if more > 0 else "")


@admin.register(Agent)
class AgentAdmin(ReadOnlyAdmin):
    list_display = ["name", "account", "kind", "description", "created", "closed"]
    list_filter = ["kind", "created", "closed"]
    list_select_related = ["account"]
    search_fields = ["name", "description", "account__username"]


@admin.register(AgentToken)
class AgentTokenAdmin(ReadOnlyAdmin):
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
        "last_address",
        "last_client",
        "last_call",
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


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin):
    list_display = [
        "sentence",
        "sender_name",
        "account",
        "message_type",
        "priority",
        "border_hash",
        "created",
    ]
    list_filter = ["priority", "message_type", "needs_answer", "created"]
    list_select_related = ["account"]
    search_fields = [
        "id__startswith",
        "thread__startswith",
        "sender_name",
        "subject",
        "border_hash__startswith",
    ]
    exclude = ["body"]
    readonly_fields = ["text"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        rows: QuerySet[Message] = super().get_queryset(request)
        return rows.defer("body")

    @admin.display(description="message")
    def sentence(self, message: Message) -> str:
        return Truncator(message.subject or message.scan).chars(SENTENCE_CHARACTERS)

    @admin.display(description="body, from its beginning")
    def text(self, message: Message) -> str:
        return truncate_text(message.body)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = [
        "recipient",
        "sequence",
        "sentence",
        "account",
        "state",
        "read_lod",
        "reason_code",
        "created",
        "archived_at",
        "put_away_at",
    ]
    list_filter = ["state", "reason_code", "created"]
    list_select_related = ["account", "message"]
    search_fields = ["recipient", "message__id__startswith", "message__sender_name"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        rows: QuerySet[Delivery] = super().get_queryset(request)
        return rows.defer("message__body")

    @admin.display(description="message")
    def sentence(self, delivery: Delivery) -> str:
        return Truncator(delivery.message.subject or delivery.message.scan).chars(SENTENCE_CHARACTERS)


@admin.register(Memory)
class MemoryAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "agent", "account", "shared", "tokens", "expires", "superseded"]
    list_filter = ["shared", "superseded", "expires"]
    list_select_related = ["account", "agent"]
    search_fields = ["key", "text", "agent__name"]
    exclude = ["text"]
    readonly_fields = ["remembered"]

    @admin.display(description="text, from its beginning")
    def remembered(self, memory: Memory) -> str:
        return truncate_text(memory.text)


@admin.register(HelperJob)
class HelperJobAdmin(ReadOnlyAdmin):
    list_display = [
        "short_task",
        "agent",
        "account",
        "border_hash",
        "used_tokens",
        "created",
    ]
    list_filter = ["model", "created"]
    list_select_related = ["account", "agent"]
    search_fields = ["border_hash__startswith", "task", "agent__name"]

    @admin.display(description="task")
    def short_task(self, helper: HelperJob) -> str:
        return Truncator(helper.task).chars(SENTENCE_CHARACTERS)


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    list_display = ["url", "agent", "account", "created", "disabled"]
    list_filter = ["created", "disabled"]
    list_select_related = ["account", "agent"]
    search_fields = ["url", "agent__name"]
    # All but the secret.
    fields = ["account", "agent", "url", "created", "disabled"]
    readonly_fields = ["account", "agent", "url", "created", "disabled"]


@admin.register(WebhookCall)
class WebhookCallAdmin(ReadOnlyAdmin):
    list_display = [
        "event",
        "webhook",
        "account",
        "status_code",
        "created",
    ]
    list_filter = ["event", "status_code", "created"]
    list_select_related = ["account", "webhook"]
    search_fields = ["webhook__url"]

"""The files of an account's export with agents, messages, memory, helpers and webhooks. No secret is in them."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, QuerySet

from core.db.export_files import CHUNK, ExportFile, Rows, own_file, plain_rows
from inbox.models import (
    Agent,
    AgentToken,
    Contact,
    Delivery,
    HelperJob,
    InboxSettings,
    Memory,
    Message,
    Webhook,
    WebhookCall,
)

# What a sender may know of it.
_OUTCOME = ("recipient", "state", "delivered_at", "read_at", "acknowledged_at", "dead_at", "reason")
_DELIVERY = (*_OUTCOME, "sequence", "read_lod", "archived_at", "put_away_at", "snoozed_until")
_MESSAGE = (
    "sender_name",
    "for_agent",
    "thread",
    "in_reply_to_id",
    "message_type",
    "priority",
    "needs_answer",
    "subject",
    "scan",
    "detail",
    "border_hash",
    "delivered_lod",
    "omissions",
    "is_json",
    "created",
    "expires",
    "body",
)


def _tokens(account: User) -> Rows:
    for token in AgentToken.objects.filter(account=account).prefetch_related("inboxes").order_by("pk"):
        yield {
            "agent_id": token.agent_id,
            "last4": token.last4,
            "scopes": token.scopes,
            "inboxes": [agent.name for agent in token.inboxes.all()],
            "created": token.created,
            "expires": token.expires,
            "revoked": token.revoked,
            "last_used": token.last_used,
            "last_address": token.last_address,
            "last_client": token.last_client,
            "last_call": token.last_call,
        }


def _received(account: User) -> Rows:
    return received_rows(Delivery.objects.visible().filter(account=account, agent__isnull=False))


def received_rows(deliveries: QuerySet[Delivery]) -> Rows:
    """As they were delivered: of a stone what was sent of it, not what its sender has."""
    rows = deliveries.select_related("message__account", "agent")
    for delivery in rows.order_by("pk").iterator(chunk_size=CHUNK):
        message = delivery.message
        of_delivery = {name: getattr(delivery, name) for name in _DELIVERY}
        of_message = {name: getattr(message, name) for name in _MESSAGE}
        yield {
            "message_id": message.pk,
            "agent": delivery.agent and delivery.agent.name,
            "sender_account": message.account.get_username(),
            **of_delivery,
            **of_message,
        }


def _messages(account: User) -> Rows:
    rows = Message.objects.filter(account=account).prefetch_related("deliveries")
    for message in rows.order_by("pk").iterator(chunk_size=CHUNK):
        yield _message(message)


def _message(message: Message) -> dict[str, Any]:
    fields = {name: getattr(message, name) for name in _MESSAGE}
    deliveries = [
        {name: getattr(delivery, name) for name in _OUTCOME} for delivery in message.deliveries.all()
    ]
    return {"message_id": message.pk, "stone_id": message.stone_id, **fields, "deliveries": deliveries}


def _contacts(account: User) -> Rows:
    return plain_rows(Contact.objects.filter(account=account), "id", "other_id", name=F("other__username"))


ACCOUNT_FILES = (
    own_file("inbox/agents.jsonl", "Your agents.", Agent),
    ExportFile(
        "inbox/tokens.jsonl",
        "Their tokens: what each may do and where it was last used. The tokens themselves are stored nowhere.",
        (AgentToken,),
        _tokens,
    ),
    ExportFile(
        "inbox/messages.jsonl",
        "Messages that your agents sent, with what became of each; and those of accounts that are gone, which your "
        "agents received.",
        (Message,),
        _messages,
    ),
    ExportFile(
        "inbox/received.jsonl",
        "Messages that your agents received, as they were delivered: of a stone as many levels as were sent.",
        (Delivery,),
        _received,
    ),
    own_file("inbox/memory.jsonl", "What your agents remember.", Memory),
    own_file("inbox/helpers.jsonl", "What helpers were asked.", HelperJob),
    own_file(
        "inbox/webhooks.jsonl",
        "Addresses that are told of messages, without their secrets.",
        Webhook,
        "secret",
        "former_secrets",
    ),
    own_file("inbox/webhook_calls.jsonl", "What they were told.", WebhookCall),
    ExportFile("inbox/contacts.jsonl", "Accounts that you know.", (Contact,), _contacts),
    own_file("inbox/settings.jsonl", "Who may write to your agents.", InboxSettings, "id"),
)

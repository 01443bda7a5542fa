"""The rows of inboxes: agents and tokens, messages, memory, helpers, webhooks."""

from inbox.models.agents import (
    AGENT_NAME,
    WITHOUT_TOKENS,
    Agent,
    AgentKind,
    AgentToken,
    Contact,
    ContactPolicy,
    InboxSettings,
)
from inbox.models.deliveries import BEFORE, Delivery, DeliveryQuerySet, DeliveryState
from inbox.models.helpers import HelperJob
from inbox.models.jobs import CALL_WEBHOOK, EMBED_MEMORY, RUN_HELPER
from inbox.models.memory import Memory, MemoryPassage
from inbox.models.messages import MAX_HOPS, MESSAGE_WORDS, Gone, Inbox, Message, Priority
from inbox.models.webhooks import Webhook, WebhookCall

__all__ = [
    "AGENT_NAME",
    "BEFORE",
    "CALL_WEBHOOK",
    "EMBED_MEMORY",
    "MAX_HOPS",
    "MESSAGE_WORDS",
    "RUN_HELPER",
    "WITHOUT_TOKENS",
    "Agent",
    "AgentKind",
    "AgentToken",
    "Contact",
    "ContactPolicy",
    "Delivery",
    "DeliveryQuerySet",
    "DeliveryState",
    "Gone",
    "HelperJob",
    "Inbox",
    "InboxSettings",
    "Memory",
    "MemoryPassage",
    "Message",
    "Priority",
    "Webhook",
    "WebhookCall",
]

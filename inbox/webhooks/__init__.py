"""The pure part of webhooks: the body of a call, and when it is retried."""

from inbox.webhooks.retry_schedule import MAX_TRIES, parse_retry_after, pause_after
from inbox.webhooks.webhook_events import EventData, WebhookEvent, event_body

__all__ = [
    "MAX_TRIES",
    "EventData",
    "WebhookEvent",
    "event_body",
    "parse_retry_after",
    "pause_after",
]

"""The body of a webhook call: sender, subject, LOD-0 and price of a message. Never its payload."""

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any


class WebhookEvent(StrEnum):
    """The values of the body's `type`."""

    RECEIVED = "message.received"
    ACKNOWLEDGED = "message.acknowledged"
    DEAD = "message.dead"


@dataclass(frozen=True)
class EventData:
    """The body's `data`. `tokens` is what reading all of the message costs; `sequence` None: it is in no inbox."""

    tracking_id: str
    from_agent: str
    to_agent: str
    subject: str
    lod_0: str
    # Whose words that is; None: it is the text itself.
    lod_0_origin: str | None
    tokens: int
    sequence: int | None
    thread: str
    needs_answer: bool
    priority: str
    # Of a dead one alone: why.
    reason: str | None = None
    # The agent for which a person wrote it; left out where it is None.
    for_agent: str | None = None


def event_body(event: WebhookEvent, event_data: EventData, *, at: datetime) -> dict[str, Any]:
    """The body of one call, as Standard Webhooks shape it: type, timestamp (ISO 8601, UTC), data."""
    data = asdict(event_data)
    for name in ("reason", "for_agent"):
        if data[name] is None:
            del data[name]
    return {"type": event.value, "timestamp": at.astimezone(UTC).isoformat(timespec="seconds"), "data": data}

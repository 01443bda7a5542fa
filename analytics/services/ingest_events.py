"""Storing events in batches: one invalid field refuses the batch, so that nothing is lost silently. An event that is
sent again is the same event.

No field can hold content, and unknown fields are refused, not dropped.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from analytics.exceptions import InvalidEvents
from analytics.models import Event
from analytics.services.event_fields import InvalidField, event_fields
from analytics.services.page_routes import page_of

MAX_EVENTS = 100
MAX_BYTES = 32 * 1024
MAX_APP_CHARACTERS = 64
# A browser whose clock is wrong, or that was offline for long, loses nothing: its events count at the edge.
OLDEST = timedelta(days=7)
AHEAD = timedelta(minutes=5)


@dataclass(frozen=True)
class IngestResult:
    """How many events were stored, and how many had been stored before."""

    stored: int
    repeated: int


def ingest(*, account: User, app: str, events: Sequence[Mapping[str, Any]]) -> IngestResult:
    """Store events of an app's pages; `app` is OWN_APP for this site's. Safe to repeat.

    An event is {id, session_id, timestamp, type} and, as its type needs them, page, name, duration_ms, glow_channel,
    stone_type, level, lod_count, tokens, saved_tokens. A time more than 7 days ago counts as 7 days ago, one more than
    5 minutes ahead as now. Raises InvalidEvents, with nothing stored, for more than 100 events or 32 kB, and for the
    first invalid event.
    """
    _refuse_too_much(events)
    if not 0 < len(app) <= MAX_APP_CHARACTERS:
        raise InvalidEvents(f"An app's name has 1 to {MAX_APP_CHARACTERS} characters.")
    now = timezone.now()
    rows = [_row(account, app, index, event, now) for index, event in enumerate(events)]
    Event.objects.bulk_create(rows, ignore_conflicts=True)
    # bulk_create does not report conflicts: new rows have the time of this very call.
    ours = Event.objects.filter(account=account, received=now, event_id__in={row.event_id for row in rows})
    stored = ours.count()
    return IngestResult(stored, len(rows) - stored)


def _refuse_too_much(events: Sequence[Mapping[str, Any]]) -> None:
    if len(events) > MAX_EVENTS:
        raise InvalidEvents(
            f"{len(events)} events are too many: send at most {MAX_EVENTS} at once.", limit=MAX_EVENTS
        )
    size = len(json.dumps(events, default=str).encode())
    if size > MAX_BYTES:
        raise InvalidEvents(
            f"The events have {size:,} bytes; at most {MAX_BYTES:,} are taken at once.", limit=MAX_BYTES
        )


def _row(account: User, app: str, index: int, event: Mapping[str, Any], now: datetime) -> Event:
    try:
        fields = event_fields(event)
    except InvalidField as fault:
        raise InvalidEvents(
            f"Event {index}: {fault} Nothing was stored.", index=index, reason=str(fault)
        ) from fault
    fields["page"] = page_of(app, fields["page"])
    fields["timestamp"] = _counted_at(fields["timestamp"], now)
    return Event(account=account, app=app, received=now, **fields)


def _counted_at(timestamp: datetime, now: datetime) -> datetime:
    return now if timestamp > now + AHEAD else max(timestamp, now - OLDEST)

"""Webhooks without their rows: what is told, and when it is told again."""

from inbox.webhooks.events import Event, Told, body_of
from inbox.webhooks.retrying import TRIES, parse_retry_after, pause_after

__all__ = [
    "TRIES",
    "Event",
    "Told",
    "body_of",
    "parse_retry_after",
    "pause_after",
]

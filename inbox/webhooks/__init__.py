"""Webhooks without their rows: what is told, which addresses may be called, the call itself, when it is made again."""

from inbox.webhooks.addresses import AddressRefused, is_public, parse_url
from inbox.webhooks.events import Event, Told, body_of
from inbox.webhooks.posting import Answer, NotCalled, post
from inbox.webhooks.retrying import TRIES, parse_retry_after, pause_after

__all__ = [
    "TRIES",
    "AddressRefused",
    "Answer",
    "Event",
    "NotCalled",
    "Told",
    "body_of",
    "is_public",
    "parse_retry_after",
    "parse_url",
    "pause_after",
    "post",
]

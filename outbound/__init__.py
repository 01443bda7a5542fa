"""Calls that leave this site, to addresses that somebody else chose: checked, bounded in time and size."""

from outbound.addresses import MAX_URL, AddressRefused, is_public, parse_url
from outbound.calling import Answer, NotCalled, call_url
from outbound.network import resolve

__all__ = [
    "MAX_URL",
    "AddressRefused",
    "Answer",
    "NotCalled",
    "call_url",
    "is_public",
    "parse_url",
    "resolve",
]

"""Calls that leave this site, to addresses that somebody else chose: checked, bounded in time and size."""

from core.http.call_url import CallFailed, UrlAnswer, call_url
from core.http.network import resolve
from core.http.public_addresses import MAX_URL, AddressRefused, is_public, parse_url

__all__ = [
    "MAX_URL",
    "AddressRefused",
    "CallFailed",
    "UrlAnswer",
    "call_url",
    "is_public",
    "parse_url",
    "resolve",
]

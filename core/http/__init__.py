"""Outbound calls to addresses that users chose: the target is checked, time and size are limited."""

from core.http.call_url import CallFailed, UrlAnswer, call_url
from core.http.network import resolve
from core.http.public_addresses import MAX_URL, AddressRefused, PrivateAddressRefused, is_public, parse_url

__all__ = [
    "MAX_URL",
    "AddressRefused",
    "CallFailed",
    "PrivateAddressRefused",
    "UrlAnswer",
    "call_url",
    "is_public",
    "parse_url",
    "resolve",
]

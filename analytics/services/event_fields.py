"""Validation of the fields of one event."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from analytics.models import EventType
from analytics.models.usage_events import NAME
from stones.format import CHANNELS, MAX_LEVELS, STONE_TYPES

_ID = re.compile(r"\A[A-Za-z0-9_-]{1,40}\Z")
MAX_INTEGER = 2**31 - 1
DAY_MS = 24 * 60 * 60 * 1000
MAX_PATH = 2_000
# Required fields by type.
_NEEDS: Mapping[str, tuple[str, ...]] = {
    EventType.MENU_CLICK: ("name",),
    EventType.SHORTCUT: ("name",),
    EventType.CUSTOM: ("name",),
    EventType.PAGE_VISIT: ("page",),
    EventType.PAGE_EXIT: ("page", "duration_ms"),
    EventType.QASTONE_RECEIVED: ("glow_channel",),
    EventType.LOD_LOADED: ("level",),
}


class InvalidField(Exception):
    """An invalid field of an event; the message is a sentence."""


def event_fields(event: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of an event; text columns that it does not have are "". Raises InvalidField."""
    if not isinstance(event, Mapping):
        raise InvalidField("it must be an object.")
    if unknown := sorted(str(key) for key in event.keys() - _CHECKS.keys()):
        raise InvalidField(f"there is no field {unknown[0][:40]!r}; the fields are {', '.join(_CHECKS)}.")
    for name in ("id", "session_id", "timestamp", "type"):
        if event.get(name) is None:
            raise InvalidField(f"{name} is missing.")
    fields = {name: _check_field(name, value) for name, value in event.items() if value is not None}
    for name in _NEEDS.get(fields["type"], ()):
        if fields.get(name, "") == "":
            raise InvalidField(f"{fields['type']} needs {name}.")
    fields["event_id"] = fields.pop("id")
    return {"page": "", "name": "", "glow_channel": "", "stone_type": ""} | fields


def _check_field(name: str, value: Any) -> Any:
    check, expected = _CHECKS[name]
    try:
        return check(value)
    except (ValueError, TypeError, ValidationError) as error:
        raise InvalidField(f"{name} must be {expected}.") from error


def _id(value: Any) -> str:
    if not isinstance(value, str) or not _ID.match(value):
        raise ValueError
    return value


def _time(value: Any) -> datetime:
    if not isinstance(value, str) or len(value) > 40:
        raise TypeError
    found = datetime.fromisoformat(value)
    if found.tzinfo is None:
        raise ValueError
    return found


def _word_of(words: tuple[str, ...]) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in words:
            raise ValueError
        return value

    return check


def _path(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_PATH or not value.isprintable():
        raise ValueError
    if value and not value.startswith("/"):
        raise ValueError
    return value


def _name(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    if value:
        NAME(value)
    return value


def _number(least: int, most: int) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError
        return value

    return check


_TOKENS = _number(0, MAX_INTEGER), f"a whole number from 0 to {MAX_INTEGER:,}"
_CHECKS: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "id": (_id, "1 to 40 letters, digits, '-' or '_'"),
    "session_id": (_id, "1 to 40 letters, digits, '-' or '_'"),
    "timestamp": (_time, "a time with its offset, as 2026-01-30T12:00:00Z"),
    "type": (_word_of(tuple(EventType.values)), f"one of {', '.join(EventType.values)}"),
    "page": (_path, f"a path that begins with '/', of at most {MAX_PATH:,} characters"),
    "name": (
        _name,
        "a name of 1 to 64 letters, digits, blanks or ':./_+-' that begins with a letter or digit",
    ),
    "duration_ms": (_number(0, DAY_MS), f"a whole number from 0 to {DAY_MS:,}"),
    "glow_channel": (_word_of(CHANNELS), f"one of {', '.join(CHANNELS)}"),
    "stone_type": (_word_of(STONE_TYPES), f"one of {', '.join(STONE_TYPES)}"),
    "level": (_number(0, MAX_LEVELS - 1), f"a whole number from 0 to {MAX_LEVELS - 1}"),
    "lod_count": (_number(1, MAX_LEVELS), f"a whole number from 1 to {MAX_LEVELS}"),
    "tokens": _TOKENS,
    "saved_tokens": _TOKENS,
}

"""One page of a list by the keys of its rows, newest first: rows that come meanwhile move none."""

import re
from typing import Any, Generic, NamedTuple, TypeVar

from django.db.models import Model, QuerySet

ULID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")
NUMBER = re.compile(r"[0-9]{1,18}")
"""A key of rows that are numbered."""

Row = TypeVar("Row")
ModelRow = TypeVar("ModelRow", bound=Model)
Rows = TypeVar("Rows", bound=QuerySet[Any])


class KeyPage(NamedTuple, Generic[Row]):
    """Some rows, and the keys under which the pages beside it are found (empty: there is none)."""

    rows: list[Row]
    newer: str
    older: str


def paginate_by_key(
    rows: QuerySet[ModelRow], *, size: int, older: str, newer: str, pattern: re.Pattern[str] = ULID
) -> KeyPage[ModelRow]:
    """The rows older than a key, or the nearest newer than one; the newest without either, or with what is no key.

    Where none is newer, because they were deleted since the page was shown, the newest.
    """
    newest = rows
    forwards, backwards = bool(pattern.fullmatch(older)), bool(pattern.fullmatch(newer))
    if backwards:
        rows = rows.filter(pk__gt=newer).order_by("pk")
    elif forwards:
        rows = rows.filter(pk__lt=older)
    found = list(rows[: size + 1])
    more, found = len(found) > size, found[:size]
    if backwards:
        found.reverse()
    if not found:
        return paginate_by_key(newest, size=size, older="", newer="") if backwards else KeyPage([], "", "")
    has_newer, has_older = (more, True) if backwards else (forwards, more)
    return KeyPage(found, str(found[0].pk) if has_newer else "", str(found[-1].pk) if has_older else "")


def newer_than(rows: Rows, key: str) -> Rows:
    """Those that came after a ULID. After none ("") all did; after what is no key, none."""
    return rows.filter(pk__gt=key) if not key or ULID.fullmatch(key) else rows.none()

"""Keyset pagination of notes, newest first: notes added meanwhile shift nothing."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from brain.models import Note
from core.pages.list_window import Order, first_rows

NOTES_PER_PAGE = 50
ORDERS = {
    "oldest": Order("Oldest first", ("dated", "pk")),
    "title": Order("By title", (Lower("title"), "pk")),
    "longest": Order("Longest first", ("-tokens", "-pk")),
}
_KEY = re.compile(r"(\d{1,18})-([0-9A-Z]{26})")
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class NotePage:
    """`older` and `newer` are keys for the next page that way; empty if there is none."""

    notes: list[Note]
    older: str
    newer: str


def paginate_notes(
    notes: QuerySet[Note], *, order: Order | None = None, older: str = "", newer: str = ""
) -> NotePage:
    """Notes older than a key, or the nearest newer than one; the newest for no key or an invalid one. By another order
    the first ones.
    """
    if order:
        return NotePage(first_rows(notes, order, NOTES_PER_PAGE).rows, "", "")
    after, before = _parse_key(older), _parse_key(newer)
    if before:
        day, pk = before
        notes = notes.filter(Q(dated__gt=day) | Q(dated=day, pk__gt=pk)).order_by("dated", "pk")
    elif after:
        day, pk = after
        notes = notes.filter(Q(dated__lt=day) | Q(dated=day, pk__lt=pk))
    found = list(notes[: NOTES_PER_PAGE + 1])
    more, found = len(found) > NOTES_PER_PAGE, found[:NOTES_PER_PAGE]
    if before:
        found.reverse()
    if not found:
        return NotePage([], "", "")
    has_newer, has_older = (more, True) if before else (after is not None, more)
    return NotePage(found, _key(found[-1]) if has_older else "", _key(found[0]) if has_newer else "")


def _key(note: Note) -> str:
    since = note.dated - datetime(1, 1, 1, tzinfo=UTC)
    return f"{(since.days * 86_400 + since.seconds) * _MICROSECONDS + since.microseconds}-{note.pk}"


def _parse_key(key: str) -> tuple[datetime, str] | None:
    found = _KEY.fullmatch(key)
    if not found:
        return None
    try:
        return datetime(1, 1, 1, tzinfo=UTC) + timedelta(microseconds=int(found[1])), found[2]
    except OverflowError:
        return None

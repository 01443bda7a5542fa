"""Boards to which several agents or shifts post: dated entries with the same fields, `### 2026-03-04 BUILD — From: A`
with `**Message:**`. The newest entry is the news; how an entry has to look is no content.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from stones.levels.document_parts import DocumentPart, PartKind

MIN_ENTRIES = 2
MIN_SHARED_LABELS = 2
"""Fields that at least two entries have."""
_DAY = re.compile(r"\W*(\d{4}-\d\d-\d\d)(?:[T ,]+(\d\d:\d\d))?")
_NEWEST_FIRST = re.compile(
    r"\b(?:newest|latest|most recent)\b.{0,20}\b(?:first|on top|at the top|above)|\breverse[- ]chronological|"
    r"\bneueste\w* .{0,20}(?:oben|zuerst)|más reciente.{0,20}(?:arriba|primero)|plus récente?.{0,20}(?:haut|premi)",
    re.I,
)


class Board(NamedTuple):
    protocol: frozenset[int]
    """Indexes of the parts above the entries that say how to post: quotes, and what stands below other headings."""
    newest: range
    """The parts of the newest entry."""
    fields: frozenset[str]
    """Labels that several entries have."""


def find_board(parts: Sequence[DocumentPart]) -> Board | None:
    heads = [
        at for at, part in enumerate(parts) if part.kind is PartKind.HEADING and _DAY.match(part.plain[:40])
    ]
    heads = [at for at in heads if parts[at].depth == parts[heads[0]].depth]
    if len(heads) < MIN_ENTRIES or parts[heads[0]].depth < 2:
        return None
    entries = [_entry(parts, at) for at in heads]
    labels = Counter(label for entry in entries for label in {parts[at].label for at in entry} if label)
    fields = frozenset(label for label, count in labels.items() if count >= MIN_ENTRIES)
    if len(fields) < MIN_SHARED_LABELS:
        return None
    return Board(frozenset(_protocol(parts, heads[0])), _newest(parts, entries), fields)


def _entry(parts: Sequence[DocumentPart], head: int) -> range:
    trail = parts[head].trail
    below = takewhile(lambda at: parts[at].trail[: len(trail)] == trail, range(head + 1, len(parts)))
    return range(head + 1, head + 1 + sum(1 for _ in below))


def _protocol(parts: Sequence[DocumentPart], first: int) -> list[int]:
    top = parts[0].trail[:1]
    return [
        at
        for at in range(first)
        if parts[at].kind is PartKind.QUOTE
        or (parts[at].trail != top and parts[at].kind not in (PartKind.HEADING, PartKind.ROW))
    ]


def _newest(parts: Sequence[DocumentPart], entries: Sequence[range]) -> range:
    """By the day and the hour; of several of one day the first, where that is the order of the rest or the board says
    so.
    """
    days = [_day(parts[entry.start - 1]) for entry in entries]
    is_falling = days[0] > days[-1] or any(
        _NEWEST_FIRST.search(part.plain) for part in parts[: entries[0].start]
    )
    latest = max(days)
    return entries[days.index(latest) if is_falling else len(days) - 1 - days[::-1].index(latest)]


def _day(head: DocumentPart) -> str:
    found = _DAY.match(head.plain[:40])
    return f"{found[1]} {found[2] or ''}" if found else ""

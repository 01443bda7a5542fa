"""Boards to which several agents or shifts post: dated entries that name who posts and have the same fields,
`### 2026-03-04 BUILD — From: A` with `**Message:**`. The newest entry is the news; how an entry has to look is no
content.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from stones.levels.document_parts import DocumentPart, PartKind

MIN_ENTRIES = 2
MIN_SHARED_LABELS = 2
"""Fields that at least two entries have."""
MIN_SHARE = 0.3
"""Of the text's parts that stand in the entries: a handoff with a log at its end is none."""
_ENTRY = re.compile(
    r"\W*(\d{4}-\d\d-\d\d)(?:[T ,]+(\d\d:\d\d))?\b.*?(?:\b(?:from|von|de|by)\b|→|->|@\w|\s[-–—]\s(?=[A-Z]))",
    re.I,
)
"""A day, and who posts."""
_POSTS = re.compile(
    r"\b(?:entr(?:y|ies)|messages?|posts?|this (?:file|board|log)|einträge?|nachrichten?|"
    r"entradas?|mensajes?|entrées?)\b",
    re.I,
)
_NEWEST_FIRST = re.compile(
    r"\b(?:newest|latest|most recent)\b.{0,20}\b(?:first|on top|at the top|above)|\breverse[- ]chronological|"
    r"\bneueste\w* .{0,20}(?:oben|zuerst)|más reciente.{0,20}(?:arriba|primero)|plus récente?.{0,20}(?:haut|premi)",
    re.I,
)


class Board(NamedTuple):
    protocol: frozenset[int]
    """Indexes of the parts above the entries that say how to post."""
    newest: range
    """The parts of the newest entry."""
    fields: frozenset[str]
    """Labels that several entries have."""


def find_board(parts: Sequence[DocumentPart]) -> Board | None:
    headings = [at for at, part in enumerate(parts) if part.kind is PartKind.HEADING]
    heads = [at for at in headings if parts[at].depth > 1 and _ENTRY.match(parts[at].plain[:120])]
    heads = [at for at in heads if parts[at].depth == parts[heads[0]].depth]
    if len(heads) < MIN_ENTRIES:
        return None
    entries = _entries(parts, headings, frozenset(heads))
    if sum(map(len, entries)) < MIN_SHARE * len(parts):
        return None
    labels = Counter(label for entry in entries for label in {parts[at].label for at in entry} if label)
    fields = frozenset(label for label, count in labels.items() if count >= MIN_ENTRIES)
    if len(fields) < MIN_SHARED_LABELS:
        return None
    return Board(frozenset(_protocol(parts, heads[0])), _newest(parts, entries), fields)


def _entries(parts: Sequence[DocumentPart], headings: Sequence[int], heads: frozenset[int]) -> list[range]:
    """The parts below each head, up to the next heading that is not below it."""
    found = []
    depth = parts[min(heads)].depth
    above = [at for at in headings if parts[at].depth <= depth]
    for at, stop in pairwise([*above, len(parts)]):
        if at in heads:
            found.append(range(at + 1, stop))
    return found


def _protocol(parts: Sequence[DocumentPart], first: int) -> list[int]:
    """What is said of the entries above them."""
    return [
        at
        for at in range(first)
        if parts[at].kind is not PartKind.HEADING
        and any(map(_POSTS.search, (parts[at].plain, parts[at].parent)))
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
    found = _ENTRY.match(head.plain[:120])
    return f"{found[1]} {found[2] or ''}" if found else ""

"""Parts that a later part of the same text replaces: plans with dated changes below them, "this replaces all above".

What is told twice, first as planned and then as changed, is told as the last one says it. What warns or forbids holds
until its author takes it back.
"""

import re
from collections.abc import Iterator, Sequence

from core.text.written_dates import dates_of, days_of
from stones.levels.author_rules import warns_or_forbids
from stones.levels.document_parts import DocumentPart, PartKind
from stones.levels.markers import markers

MIN_SHARED = 2
"""Names and figures that a later layer takes up of a part that no longer holds."""
MAX_TITLE = 80
"""Characters of a heading in which its day stands."""
MAX_CHARACTERS = 200
"""Of a part that are read to see whether it replaces what is above."""
MAX_BETWEEN = 6
"""Characters between "this note" and "replaces all below"."""
MAX_SIGNS = 4
"""Characters before a verb that opens a part: of a list, or of what is bold."""
_CHANGE = markers("layers", "change", opening=True)
_NOTE = markers("layers", "note", opening=True)
_REPLACES = markers("layers", "replaces_above")
_REPLACES_BELOW = markers("layers", "replaces_below")
_OWN_TEXT = markers("layers", "own_text", opening=True)
_UPDATE = markers("layers", "update", opening=True)
_CURRENT = markers("layers", "current", opening=True)
_SAYS_CURRENT = markers("layers", "current")
_NAMED = re.compile(r"(?<![\w.])(?:[^\W\d_a-zà-ÿ]\w{3,}|\d\d(?:[\d:.,]*\d)?)(?!\w)")


def find_replaced(parts: Sequence[DocumentPart]) -> Iterator[int]:
    """Indexes of what a later part says it replaces, or of which a later layer tells the same names and figures; not of
    what warns or forbids.
    """
    return (at for at in {*_replaced(parts)} if not warns_or_forbids(parts[at]))


def _replaced(parts: Sequence[DocumentPart]) -> Iterator[int]:
    last = 0
    for at, part in enumerate(parts):
        head = part.plain[:MAX_CHARACTERS]
        if at and _REPLACES.search(head):
            last = at
    yield from (at for at in range(last) if parts[at].kind is not PartKind.HEADING)
    yield from range(_end_of_current(parts), len(parts))
    yield from _older_layers(parts)
    yield from _before_update(parts)


def _end_of_current(parts: Sequence[DocumentPart]) -> int:
    """Behind the first part that says that it replaces all below it: of a heading, behind its section."""
    heads = (at for at, part in enumerate(parts) if _replaces_below(part))
    first = next(heads, len(parts))
    if first == len(parts) or parts[first].kind is not PartKind.HEADING:
        return first + 1
    below = range(first + 1, len(parts))
    depth = parts[first].depth
    return next(
        (at for at in below if parts[at].kind is PartKind.HEADING and parts[at].depth <= depth), len(parts)
    )


def _replaces_below(part: DocumentPart) -> bool:
    """Whether it speaks of the text itself: a heading, or a part that opens with "This note replaces all below"."""
    found = _REPLACES_BELOW.search(part.plain[:MAX_CHARACTERS])
    if found is None or part.kind is PartKind.HEADING:
        return found is not None
    own = _OWN_TEXT.match(part.plain)
    is_said = part.kind in (PartKind.TEXT, PartKind.QUOTE, PartKind.ADMONITION)
    return is_said and found.start() <= (own.end() + MAX_BETWEEN if own else MAX_SIGNS)


def _before_update(parts: Sequence[DocumentPart]) -> Iterator[int]:
    """What was called current, or next, above the last section that is called an update and calls something so again:
    notes that grew at their end.
    """
    headings = [at for at, part in enumerate(parts) if part.kind is PartKind.HEADING and len(part.trail) == 2]
    updates = [at for at in headings if _UPDATE.match(parts[at].plain)]
    # The latest stands first where the first section is one.
    if not updates or updates[0] == headings[0]:
        return
    if any(_SAYS_CURRENT.search(part.plain) for part in parts[updates[-1] :]):
        yield from (at for at, part in enumerate(parts[: updates[-1]]) if _is_current(part))


def _is_current(part: DocumentPart) -> bool:
    """Whether its headings, or its first words before a colon, call it current, next or remaining."""
    own = part.plain[:MAX_TITLE].partition(":")
    return any(_CURRENT.match(name) for name in (*part.trail[1:], own[0] if own[1] else ""))


def is_later_note(title: str) -> bool:
    """Whether a section was added on a day: what replaced the rest does not replace this."""
    return (_CHANGE.match(title) or _NOTE.match(title)) is not None and _has_day(title)


def _older_layers(parts: Sequence[DocumentPart]) -> Iterator[int]:
    headings = [at for at, part in enumerate(parts) if part.kind is PartKind.HEADING]
    changes = [at for at in headings if _CHANGE.match(parts[at].plain) and _has_day(parts[at].plain)]
    if not changes:
        return
    layers = [at for at in headings if _has_day(parts[at].plain)]
    if layers[0] == changes[-1]:
        return
    later: set[str] = set()
    for at in range(len(parts) - 1, layers[0], -1):
        part = parts[at]
        if part.kind is PartKind.HEADING:
            continue
        above = max(layer for layer in layers if layer < at)
        names = set(_NAMED.findall(part.plain))
        if above < changes[-1] and len(names & later) >= MIN_SHARED:
            yield at
        if above in changes:
            later |= names


def _has_day(title: str) -> bool:
    title = title[:MAX_TITLE]
    return next(days_of(title), None) is not None or next(dates_of(title), None) is not None

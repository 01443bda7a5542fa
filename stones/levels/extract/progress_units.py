"""How the pieces of a work stand, where their headings or a column of a table say so: one line of them all, in the
author's words, the pieces that stand alike together.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from core.text.written_dates import ISO_DATE
from stones.levels.document_parts import DocumentPart, PartKind
from stones.levels.markers import markers

MIN_PIECES = 2
"""Of one list; a single heading that says "done" says it of itself."""
WHOLE = 0.4
"""Share of the text's parts."""
MAX_DEPTH = 2
"""Headings from the title down."""
MAX_NAMED = 4
"""Pieces of one state that are all named; of more the first two, and how many there are."""
MAX_NAME_CHARACTERS = 48
MAX_STATE_CHARACTERS = 24
_STATE = markers("statuses", "done", "not_done", "finished", "underway", "ahead", whole=True)
_AHEAD = markers("statuses", "ahead", whole=True)
_DONE = markers("statuses", "done", "finished", whole=True)
_QUALIFIES = re.compile(
    r"\?|[❌⚠🚧⏳🔴]|\b(?:but|not|no|except|without|again|only|still|until|unless|partly|broken|aber|nicht|nur|noch|ohne|"
    r"pero|sin|solo|mais|pas|sauf|sans)\b|n['’]t\b",
    re.I,
)
"""Behind "done": it is not, or not quite."""
_SIGN = re.compile(r"(?:[✅✔☑❌⏳🚧⬜🔄🔴🟡🟢]\ufe0f?)+")
_COLUMN = re.compile(
    r"(?:current |overall )?(?:status|state|progress)|stand|estado|statut|état|状态|状態", re.I
)
_HEAD = re.compile(
    r"(?P<name>[^—–:(]*[^\s—–:(]) ?(?:\s[—–-]\s|: |\s\()(?P<state>[^—–:()]{2,60})(?P<rest>\)?.*)$"
)
_TAIL = re.compile(r"\s*\((?P<aside>[^()]{2,16})\)")
_SIGNS = re.compile(r"[^\w\s()/&+#.,'’`-]+")
_NUMBER = re.compile(r"[\W\d]{1,10}")
_CODE = re.compile(r"[1-5]\d\d")
"""Of HTTP."""
_NUMBERING = re.compile(r"\d{1,2}[.)] ")
_CLAUSE = re.compile(r"\s*(?:[(),;:.+&/—–]|\s-\s|\s(?:on|in|and|as|by|since|at|\d)\b).*", re.S)


class Piece(NamedTuple):
    name: str
    state: str
    line: int
    part: int


class Progress(NamedTuple):
    text: str
    line: int
    part: int
    """Index of the first piece's."""
    is_whole: bool
    """Most of the text stands in these pieces, or is their table: how they stand is how all of it stands."""


def read_progress(parts: Sequence[DocumentPart]) -> Iterator[Progress]:
    """One for all headings below the same one, one for each table; at least half of them have a state."""
    for pieces, count, size in (*_headings(parts), *_tables(parts)):
        if len(pieces) >= max(MIN_PIECES, count / 2):
            is_whole = size >= WHOLE * len(parts)
            yield Progress(_say(pieces), pieces[0].line, pieces[0].part, is_whole)


def _headings(parts: Sequence[DocumentPart]) -> Iterator[tuple[list[Piece], int, int]]:
    """The pieces, of how many headings of that rank, and how many parts stand below them."""
    found: dict[tuple[tuple[str, ...], int], list[Piece]] = {}
    counts: Counter[tuple[tuple[str, ...], int]] = Counter()
    for at, part in enumerate(parts):
        if part.kind is PartKind.HEADING:
            place = (part.trail[:-1], part.depth)
            counts[place] += 1
            if part.is_current and (piece := _piece_of(part, at)):
                found.setdefault(place, []).append(piece)
    sizes = Counter(part.trail[:length] for part in parts for length in range(1, MAX_DEPTH + 1))
    for place, pieces in found.items():
        # Deeper down they are the pieces of one section.
        is_deep = len(place[0]) >= MAX_DEPTH
        size = 0 if is_deep else sum(sizes[trail] for trail in {parts[each.part].trail for each in pieces})
        yield pieces, counts[place], size


def _piece_of(heading: DocumentPart, at: int) -> Piece | None:
    """`Phase 2 — DONE (import)`: what stands behind the state is part of the name."""
    head = _HEAD.match(heading.plain[:160])
    said = heading.plain[head.start("state") :] if head else ""
    state = _state(said)
    # Behind a colon any word may stand: "Valve 3: open".
    is_plain = ": " in heading.plain[: len(heading.plain) - len(said)] and not state.isupper()
    if head is None or state == "" or is_plain:
        return None
    aside = _TAIL.match(head["rest"])
    name = f"{head['name']} ({aside['aside']})" if aside else head["name"]
    return Piece(_short(name), state, heading.line, at)


def is_unfinished(heading: str) -> bool:
    """Whether a heading says of itself that what stands below is still to be done: `Phase 3 — pending`."""
    head = _HEAD.match(heading[:160])
    return head is not None and _AHEAD.match(_state(heading[head.start("state") :])) is not None


def _tables(parts: Sequence[DocumentPart]) -> Iterator[tuple[list[Piece], int, int]]:
    for columns, rows in groupby(enumerate(parts), key=lambda each: each[1].columns):
        at_state = next((at for at, name in enumerate(columns) if _COLUMN.fullmatch(name.strip("*_ "))), None)
        if at_state:  # in the first column the states themselves are told of
            table = [(at, row) for at, row in rows if "".join(row.cells[at_state : at_state + 1])]
            pieces = (_piece_of_row(row, at, at_state) for at, row in table if row.is_current)
            yield [piece for piece in pieces if piece], len(table), len(table)


def _piece_of_row(row: DocumentPart, at: int, at_state: int) -> Piece | None:
    """Named by its first cell that is no day, and the next one where that is a number; where its state is known."""
    state = _state("".join(row.cells[at_state : at_state + 1]))
    if state == "" or _CODE.fullmatch(row.cells[0]):
        return None
    others = [
        cell
        for place, cell in enumerate(row.cells)
        if place != at_state and cell and not ISO_DATE.match(cell)
    ]
    names = others[: 1 + (_NUMBER.fullmatch(others[0]) is not None)] if others else []
    return Piece(_short(" ".join(names)), state, row.line, at) if names else None


def _short(name: str) -> str:
    name = _NUMBERING.sub("", _SIGNS.sub(" ", name).strip(" .,-"), count=1)
    words = " ".join(name.split()).split(" ")
    while len(words) > 1 and len(" ".join(words)) > MAX_NAME_CHARACTERS:
        words.pop()
    return " ".join(words).rstrip(" ,.-(")


def _state(text: str) -> str:
    """The words that are the state, without what is said of it: `DONE — all runs` is `DONE`; a sign alone is one. Empty
    where it is none, or is qualified: `done, but not deployed`.
    """
    text = text.strip(" *_")
    if _SIGN.fullmatch(text):
        return text[0]
    state = " ".join(_SIGNS.sub(" ", _CLAUSE.sub("", text)).split())[:MAX_STATE_CHARACTERS].strip(" .,-")
    if not _STATE.match(state) or (_DONE.match(state) and _QUALIFIES.search(text)):
        return ""
    return state


def _say(pieces: Sequence[Piece]) -> str:
    """The smallest group first: what differs from the rest is what a reader looks for."""
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(piece.state.lower(), []).append(piece)
    return "; ".join(map(_say_group, sorted(groups.values(), key=len)))


def _say_group(pieces: Sequence[Piece]) -> str:
    names = list(dict.fromkeys(piece.name for piece in pieces))
    more = f" … ({len(names)})" if len(names) > MAX_NAMED else ""
    return f"{pieces[0].state}: {', '.join(names[: 2 if more else MAX_NAMED])}{more}"

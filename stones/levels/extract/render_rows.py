"""Rows of tables that say who does what until when, or how something stands and what comes next, as sentences:
"Order the lamps (Ida, 3 May)", "Gate: rusty; paint it".
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from core.text.plain_inline import plain
from stones.levels.document_parts import DocumentPart, PartKind
from stones.levels.markers import markers

OPEN = 0.2
DUE = 0.2
BARE = -0.3
"""Most cells are figures, which say nothing without the names of their columns."""
MIN_CELLS = 3
"""Two say enough of each other."""
MAX_CHARACTERS = 600
_COLUMNS = {
    name: markers("columns", name, whole=True) for name in ("number", "owner", "due", "state", "next")
}
_OPEN = markers("statuses", "not_done", "ahead", "underway", opening=True)
_DONE = markers("statuses", "done", "finished", opening=True)
_ASIDE = re.compile(r"\s*\([^()]*\)")
_NONE = frozenset(("", "-", "–", "—", "n/a", "none", "tbd", "?", "keine", "ninguno"))


class _Columns(NamedTuple):
    """Indexes; -1: there is none."""

    subject: int
    owner: int
    due: int
    state: int
    next: int


def with_rendered_row(part: DocumentPart) -> DocumentPart:
    """The same part; of a row with such columns the words are a sentence."""
    columns = _read_columns(part.columns) if part.kind is PartKind.ROW else None
    if columns is None or len(part.cells) < MIN_CELLS:
        return part
    subject, owner, due, state, following = (_cell(part, at) for at in columns)
    said = "; ".join(filter(None, (state, following)))
    who = ", ".join(filter(None, (owner, due)))
    if not any(map(str.isalpha, subject)) or not (said or who):
        return part
    told = f"{subject}: {said}" if said else subject
    told = f"{told} ({who})" if who else told
    return replace(part, plain=told[:MAX_CHARACTERS], text=told[:MAX_CHARACTERS])


def row_worth(part: DocumentPart) -> float:
    """Added value: higher where somebody still has to do it, or something comes next."""
    if part.kind is not PartKind.ROW or len(part.cells) < MIN_CELLS:
        return 0.0
    if sum(map(_is_figure, part.cells)) * 2 > len(part.cells):
        return BARE
    if part.is_done or (columns := _read_columns(part.columns)) is None:
        return 0.0
    _, owner, due, state, following = (_cell(part, at) for at in columns)
    is_open = bool(following) or (_OPEN.match(state) is not None if state else owner != "")
    is_open &= _DONE.match(state) is None
    return OPEN + DUE * (due != "") if is_open else 0.0


@lru_cache(maxsize=200)
def _read_columns(names: tuple[str, ...]) -> _Columns | None:
    """None: the columns are of no such table, as one of measurements."""
    if len(names) < MIN_CELLS:
        return None
    names = tuple(_ASIDE.sub("", name) for name in names)
    found = {kind: _find(kind, names) for kind in _COLUMNS}
    taken = set(found.values())
    subject = next((at for at, name in enumerate(names) if at not in taken and name.strip("#°. ")), -1)
    is_such = found["owner"] > 0 or found["state"] > 0 or found["next"] > 0
    if subject < 0 or not is_such:
        return None
    return _Columns(subject, found["owner"], found["due"], found["state"], found["next"])


def _find(kind: str, names: tuple[str, ...]) -> int:
    return next((at for at, name in enumerate(names) if _COLUMNS[kind].match(name)), -1)


def _is_figure(cell: str) -> bool:
    return cell[:1].isdigit() and " " not in cell


def _cell(part: DocumentPart, at: int) -> str:
    text = plain(part.cells[at]) if 0 <= at < len(part.cells) else ""
    return "" if text.lower() in _NONE else text.rstrip(".")

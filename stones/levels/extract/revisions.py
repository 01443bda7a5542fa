"""Statements that a later one of the same text says it changes, moves, replaces or withdraws: no level tells them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from core.text.changes import may_supersede, read_changes, supersedes, takes_back
from core.text.written_dates import days_of

MAX_EARLIER = 400
"""Sentences before a change that are looked at."""


class Statement(NamedTuple):
    text: str
    part: int
    speaker: str
    section: str


def find_revisions(statements: Sequence[Statement]) -> dict[int, list[int]]:
    """The indexes of statements that change earlier ones, each with the indexes of those; in the text's order."""
    found: dict[int, list[int]] = {}
    for at, statement in enumerate(statements):
        find = _last_turn if takes_back(statement.text) else _superseded
        if revised := find(statements, at):
            found[at] = revised
    return found


def changed_statements(statements: Sequence[Statement]) -> dict[int, int]:
    """Of each statement that a later one changes, or the next of its part takes back, the index of that one."""
    found = {old: at for at, earlier in find_revisions(statements).items() for old in earlier}
    for at, (statement, following) in enumerate(pairwise(statements)):
        if statement.part == following.part and takes_back(following.text):
            found[at] = at + 1
    return found


def _superseded(statements: Sequence[Statement], at: int) -> list[int]:
    changes = read_changes(statements[at].text)
    near = [
        other
        for other in (range(max(0, at - MAX_EARLIER), at) if changes else ())
        if not _is_newer(statements[other].section, statements[at].section)
    ]
    for matches in (supersedes, may_supersede):
        found = [i for i in near if any(matches(change, statements[i].text) for change in changes)]
        if found and (matches is supersedes or len(found) == 1):
            return found
    return []


def _last_turn(statements: Sequence[Statement], at: int) -> list[int]:
    """What the same speaker said last before this turn; empty where nobody is named."""
    speaker, part = statements[at].speaker, statements[at].part
    earlier = [i for i in range(max(0, at - MAX_EARLIER), at) if statements[i].part < part]
    own = [i for i in earlier if statements[i].speaker == speaker] if speaker else []
    return [i for i in own if statements[i].part == statements[own[-1]].part]


def _is_newer(section: str, other: str) -> bool:
    """By the days that two headings name: notes may have the latest first."""
    (day, *_), (other_day, *_) = (next(days_of(name), (None,)) for name in (section, other))
    return day is not None and other_day is not None and day > other_day

"""Statements that a later one of the same text says it changes, moves, replaces or withdraws: no level tells them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from core.text.changes import (
    ChangeKind,
    corrects,
    denied_words,
    forbidden_action,
    matter_of,
    may_supersede,
    opposed_words,
    read_changes,
    supersedes,
    takes_back,
    updates,
)
from core.text.stated_values import values_of
from core.text.written_dates import days_of

MAX_EARLIER = 400
"""Sentences before a change that are looked at."""
MAX_CORRECTION = 5
"""Sentences from the one on that says it corrects."""
SURE_WORDS = 2
"""That a correction and what it corrects share; fewer where no other statement shares as many."""
SHARE_RESTATED = 0.5
"""Of the words of a statement, those that a correction says again: it says what holds of them."""
MAX_BEFORE_SPEAKER = 12
"""Characters: `[09:02:11] `."""
MAX_BEFORE_SAID = 60
"""The same to the end of `Lena (support), 3 June, 09:10: `."""
_REQUEST = re.compile(r"\W*(?:can|could|would|will|please|kann|könn\w+|puedes?|podrías?)\b", re.I)
_TIME = re.compile(r"\d:\d\d\b")


@dataclass(frozen=True)
class Statement:
    text: str
    part: int
    speaker: str
    section: str
    spoken: str = ""
    """What a speaker says, without the name; empty: it is not read yet (`with_speech`), or nobody speaks."""

    @property
    def said(self) -> str:
        return self.spoken or self.text

    @property
    def is_timed(self) -> bool:
        """Whether it tells at what time it is said."""
        return _TIME.search(self.text[:MAX_BEFORE_SAID]) is not None

    @property
    def stated(self) -> str:
        """Without a time the name may be that of a thing: "Docs: xgettext now reads Qt 4."."""
        return self.spoken if self.spoken and self.is_timed else self.text

    @cached_property
    def day(self) -> tuple[int, int] | None:
        """Of its section: notes may have the latest first."""
        return next((day for day, _, _ in days_of(self.section)), None)

    def is_newer(self, other: "Statement") -> bool:
        """By the days that their sections name."""
        return self.day is not None and other.day is not None and self.day > other.day


def with_speech(statements: Sequence[Statement]) -> list[Statement]:
    """The same with what is said where somebody speaks more than once; what calls it a change is no speaker."""
    turns = Counter(
        speaker for speaker, _ in {(each.speaker, each.part) for each in statements if each.speaker}
    )
    return [
        replace(each, spoken=_speech(each)) if turns[each.speaker] > 1 and not each.spoken else each
        for each in statements
    ]


def _speech(statement: Statement) -> str:
    label = f"{statement.speaker}: "
    before, _, said = statement.text.partition(label)
    is_speaker = said != "" and len(before) <= MAX_BEFORE_SPEAKER
    return said if is_speaker and not (corrects(label) or read_changes(label)) else ""


def find_revisions(statements: Sequence[Statement]) -> dict[int, list[int]]:
    """The indexes of statements that change earlier ones, each with the indexes of those; in the text's order."""
    found: dict[int, list[int]] = {}
    statements = with_speech(statements)
    for at, statement in enumerate(statements):
        if corrects(statement.said):
            revised = _corrected(statements, at)
            if not revised:
                revised = (_own_turn if takes_back(statement.said) else _superseded)(statements, at)
        else:
            revised = _superseded(statements, at) or _denied(statements, at)
        if revised:
            found[at] = revised
    return found


def changed_statements(statements: Sequence[Statement]) -> dict[int, int]:
    """Of each statement that a later one changes, or the next of its part takes back, the index of that one."""
    found = {old: at for at, earlier in find_revisions(statements).items() for old in earlier}
    for at, (statement, following) in enumerate(pairwise(statements)):
        if statement.part == following.part and takes_back(following.said):
            found[at] = at + 1
    return found


def find_prohibitions(statements: Sequence[Statement]) -> dict[int, list[int]]:
    """In a talk, the statements that forbid what an earlier one asks for or allows, each with the indexes of those."""
    found = {}
    for at, statement in enumerate(statements):
        action = forbidden_action(statement.said)
        # Without a time it may be a list of changes, each after the name of a part.
        least = 1 if statement.is_timed else SURE_WORDS
        revoked = [
            i
            for i in (_earlier(statements, at) if action and statement.speaker else ())
            if action in (matter := matter_of(statements[i].said))
            and len(matter & matter_of(statement.said)) >= least
            and statements[i].speaker
            and not forbidden_action(statements[i].said)
        ]
        if revoked:
            found[at] = revoked
    return found


def is_withdrawal(statement: Statement) -> bool:
    """Whether it says that something no longer holds, and perhaps nothing of what does."""
    changes = read_changes(statement.said)
    return corrects(statement.said) or any(change.kind is ChangeKind.WITHDRAWN for change in changes)


def correction_at(statements: Sequence[Statement], at: int) -> range:
    """The indexes of the statements of a correction: the one that says so, the rest of its part, and what the same
    speaker goes on to say.
    """
    first, stop = statements[at], at + 1
    while stop < min(len(statements), at + MAX_CORRECTION):
        part = statements[stop].part
        is_next = part == statements[stop - 1].part + 1 and first.speaker == statements[stop].speaker != ""
        if part != first.part and not is_next and part != statements[stop - 1].part:
            break
        stop += 1
    return range(at, stop)


def answers_of(statements: Sequence[Statement], at: int, earlier: Sequence[int]) -> list[int]:
    """The indexes of what a correction says: the one that says so, and those that say what holds instead."""
    return [
        i
        for i in correction_at(statements, at)
        if i == at or any(opposed_words(statements[i].said, statements[old].said) for old in earlier)
    ]


def _corrected(statements: Sequence[Statement], at: int) -> list[int]:
    """Those that say of the same matter what a correction denies, restates or gives another value; of those that share
    a word with it alone the only one.
    """
    first, *rest = [statements[i].said for i in correction_at(statements, at)]
    restated = frozenset().union(*map(matter_of, (first, *rest)))
    found, likely, less_likely = [], [], []
    for i in _earlier(statements, at):
        said = statements[i].said
        by_first = opposed_words(first, said)
        opposed = by_first.union(*(opposed_words(each, said) for each in rest))
        again, least = len(restated & matter_of(said)), SHARE_RESTATED * len(matter_of(said))
        # A figure that is not said again may hold.
        is_restated = again >= max(SURE_WORDS, least) and not values_of(said)
        found += [i] * (is_restated or len(opposed) >= SURE_WORDS)
        likely += [i] * bool(by_first)
        less_likely += [i] * bool(opposed)
    only = likely or less_likely
    return sorted({*found, *(only if len(only) == 1 else ())})


def _denied(statements: Sequence[Statement], at: int) -> list[int]:
    """Those that a short update denies."""
    update = statements[at].said
    near = _earlier(statements, at) if updates(update) else ()
    return [i for i in near if len(denied_words(update, statements[i].said)) >= SURE_WORDS]


def _earlier(statements: Sequence[Statement], at: int) -> Iterator[int]:
    for other in range(max(0, at - MAX_EARLIER), at):
        is_question = statements[other].said.endswith(("?", "？"))
        if not is_question and not statements[other].is_newer(statements[at]):
            yield other


def _superseded(statements: Sequence[Statement], at: int) -> list[int]:
    changes = read_changes(statements[at].stated)
    earlier = range(max(0, at - MAX_EARLIER), at) if changes else ()
    near = [
        other
        for other in earlier
        if not statements[other].is_newer(statements[at])
        and statements[other].stated != statements[at].stated
    ]
    for matches in (supersedes, may_supersede):
        found = [i for i in near if any(matches(change, statements[i].stated) for change in changes)]
        if found and (matches is supersedes or len(found) == 1):
            return found
    return []


def _own_turn(statements: Sequence[Statement], at: int) -> list[int]:
    """What the same speaker said before of the same matter, else last; empty where nobody is named."""
    speaker, part = statements[at].speaker, statements[at].part
    earlier = [i for i in range(max(0, at - MAX_EARLIER), at) if statements[i].part < part]
    own = [i for i in earlier if statements[i].speaker == speaker] if speaker else []
    matter = frozenset().union(*(matter_of(statements[i].said) for i in correction_at(statements, at)))
    turns = {statements[i].part for i in own if matter & matter_of(statements[i].said)}
    last = turns.pop() if len(turns) == 1 else statements[own[-1]].part if own else part
    return [i for i in own if statements[i].part == last]

"""Whether a sender's sentence turns round what the text denies, or denies what it says."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from stones.levels.summary.clauses import Clause
from stones.levels.summary.denials import Denial, DenialKind

SCOPE = 4
"""Stems behind a denial that tell what is denied."""
MOST_DENIALS = 30
"""Of one word in the text; what is denied more often is found among the first."""
TOLD = 0.66
"""Share of them that a sentence has to name to speak of the same."""
RETOLD = 0.6
"""Of a clause that only states what is not, the share that has to be told again."""
_BEFORE = frozenset(("before", "bevor", "antes", "avant", "prima"))
"""`Merge before the review` is what `do not merge until the review` forbids; `after the review` is not."""

_PROHIBITS = re.compile(r"\W{0,3}(?:do not|don't|never|must not|nicht|niemals|keine?n?|nunca|no|ne)\s", re.I)


@dataclass(frozen=True, slots=True)
class Turned:
    said: Clause
    source: Clause
    is_denied_there: bool


class Text(Protocol):
    def clauses_about(self, stems: Set[str], *, denying: bool = False) -> list[Clause]: ...


def find_turned(said: Sequence[Clause], text: Text) -> Iterator[Turned]:
    """At most one for each clause that is said."""
    denying = _by_stem(text.clauses_about({stem for clause in said for stem in clause.stems}, denying=True))
    for clause in said:
        found = _turned_to_yes(clause, denying, text) or _turned_to_no(clause, text)
        if found:
            yield found


def _by_stem(clauses: Sequence[Clause]) -> dict[str, list[Clause]]:
    found: dict[str, list[Clause]] = {}
    for clause in clauses:
        for denial in clause.denials:
            if denial.kind is DenialKind.PARTLY:
                continue
            found.setdefault(denial.stems[0], []).append(clause)
    return found


def _turned_to_yes(said: Clause, denying: dict[str, list[Clause]], text: Text) -> Turned | None:
    """`merge in stage 1` where the text has `do not merge in stage 1` and nothing nearer."""
    if said.is_listed or said.is_wish:
        return None
    for stem in said.stems - said.denied:
        for clause in denying.get(stem, ())[:MOST_DENIALS]:
            if said.limits - _BEFORE <= clause.limits and _is_turned(stem, said, clause, text):
                return Turned(said, clause, True)
    return None


def _is_turned(stem: str, said: Clause, denying: Clause, text: Text) -> bool:
    return any(
        denial.stems[0] == stem
        and denial.kind is not DenialKind.PARTLY
        and _is_said(denial, said, denying)
        and not _is_affirmed(said, denial, denying, text)
        for denial in denying.denials
    )


def _is_said(denial: Denial, said: Clause, denying: Clause) -> bool:
    """Whether the clause speaks of what is denied: of most of it, or of nearly nothing else."""
    shared = said.sentence & denying.sentence
    if len(shared) < 2 or (len(shared & denying.stems) < 2 and len(shared) < TOLD * len(denying.sentence)):
        return False
    if denial.kind is DenialKind.LACKS:
        # `No new tables`: the thing itself has to be named, not two words of it here and there.
        many = 2 if len(said.stems) > 2 else 3
        return len(denial.stems) > 1 and _stand_together(denial.stems[:many], said.order)
    if denial.kind is DenialKind.STATES and len(said.stems & denying.stems) < RETOLD * len(denying.stems):
        return False
    scope = denial.stems[:SCOPE]
    stems = said.stems if len(said.stems) > 2 else said.sentence
    nearly_all = len(said.stems & denying.stems) >= max(3, 0.75 * len(said.stems))
    return nearly_all or sum(stem in stems for stem in scope) >= TOLD * len(scope)


def _stand_together(stems: tuple[str, ...], order: tuple[str, ...]) -> bool:
    return any(order[at : at + len(stems)] == stems for at in range(len(order)))


def _is_affirmed(said: Clause, denial: Denial, denying: Clause, text: Text) -> bool:
    """Whether the text says it elsewhere without denying it, with as many of the words."""
    common = said.sentence & frozenset(denial.stems[:SCOPE])
    shared = len(said.sentence & denying.stems)
    return any(
        common <= each.stems - each.denied
        and not each.is_listed
        and not each.is_wish
        and len(said.sentence & each.stems) >= shared
        for each in text.clauses_about(said.sentence & denying.stems)
    )


def _turned_to_no(said: Clause, text: Text) -> Turned | None:
    """`do not run the checks` where the text has `run the checks` and denies nothing of the kind."""
    if not _PROHIBITS.match(said.text):
        return None
    for denial in said.denials:
        if denial.kind is not DenialKind.FORBIDS or len(denial.stems) < 2:
            continue
        clauses = [
            each for each in text.clauses_about(frozenset(denial.stems)) if denial.stems[0] in each.stems
        ]
        if any(each.denials or each.is_limited for each in clauses):
            continue
        for clause in clauses:
            if not clause.is_wish and _is_said(denial, clause, said):
                return Turned(said, clause, False)
    return None

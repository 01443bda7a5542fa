"""Whether a sender's sentence affirms what the text denies, or denies what it says."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from stones.levels.summary.clauses import Clause
from stones.levels.summary.commands import Ban, Command, read_bans, read_commands
from stones.levels.summary.denials import Denial, DenialKind

SCOPE = 4
"""Stems after a denial that say what is denied."""
MAX_DENIALS = 30
"""Of one word in the text; further ones are not compared."""
STATED_SHARE = 0.66
"""Share of them that a sentence must contain to be about the same."""
STATED_SHARE_OF_CLAUSE = 0.75
"""The same of the whole clause, where only one stem is denied."""
RESTATED_SHARE = 0.6
"""For a clause that only states that something is not so, the share that must be repeated."""
_BEFORE = frozenset(("before", "bevor", "antes", "avant", "prima"))
"""`Merge before the review` is what `do not merge until the review` forbids; `after the review` is not."""

_LATER = re.compile(r"\b(?:from|as of|starting)\s", re.I)
_UNTIL = frozenset(("before", "until", "till"))
"""`Paid from January` is not what `can't be paid before January` denies."""
_PROHIBITS = re.compile(r"\W{0,3}(?:do not|don't|never|must not|nicht|niemals|keine?n?|nunca|no|ne)\s", re.I)


@dataclass(frozen=True, slots=True)
class Contradiction:
    statement: Clause
    source: Clause
    is_denied_there: bool


class ClauseIndex(Protocol):
    def clauses_about(self, stems: Set[str], *, denying: bool = False, least: int = 2) -> list[Clause]: ...

    @property
    def holding_clauses(self) -> Sequence[Clause]: ...


def find_contradictions(statement: Sequence[Clause], text: ClauseIndex) -> Iterator[Contradiction]:
    """At most one for each clause of the statement."""
    denying = _by_stem(
        text.clauses_about({stem for clause in statement for stem in clause.stems}, denying=True)
    )
    mentioned = frozenset(stem for clause in statement for stem in clause.stems)
    denied = frozenset(stem for clause in statement for stem in clause.denied)
    for clause in statement:
        found = (
            _affirms_denied(clause, denying, text)
            or _denies_stated(clause, text)
            or _commands_forbidden(clause, mentioned, denied, text)
        )
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


def _affirms_denied(
    statement: Clause, denying: dict[str, list[Clause]], text: ClauseIndex
) -> Contradiction | None:
    """`merge in stage 1` where the text has `do not merge in stage 1` and nothing nearer."""
    if statement.is_listed or statement.is_wish:
        return None
    is_later = _LATER.search(statement.text) is not None
    for stem in statement.stems - statement.denied:
        for clause in denying.get(stem, ())[:MAX_DENIALS]:
            if is_later and not clause.limits.isdisjoint(_UNTIL):
                continue
            if statement.limits - _BEFORE <= clause.limits and _contradicts(stem, statement, clause, text):
                return Contradiction(statement, clause, True)
    return None


def _contradicts(stem: str, statement: Clause, denying: Clause, text: ClauseIndex) -> bool:
    return any(
        denial.stems[0] == stem
        and denial.kind is not DenialKind.PARTLY
        and _is_same_statement(denial, statement, denying)
        and not _is_affirmed(statement, denial, denying, text)
        for denial in denying.denials
    )


def _is_same_statement(denial: Denial, statement: Clause, denying: Clause) -> bool:
    """Whether the clause is about what is denied: about most of it, or about nearly nothing else."""
    shared = statement.sentence & denying.sentence
    if len(shared) < 2 or (
        len(shared & denying.stems) < 2 and len(shared) < STATED_SHARE * len(denying.sentence)
    ):
        return False
    if denial.kind is DenialKind.LACKS:
        # `No new tables`: the thing itself has to be named, not two words of it here and there.
        many = 2 if len(statement.stems) > 2 else 3
        return len(denial.stems) > 1 and _are_adjacent(denial.stems[:many], statement.order)
    if denial.kind is DenialKind.STATES and len(statement.stems & denying.stems) < RESTATED_SHARE * len(
        denying.stems
    ):
        return False
    scope = denial.stems[:SCOPE]
    if len(scope) == 1 and len(shared & denying.stems) < STATED_SHARE_OF_CLAUSE * len(denying.stems):
        return False  # "acetate reels must never be baked" says nothing of polyester reels
    stems = statement.stems if len(statement.stems) > 2 else statement.sentence
    nearly_all = len(statement.stems & denying.stems) >= max(3, 0.75 * len(statement.stems))
    return nearly_all or sum(stem in stems for stem in scope) >= STATED_SHARE * len(scope)


def _are_adjacent(stems: tuple[str, ...], order: tuple[str, ...]) -> bool:
    return any(order[at : at + len(stems)] == stems for at in range(len(order)))


def _is_affirmed(statement: Clause, denial: Denial, denying: Clause, text: ClauseIndex) -> bool:
    """Whether the text says it elsewhere without denying it, with as many of the words."""
    common = statement.sentence & frozenset(denial.stems[:SCOPE])
    shared = len(statement.sentence & denying.stems)
    return any(
        common <= each.stems - each.denied
        and not each.is_listed
        and not each.is_wish
        and len(statement.sentence & each.stems) >= shared
        for each in text.clauses_about(statement.sentence & denying.stems)
    )


def _denies_stated(statement: Clause, text: ClauseIndex) -> Contradiction | None:
    """`do not run the checks` where the text has `run the checks` and denies nothing of the kind."""
    if not _PROHIBITS.match(statement.text):
        return None
    for denial in statement.denials:
        if denial.kind is not DenialKind.FORBIDS or len(denial.stems) < 2:
            continue
        clauses = [
            each for each in text.clauses_about(frozenset(denial.stems)) if denial.stems[0] in each.stems
        ]
        if any(each.denials or each.is_limited for each in clauses):
            continue
        for clause in clauses:
            is_command = any(each.verb == denial.stems[0] for each in read_commands(clause))
            if is_command and not clause.is_wish and _is_same_statement(denial, clause, statement):
                return Contradiction(statement, clause, False)
    return None


def _commands_forbidden(
    statement: Clause, mentioned: Set[str], denied: Set[str], text: ClauseIndex
) -> Contradiction | None:
    """`merge it now` where the text has `do not merge before the review`, or `run it` where it holds the migration.

    `mentioned` and `denied`: the stems of all of the sender's clauses, and those that they deny.
    """
    for command in read_commands(statement):
        if command.verb in denied:
            # They say the ban themselves: this is what remains allowed.
            continue
        clauses = text.clauses_about({command.verb}, denying=True, least=1)
        for ban in (ban for clause in [*clauses, *text.holding_clauses] for ban in read_bans(clause)):
            if ban.forbids(command, mentioned) and not _is_commanded(command, ban, text):
                return Contradiction(statement, ban.clause, True)
    return None


def _is_commanded(command: Command, ban: Ban, text: ClauseIndex) -> bool:
    """Whether the text itself says so anywhere, without a condition."""
    objects = command.objects | ban.objects
    return any(
        each.verb == command.verb and (not objects or not objects.isdisjoint(each.objects))
        for clause in text.clauses_about({command.verb}, least=1)
        for each in read_commands(clause)
    )

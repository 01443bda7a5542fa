"""Whether a sender's clause says the opposite of what the text says of the same: on for off, before for after."""

from collections.abc import Iterator, Sequence

from core.text.opposite_states import stated_sides
from stones.levels.summary.clauses import Clause
from stones.levels.summary.contradictions import ClauseIndex, Contradiction
from stones.levels.summary.word_stems import content_stems

MIN_SHARED = 2
"""Stems beside the opposites; all those of the sender's clause stand in the text's."""


def find_opposites(statement: Sequence[Clause], text: ClauseIndex) -> Iterator[Contradiction]:
    """At most one for each clause; none where either denies something or wishes it."""
    for clause in statement:
        sides = _sides(clause)
        if not sides or clause.denials or clause.is_wish or clause.is_listed:
            continue
        rest = clause.stems - _stems_of_sides(clause)
        if len(rest) < MIN_SHARED:
            continue
        about = [each for each in text.clauses_about(rest) if rest <= each.stems and not each.is_wish]
        if any(not each.denials and _shares_side(sides, _sides(each)) for each in about):
            continue
        for each in about:
            if not each.denials and not each.is_listed and _is_opposite(sides, _sides(each)):
                yield Contradiction(clause, each, False)
                break


def _sides(clause: Clause) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for each in stated_sides(clause.text.lower()):
        found.setdefault(each.key, set()).add(each.side)
    return found


def _stems_of_sides(clause: Clause) -> set[str]:
    text = clause.text.lower()
    return {stem for each in stated_sides(text) for stem in content_stems(text[each.start : each.end])}


def _shares_side(sides: dict[str, set[int]], others: dict[str, set[int]]) -> bool:
    return any(not given.isdisjoint(others.get(key, ())) for key, given in sides.items())


def _is_opposite(sides: dict[str, set[int]], others: dict[str, set[int]]) -> bool:
    return any(key in others and given.isdisjoint(others[key]) for key, given in sides.items())

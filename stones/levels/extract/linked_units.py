"""Which spans stand with the one behind them or nowhere: what that one turns, rejects, forbids or answers."""

from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from stones.levels.document_parts import PartKind
from stones.levels.extract import sentence_context as context
from stones.levels.extract.verdicts import is_of_others, turns_round, wishes

if TYPE_CHECKING:
    from stones.levels.extract.extract_units import Unit

MAX_TO_VERDICT = 3
"""Sentences from what somebody proposes to what became of it."""


def link_turns(units: Sequence["Unit"]) -> None:
    for unit, following in pairwise(units):
        forbids_it = following.before is unit and context.forbids_it(following.text)
        is_same = (unit.part, unit.at + 1) == (following.part, following.at)
        is_next = (unit.part + 1, 0) == (following.part, following.at) and unit.trail == following.trail
        is_running = is_next and unit.kind is following.kind is PartKind.TEXT
        if forbids_it:
            _link_chain(following)
        elif (is_same or is_running) and context.turns_previous(following.text, is_same_part=is_same):
            unit.turn, unit.is_prose = following, False
            following.before = following.before or unit
            following.worth = max(following.worth, unit.worth)
            following.headline = max(following.headline, unit.headline)
    for at in range(len(units) - 2):
        _link_verdict(units[at : at + MAX_TO_VERDICT + 1])


def _link_chain(last: "Unit") -> None:
    """All that it leans on stands with it."""
    while (before := last.before) is not None:
        before.turn, before.is_prose = last, False
        last.worth, last.headline = max(last.worth, before.worth), max(last.headline, before.headline)
        last = before


def _link_verdict(units: Sequence["Unit"]) -> None:
    """What somebody proposes or wants stands with all up to the verdict on it, further on in its part."""
    first, *others = units
    if first.turn or not (is_of_others(first.text) or wishes(first.text)):
        return
    own = [*takewhile(lambda unit: unit.part == first.part, others)]
    last = next((at for at, unit in enumerate(own) if turns_round(unit.text)), 0)
    for unit, following in pairwise(units[: last + 2] if last else ()):
        unit.turn, unit.is_prose, following.before = following, False, unit

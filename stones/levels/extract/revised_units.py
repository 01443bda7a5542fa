"""What becomes of the spans that a later one changes, and of the one that says so."""

from collections.abc import Sequence

from core.text.changes import corrects, takes_back
from stones.levels.document_parts import ParsedDocument
from stones.levels.extract.revisions import (
    Statement,
    answers_of,
    correction_at,
    find_prohibitions,
    find_revisions,
    is_withdrawal,
    with_speech,
)
from stones.levels.extract.unit import Unit

REVISION_WORTH = 0.2


def without_revised(units: list[Unit], document: ParsedDocument, *, is_talk: bool) -> list[Unit]:
    """Those that no later one changes; what changes one is worth more, and what corrects one unknown turns the rest."""
    statements = with_speech([_as_statement(unit, document) for unit in units])
    revisions = find_revisions(statements)
    for at, unit in enumerate(units):
        if at in revisions:
            _raise_revision(units, statements, at, revisions[at])
        elif corrects(statements[at].said) and not (unit.at and takes_back(statements[at].said)):
            _raise_revision(units, statements, at, ())
    if is_talk:
        for at, earlier in find_prohibitions(statements).items():
            _raise_revision(units, statements, at, earlier)
            units[at].is_prose = True
            for old in earlier:
                units[old].turn, units[old].is_prose = units[at], False
    revised = {at for earlier in revisions.values() for at in earlier}
    for unit in units:
        if unit.before is not None and any(units[at] is unit.before for at in revised):
            unit.before, unit.is_prose = None, False
    return [unit for at, unit in enumerate(units) if at not in revised]


def _as_statement(unit: Unit, document: ParsedDocument) -> Statement:
    speaker = document.parts[unit.part].label if unit.part >= 0 else ""
    return Statement(unit.text, unit.part, speaker, "".join(unit.trail[-1:]))


def _raise_revision(
    units: Sequence[Unit], statements: Sequence[Statement], at: int, earlier: Sequence[int]
) -> None:
    """What takes something back is told wherever the old state would have been, above all what it says instead; with
    no `earlier`, as nobody knows what it is, first of all.
    """
    units[at].worth += REVISION_WORTH * min(len(earlier), 2)
    if not is_withdrawal(statements[at]):
        return
    said = [i for i in correction_at(statements, at) if units[i].is_prose]
    for i in said[:1] if not earlier else ():
        units[i].is_turning, units[i].before = True, units[at] if i == at + 1 else units[i].before
    for i in answers_of(statements, at, earlier) if earlier else ():
        most = max(units[old].worth for old in earlier) + REVISION_WORTH * (1.5 if i != at else 1)
        units[i].worth = max(units[i].worth, most)
        units[i].headline = max([units[i].headline, *(units[old].headline for old in earlier)])

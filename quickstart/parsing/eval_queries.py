"""Evaluation questions with their right answers, one per line."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.text.file_faults import Fault
from core.text.storable_text import storable_line
from quickstart.kinds import Intent
from quickstart.parsing.parsed_content import Json


class QuickstartEvalKind(StrEnum):
    """The format of the lines, and whether entries or skills are the right answers."""

    SKILLS = "skills"
    QA = "qa"
    FAQ = "faq"


class EvalScope(StrEnum):
    INSIDE = "inside"
    NEAR = "near"
    """Out of scope, but about the same subjects."""
    FAR = "far"


@dataclass(frozen=True, slots=True)
class QuickstartEvalQuery:
    query: str
    relevant: frozenset[str]
    """Ids of entries, or ids or files of skills; any of them is right. Empty out of scope."""
    scope: EvalScope
    intents: frozenset[str] = frozenset()
    """Any of them is right; empty if the line does not say."""


def read_queries(
    lines: Sequence[str], kind: QuickstartEvalKind, *, file: str = ""
) -> tuple[list[QuickstartEvalQuery], list[Fault]]:
    """Blank lines are skipped. A line that cannot be read becomes a fault; the others are still read."""
    queries, faults = [], []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
            if not isinstance(fields, dict):
                raise ValueError("not an object")
            queries.append(
                _parse_faq(fields) if kind == QuickstartEvalKind.FAQ else _parse_query(fields, kind)
            )
        except (ValueError, RecursionError) as error:
            faults.append(Fault(file, number, "", str(error)))
    return queries, faults


def _parse_query(fields: dict[str, Json], kind: QuickstartEvalKind) -> QuickstartEvalQuery:
    """Raises ValueError with a readable message."""
    if kind == QuickstartEvalKind.SKILLS:
        relevant = _names(fields, "relevant_skills")
    else:
        expected = fields.get("expected_id")
        if not isinstance(expected, str | None):
            raise ValueError('"expected_id" must be text')
        relevant = _names(fields, "acceptable_ids") | ({expected} if expected else set())
    outside = fields.get("out_of_scope", False)
    if not isinstance(outside, bool):
        raise ValueError('"out_of_scope" must be true or false')
    intents = _names(fields, "acceptable_intents")
    if (intent := fields.get("intent")) is not None:
        if not isinstance(intent, str):
            raise ValueError('"intent" must be text')
        intents |= {intent}
    if unknown := sorted(intents - {str(each) for each in Intent}):
        raise ValueError(f"{unknown[0]!r} is no intent; there are: {', '.join(Intent)}")
    query = _text(fields, "query")
    names = '"relevant_skills"' if kind == QuickstartEvalKind.SKILLS else '"expected_id" or "acceptable_ids"'
    return _query(query, relevant, EvalScope.FAR if outside else EvalScope.INSIDE, frozenset(intents), names)


def _parse_faq(fields: dict[str, Json]) -> QuickstartEvalQuery:
    """Raises ValueError with a readable message."""
    scope = fields.get("oos")
    if scope not in (None, EvalScope.NEAR, EvalScope.FAR):
        raise ValueError('"oos" must be "near", "far" or null')
    relevant = _names(fields, "gold")
    return _query(
        _text(fields, "text"), relevant, EvalScope(scope or EvalScope.INSIDE), frozenset(), '"gold"'
    )


def _query(
    query: str, relevant: set[str], scope: EvalScope, intents: frozenset[str], names: str
) -> QuickstartEvalQuery:
    if scope == EvalScope.INSIDE and not relevant:
        raise ValueError(f"a question in scope needs {names}")
    return QuickstartEvalQuery(
        query, frozenset(relevant) if scope == EvalScope.INSIDE else frozenset(), scope, intents
    )


def _names(fields: dict[str, Json], name: str) -> set[str]:
    found = fields.get(name)
    if found is None:
        return set()
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise ValueError(f'"{name}" must be a list of texts')
    return {str(each) for each in found}


def _text(fields: dict[str, Json], name: str) -> str:
    """On one line, as questions are normalized; lone surrogates and NULs become replacement characters."""
    found = fields.get(name)
    if not isinstance(found, str):
        raise ValueError(f'a line needs a "{name}"')
    if not (words := storable_line(found)):
        raise ValueError(f'"{name}" is empty')
    return words

"""Questions with their right answers, one a line, for measuring how well a collection answers."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from quickstart.kinds import Intent
from quickstart.reading.model import Json
from texts.faults import Fault


class Kind(StrEnum):
    """How the lines are written, and whether entries or skills are right."""

    SKILLS = "skills"
    QA = "qa"
    FAQ = "faq"


class Scope(StrEnum):
    INSIDE = "inside"
    NEAR = "near"
    """Out of scope, but about the same matters."""
    FAR = "far"


@dataclass(frozen=True, slots=True)
class EvalQuery:
    query: str
    wanted: frozenset[str]
    """Ids of entries, or ids or files of skills: any of them is right. Empty out of scope."""
    scope: Scope
    intents: frozenset[str] = frozenset()
    """Any of them is right; empty where the line does not say."""


def read_queries(lines: Sequence[str], kind: Kind, *, file: str = "") -> tuple[list[EvalQuery], list[Fault]]:
    """Blank lines are passed over. A line that cannot be read is a fault, and the others are read."""
    queries, faults = [], []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            given = json.loads(line)
            if not isinstance(given, dict):
                raise ValueError("not an object")
            queries.append(_faq(given) if kind == Kind.FAQ else _asked(given, kind))
        except (ValueError, RecursionError) as error:
            faults.append(Fault(file, number, "", str(error)))
    return queries, faults


def _asked(given: dict[str, Json], kind: Kind) -> EvalQuery:
    """Raises ValueError in plain words."""
    if kind == Kind.SKILLS:
        wanted = _names(given, "relevant_skills")
    else:
        expected = given.get("expected_id")
        if not isinstance(expected, str | None):
            raise ValueError('"expected_id" must be text')
        wanted = _names(given, "acceptable_ids") | ({expected} if expected else set())
    outside = given.get("out_of_scope", False)
    if not isinstance(outside, bool):
        raise ValueError('"out_of_scope" must be true or false')
    intents = _names(given, "acceptable_intents")
    if (intent := given.get("intent")) is not None:
        if not isinstance(intent, str):
            raise ValueError('"intent" must be text')
        intents |= {intent}
    if unknown := sorted(intents - {str(each) for each in Intent}):
        raise ValueError(f"{unknown[0]!r} is no intent; there are: {', '.join(Intent)}")
    query = _text(given, "query")
    names = '"relevant_skills"' if kind == Kind.SKILLS else '"expected_id" or "acceptable_ids"'
    return _query(query, wanted, Scope.FAR if outside else Scope.INSIDE, frozenset(intents), names)


def _faq(given: dict[str, Json]) -> EvalQuery:
    """Raises ValueError in plain words."""
    scope = given.get("oos")
    if scope not in (None, Scope.NEAR, Scope.FAR):
        raise ValueError('"oos" must be "near", "far" or null')
    wanted = _names(given, "gold")
    return _query(_text(given, "text"), wanted, Scope(scope or Scope.INSIDE), frozenset(), '"gold"')


def _query(query: str, wanted: set[str], scope: Scope, intents: frozenset[str], names: str) -> EvalQuery:
    if scope == Scope.INSIDE and not wanted:
        raise ValueError(f"a question in scope needs {names}")
    return EvalQuery(query, frozenset(wanted) if scope == Scope.INSIDE else frozenset(), scope, intents)


def _names(given: dict[str, Json], name: str) -> set[str]:
    found = given.get(name)
    if found is None:
        return set()
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise ValueError(f'"{name}" must be a list of texts')
    return {str(each) for each in found}


def _text(given: dict[str, Json], name: str) -> str:
    """On one line, as a question is asked; half characters and NULs as the marks that stand for them."""
    found = given.get(name)
    if not isinstance(found, str):
        raise ValueError(f'a line needs a "{name}"')
    plain = found.encode(errors="replace").decode().replace("\x00", " ")
    if not (words := plain.split()):
        raise ValueError(f'"{name}" is empty')
    return " ".join(words)

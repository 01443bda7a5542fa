"""Questions with their right notes, one a line, for measuring how well a brain finds them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from texts.faults import Fault


class Kind(StrEnum):
    """What a question should be answered from; nothing here answers NONE."""

    NOTES = "notes"
    NONE = "none"
    PROFILE = "profile"


@dataclass(frozen=True, slots=True)
class EvalQuery:
    query: str
    kind: Kind
    wanted: frozenset[str]
    """Of NOTES: names of files as they were imported, any of which is right. Else empty."""
    excerpt: str
    """What should be found, verbatim but for white space; empty where the line does not say."""


def read_queries(lines: Sequence[str], *, file: str = "") -> tuple[list[EvalQuery], list[Fault]]:
    """Blank lines are passed over. A line that cannot be read is a fault, and the others are read."""
    queries, faults = [], []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            queries.append(_query(json.loads(line)))
        except (ValueError, RecursionError) as error:
            faults.append(Fault(file, number, "", str(error)))
    return queries, faults


def _query(given: Any) -> EvalQuery:
    """Raises ValueError in plain words."""
    if not isinstance(given, dict):
        raise ValueError("not an object")
    query, excerpt = _text(given, "query"), _text(given, "excerpt")
    if not query:
        raise ValueError('a line needs a "query" that is not empty')
    if (kind := given.get("kind")) not in list(Kind):
        raise ValueError(f'"kind" must be one of {", ".join(Kind)}, not {kind!r}')
    wanted = given.get("relevant_notes", [])
    if not isinstance(wanted, list) or not all(isinstance(each, str) and each for each in wanted):
        raise ValueError('"relevant_notes" must be a list of file names')
    if kind == Kind.NOTES and not wanted:
        raise ValueError('a question of the kind "notes" needs "relevant_notes"')
    if kind != Kind.NOTES and wanted:
        raise ValueError(f'a question of the kind "{kind}" has no "relevant_notes"')
    return EvalQuery(query, Kind(kind), frozenset(wanted), excerpt)


def _text(given: dict[str, Any], name: str) -> str:
    """On one line, as a question is asked; half characters and NULs as the marks that stand for them."""
    found = given.get(name) or ""
    if not isinstance(found, str):
        raise ValueError(f'"{name}" must be text')
    return " ".join(found.encode(errors="replace").decode().replace("\x00", " ").split())

"""Evaluation questions with their expected notes, one per line."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.text.file_faults import Fault
from core.text.storable_text import storable_line


class ExpectedSource(StrEnum):
    """The source that should answer a question; NONE: nothing should."""

    NOTES = "notes"
    NONE = "none"
    PROFILE = "profile"


@dataclass(frozen=True, slots=True)
class NoteEvalQuery:
    query: str
    kind: ExpectedSource
    relevant_notes: frozenset[str]
    """For NOTES: imported file names, any of which is right. Otherwise empty."""
    excerpt: str
    """The text to be found, verbatim but for white space; empty where the line does not say."""


def read_queries(lines: Sequence[str], *, file: str = "") -> tuple[list[NoteEvalQuery], list[Fault]]:
    """Blank lines are skipped. A line that cannot be read becomes a fault; the others are still read."""
    queries, faults = [], []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            queries.append(_query(json.loads(line)))
        except (ValueError, RecursionError) as error:
            faults.append(Fault(file, number, "", str(error)))
    return queries, faults


def _query(row: Any) -> NoteEvalQuery:
    """Raises ValueError with a readable message."""
    if not isinstance(row, dict):
        raise ValueError("not an object")
    query, excerpt = _text(row, "query"), _text(row, "excerpt")
    if not query:
        raise ValueError('a line needs a "query" that is not empty')
    if (kind := row.get("kind")) not in list(ExpectedSource):
        raise ValueError(f'"kind" must be one of {", ".join(ExpectedSource)}, not {kind!r}')
    relevant_notes = row.get("relevant_notes", [])
    if not isinstance(relevant_notes, list) or not all(
        isinstance(each, str) and each for each in relevant_notes
    ):
        raise ValueError('"relevant_notes" must be a list of file names')
    if kind == ExpectedSource.NOTES and not relevant_notes:
        raise ValueError('a question of the kind "notes" needs "relevant_notes"')
    if kind != ExpectedSource.NOTES and relevant_notes:
        raise ValueError(f'a question of the kind "{kind}" has no "relevant_notes"')
    return NoteEvalQuery(query, ExpectedSource(kind), frozenset(relevant_notes), excerpt)


def _text(row: dict[str, Any], name: str) -> str:
    """On one line, as questions are normalized; lone surrogates and NULs become replacement characters."""
    found = row.get(name) or ""
    if not isinstance(found, str):
        raise ValueError(f'"{name}" must be text')
    return storable_line(found)

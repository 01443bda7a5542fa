"""Numbered next steps: the first that is still open is the next one, however its words weigh."""

import re
from collections.abc import Sequence

from stones.levels.author_rules import RuleKind, label_kind
from stones.levels.document_parts import DocumentPart, PartKind
from stones.levels.extract.unit import Unit

AHEAD = 0.1
"""Added to the best of the others."""
_ORDER = re.compile(r"\b(?:order|priorit\w+|sequence|reihenfolge|orden|ordre)\b", re.I)


def prefer_first_steps(units: Sequence[Unit], parts: Sequence[DocumentPart]) -> None:
    """Raises the first open step of each list of them above the others."""
    lists: dict[tuple[tuple[str, ...], str], list[Unit]] = {}
    for unit in units:
        part = parts[unit.part] if unit.part >= 0 else None
        if part and unit.at == 0 and part.number and not part.is_done and unit.is_prose and _is_next(part):
            lists.setdefault((part.trail, part.parent), []).append(unit)
    for steps in lists.values():
        first = min(steps, key=lambda unit: unit.part)
        best = max(unit.worth + unit.headline for unit in steps)
        if first.worth + first.headline < best:
            first.headline = best + AHEAD - first.worth


def _is_next(part: DocumentPart) -> bool:
    is_top = part.kind is PartKind.ITEM and part.depth == 0
    is_ordered = any(_ORDER.search(name) for name in (part.section, part.parent))
    return is_top and (is_ordered or label_kind(part) is RuleKind.NEXT)

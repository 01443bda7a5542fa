"""The tree of the specification's example, and ways to fill it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from quickstart.coverage.build_report import build_report
from quickstart.coverage.coverage_model import CoverageReport, NodeReport, PlacedEntry, PlacedSkill, walk

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
TUESDAY = datetime(2026, 3, 3, 9, tzinfo=UTC)

TREE = [
    ("Compilation",),
    ("Compilation", "Targets"),
    ("Compilation", "Targets", "bash"),
    ("Compilation", "Targets", "rust"),
    ("Compilation", "Data"),
    ("Compilation", "Data", "Input Sources"),
    ("Compilation", "Data", "Input Sources", "JSON"),
    ("Compilation", "Data", "Input Sources", "XML"),
    ("Mindmap",),
    ("Mindmap", "Linking"),
    ("Mindmap", "Index Formats"),
    ("Mindmap", "Index Formats", "JSON"),
]


def entry(*path: str, name: str = "qa", **fields: Any) -> PlacedEntry:
    given: dict[str, Any] = {
        "id": name,
        "question": f"What of {path[-1] if path else 'it'}?",
        "path": path,
        "level": 3,
    }
    return PlacedEntry(**(given | fields))


def skill(*path: str, name: str = "skill_x", **fields: Any) -> PlacedSkill:
    return PlacedSkill(**({"id": name, "title": name, "path": path} | fields))


def cover(
    entries: Sequence[PlacedEntry] = (),
    skills: Sequence[PlacedSkill] = (),
    nodes: Sequence[tuple[str, ...]] = TREE,
) -> CoverageReport:
    return build_report(nodes=nodes, entries=entries, skills=skills)


def line(report: CoverageReport, *path: str) -> NodeReport:
    """The node's own line, not its General."""
    return next(node for node, _, _ in walk(report.roots) if node.path == path and not node.is_general)

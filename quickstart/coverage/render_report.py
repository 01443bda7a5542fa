"""The report as text, in the layout of the specification ("Tree Coverage Report"), and as JSON."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from quickstart.coverage.coverage_model import (
    CoverageGap,
    CoverageReport,
    CoverageStatus,
    LevelCount,
    Misplaced,
    NodeReport,
    StaleEntry,
    round_percent,
    walk,
)
from quickstart.parsing.parsed_content import Json

TITLE = "Capability Tree Coverage"
LEGEND = "Legend: ✓ = fully covered, ! = needs attention"
_MARKS = {CoverageStatus.COVERED: " ✓", CoverageStatus.NEEDS_ATTENTION: " !", CoverageStatus.PARTIAL: ""}
_MAX_LISTED = 200
"""Lines of a section; it says how many more there are."""


@dataclass(frozen=True, slots=True)
class CoverageFigures:
    made: datetime
    percent: float
    nodes: int
    covered: int
    gaps: int
    entries: int
    skills: int

    @property
    def display_percent(self) -> int:
        return round_percent(self.percent)


def as_text(report: CoverageReport, trend: Sequence[CoverageFigures] = ()) -> str:
    """Tree and legend, then what is missing. `trend`: earlier figures, newest first."""
    parts = [heading(TITLE, "="), tree_text(report.roots), LEGEND, *_sections(report, trend)]
    return "\n\n".join(part for part in parts if part) + "\n"


def tree_text(roots: Sequence[NodeReport]) -> str:
    """One paragraph per root, its nodes below it as a box drawing."""
    lines: list[str] = []
    # For each depth: whether the branch being drawn goes on below.
    rails: list[str] = []
    for node, depth, is_last in walk(roots):
        node_text = f"{node.label} [{node.display_percent}%]{_MARKS[node.status]}"
        if depth == 0:
            lines += ["", node_text] if lines else [node_text]
            continue
        lines.append(f"{''.join(rails[: depth - 1])}{'└── ' if is_last else '├── '}{node_text}")
        rails[depth - 1 :] = ["    " if is_last else "│   "]
    return "\n".join(lines)


def gaps_text(gaps: Sequence[CoverageGap]) -> str:
    return _section(
        "Gaps", (f"{gap.severity}: {format_path(gap.path)}: {gap.suggestion}" for gap in gaps), len(gaps)
    )


def format_path(path: Sequence[str]) -> str:
    return " › ".join(path) or "the whole tree"


def heading(words: str, line: str = "-") -> str:
    return f"{words}\n{line * len(words)}"


def _sections(report: CoverageReport, trend: Sequence[CoverageFigures]) -> Iterator[str]:
    yield gaps_text(report.gaps)
    yield _section("Orphans: at no place of the tree", map(_orphan, report.orphans), len(report.orphans))
    yield _section(
        "Counted at the place that their path nearly names",
        (
            f"{each.kind} {each.id}: {format_path(each.path)} → {format_path(each.node)}"
            for each in report.nearly_placed
        ),
        len(report.nearly_placed),
    )
    yield _section(
        "Places without a skill", map(format_path, report.without_skill), len(report.without_skill)
    )
    levels = (
        f"level {each.level} {each.name}: {each.count} ({each.target}; {each.words})"
        for each in report.levels
    )
    yield _section("Balance over levels", levels, len(report.levels), counted=False)
    stale = (
        f"{each.entry_id}: reviewed {each.reviewed:%Y-%m-%d}, {each.skill_id} changed {each.changed:%Y-%m-%d}"
        for each in report.stale
    )
    yield _section("Freshness: skills that changed after the review", stale, len(report.stale))
    yield _section("Trend", _trend(trend), len(trend), counted=False)


def _section(title: str, lines: Iterable[str], count: int, *, counted: bool = True) -> str:
    """Empty if there is nothing to list."""
    if not count:
        return ""
    listed = [f"- {line}" for _, line in zip(range(_MAX_LISTED), lines, strict=False)]
    if count > _MAX_LISTED:
        listed.append(f"- … and {count - _MAX_LISTED} more")
    return "\n".join([heading(f"{title} ({count})" if counted else title), "", *listed])


def _orphan(orphan: Misplaced) -> str:
    placed = format_path(orphan.path) if orphan.path else "no path"
    return f"{orphan.kind} {orphan.id}: {placed}" + (
        f" (nearest: {format_path(orphan.node)})" if orphan.node else ""
    )


def _trend(points: Sequence[CoverageFigures]) -> Iterator[str]:
    for point in points:
        yield (
            f"{point.made:%Y-%m-%d}: {point.display_percent}%, {point.covered} of {point.nodes} places covered, "
            f"gaps: {point.gaps}, entries: {point.entries}, skills: {point.skills}"
        )


def as_json(report: CoverageReport, trend: Sequence[CoverageFigures] = ()) -> dict[str, Json]:
    """The whole report; `tree` is nested by `children`, times are ISO 8601."""
    return {
        "percent": round(report.percent, 2),
        "nodes": report.nodes,
        "covered": report.covered,
        "entries": report.entries,
        "drafts": report.drafts,
        "skills": report.skills,
        "tree": [_node_json(root) for root in report.roots],
        "gaps": gaps_json(report.gaps),
        "orphans": [_misplaced_json(each) for each in report.orphans],
        "nearly_placed": [_misplaced_json(each) for each in report.nearly_placed],
        "nodes_without_skill": [list(path) for path in report.without_skill],
        "levels": [_level_json(each) for each in report.levels],
        "stale": [_stale_json(each) for each in report.stale],
        "trend": [_point_json(point) for point in trend],
    }


def gaps_json(gaps: Sequence[CoverageGap]) -> list[Json]:
    return [
        {"path": list(gap.path), "severity": str(gap.severity), "suggestion": gap.suggestion} for gap in gaps
    ]


def _misplaced_json(each: Misplaced) -> dict[str, Json]:
    return {"kind": each.kind, "id": each.id, "path": list(each.path), "node": list(each.node)}


def _node_json(node: NodeReport) -> dict[str, Json]:
    return {
        "label": node.label,
        "path": list(node.path),
        "percent": round(node.percent, 2),
        "status": str(node.status),
        "is_general": node.is_general,
        "entries": node.entries,
        "drafts": node.drafts,
        "stale": node.stale,
        "skills": node.skills,
        "children": [_node_json(child) for child in node.children],
    }


def _level_json(each: LevelCount) -> Json:
    return {
        "level": each.level,
        "name": each.name,
        "count": each.count,
        "fewest": each.minimum,
        "most": each.maximum,
        "words": each.words,
    }


def _stale_json(each: StaleEntry) -> Json:
    return {
        "entry_id": each.entry_id,
        "skill_id": each.skill_id,
        "reviewed": each.reviewed.isoformat(),
        "changed": each.changed.isoformat(),
    }


def _point_json(point: CoverageFigures) -> Json:
    return {
        "made": point.made.isoformat(),
        "percent": round(point.percent, 2),
        "nodes": point.nodes,
        "covered": point.covered,
        "gaps": point.gaps,
        "entries": point.entries,
        "skills": point.skills,
    }

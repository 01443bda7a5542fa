"""The percentage of a node (docs/adr/0011-coverage.md).

A leaf is rated by the best answer to a question about it:

    100  published Q&A
     75  published Q&A, all of it reviewed before a skill that it names changed
     50  no published Q&A, but a published skill
      0  neither; drafts do not count

An inner node is the mean of its children, as in the specification's example: Compilation [85%] is the mean of 100, 90,
80 and 70, and Mindmap [95%] that of 100, 100 and 85. Published Q&A placed at an inner node itself is one more child,
the line `General` of that example. The tree as a whole is the mean of its roots.

The sign is `✓` at 100, `!` at 50 and less, none between. A leaf has a gap exactly where it is below 100.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from quickstart.coverage.coverage_model import CoverageStatus, Severity

FULL = 100.0
ATTENTION = 50.0
_STALE = 75.0


@dataclass(slots=True)
class NodeContents:
    """What is placed at one node."""

    entries: int = 0
    drafts: int = 0
    stale: int = 0
    skills: int = 0

    def __add__(self, other: "NodeContents") -> "NodeContents":
        return NodeContents(
            self.entries + other.entries,
            self.drafts + other.drafts,
            self.stale + other.stale,
            self.skills + other.skills,
        )


def leaf_percent(contents: NodeContents) -> float:
    if contents.entries:
        return _STALE if contents.stale == contents.entries else FULL
    return ATTENTION if contents.skills else 0.0


def mean(percents: Sequence[float]) -> float:
    return sum(percents) / len(percents) if percents else 0.0


def status_of(percent: float) -> CoverageStatus:
    if percent >= FULL:
        return CoverageStatus.COVERED
    return CoverageStatus.NEEDS_ATTENTION if percent <= ATTENTION else CoverageStatus.PARTIAL


def gap_of(label: str, contents: NodeContents) -> tuple[Severity, str] | None:
    """The gap of a node with these contents only, in the specification's words where it has some."""
    if contents.entries:
        if contents.stale < contents.entries:
            return None
        return Severity.LOW, f"Review Q&A again: its skill has changed since ({_entries(contents.stale)})"
    if contents.drafts:
        return Severity.LOW, f"Publish Q&A that is still a draft ({_entries(contents.drafts)})"
    if contents.skills:
        return Severity.MEDIUM, f"Add Q&A entry (skill exists: {contents.skills})"
    return Severity.HIGH, f"Add Q&A or skill for {label}"


def _entries(count: int) -> str:
    return f"{count} {'entry' if count == 1 else 'entries'}"

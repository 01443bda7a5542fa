"""The inputs of a coverage report, and the report."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """What coverage needs of an entry. The caller leaves retired ones out."""

    id: str
    question: str
    path: tuple[str, ...]
    level: int
    is_published: bool = True
    reviewed: datetime | None = None
    skills: tuple[str, ...] = ()
    """Files or ids of the skills that it names."""


@dataclass(frozen=True, slots=True)
class PlacedSkill:
    """What coverage needs of a published skill."""

    id: str
    title: str
    path: tuple[str, ...] = ()
    """Empty: it has no place of its own, and counts at the places of the entries that name it."""
    changed: datetime | None = None
    """When its text last changed; None: it is still the first imported text."""


class CoverageStatus(StrEnum):
    COVERED = "covered"
    PARTIAL = "partial"
    NEEDS_ATTENTION = "needs attention"


class Severity(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class CoverageGap:
    path: tuple[str, ...]
    severity: Severity
    suggestion: str


@dataclass(frozen=True, slots=True)
class NodeReport:
    """One line of the tree. The counts are of what is placed at the node itself, not below it."""

    path: tuple[str, ...]
    """Of a `General` line: its parent's."""
    label: str
    percent: float
    """0 to 100; see quickstart.coverage.node_percentages."""
    status: CoverageStatus
    entries: int = 0
    drafts: int = 0
    stale: int = 0
    """Of the entries: those whose skill has changed since their review."""
    skills: int = 0
    gap: CoverageGap | None = None
    is_general: bool = False
    """Whether it represents what is placed at an inner node itself."""
    children: tuple["NodeReport", ...] = ()
    entries_in_all: int = 0
    """Published Q&A at the node and at all below it."""
    places_below: int = 0
    """Nodes below it, without `General` lines."""

    @property
    def display_percent(self) -> int:
        return round_percent(self.percent)


def round_percent(percent: float) -> int:
    """Rounded, halves up; but 100 only if all is covered, and 0 only if nothing is."""
    return int(percent) if percent in (0, 100) else min(max(int(percent + 0.5), 1), 99)


@dataclass(frozen=True, slots=True)
class Misplaced:
    """An entry or a skill whose path names no node: an orphan, or counted at the node that it nearly names."""

    kind: str
    """"entry" or "skill"."""
    id: str
    title: str
    path: tuple[str, ...]
    node: tuple[str, ...] = ()
    """Where it is counted; for an orphan the nearest existing node above its path, empty if there is none."""


@dataclass(frozen=True, slots=True)
class StaleEntry:
    """An entry that was reviewed before the text of one of its skills changed."""

    entry_id: str
    question: str
    skill_id: str
    reviewed: datetime
    changed: datetime


@dataclass(frozen=True, slots=True)
class LevelCount:
    level: int
    name: str
    count: int
    minimum: int
    maximum: int | None
    """None: no maximum."""

    @property
    def words(self) -> str:
        if self.count < self.minimum:
            return f"{self.minimum - self.count} too few"
        if self.maximum is not None and self.count > self.maximum:
            return f"{self.count - self.maximum} above target"
        return "on target"

    @property
    def target(self) -> str:
        return "any number" if self.maximum is None else f"{self.minimum}–{self.maximum}"


@dataclass(frozen=True, slots=True)
class CoverageReport:
    percent: float
    """Of the whole tree: the mean of its roots."""
    nodes: int
    """Of the tree, without `General` lines."""
    covered: int
    """Of these, those at 100%."""
    entries: int
    """Published ones, orphans among them."""
    drafts: int
    skills: int
    roots: Sequence[NodeReport] = ()
    gaps: Sequence[CoverageGap] = ()
    """Most severe first, then in the order of the tree."""
    orphans: Sequence[Misplaced] = ()
    nearly_placed: Sequence[Misplaced] = ()
    """Counted at a node that the path names in part."""
    without_skill: Sequence[tuple[str, ...]] = ()
    """Leaves without a skill, also not named by their published Q&A."""
    levels: Sequence[LevelCount] = ()
    stale: Sequence[StaleEntry] = ()

    @property
    def display_percent(self) -> int:
        return round_percent(self.percent)


def walk(roots: Sequence[NodeReport]) -> Iterator[tuple[NodeReport, int, bool]]:
    """Every line, depth first, with its depth (roots: 0) and whether it is the last of its siblings."""
    stack = [(node, 0, at == len(roots) - 1) for at, node in enumerate(roots)][::-1]
    while stack:
        node, depth, is_last = stack.pop()
        yield node, depth, is_last
        last = len(node.children) - 1
        stack.extend((node.children[at], depth + 1, at == last) for at in range(last, -1, -1))

"""What coverage is computed from, and the report that comes of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """An entry as far as coverage asks: retired ones are left out by the caller."""

    id: str
    question: str
    path: tuple[str, ...]
    level: int
    is_published: bool = True
    reviewed: datetime | None = None
    skills: tuple[str, ...] = ()
    """Skill files or ids that it names."""


@dataclass(frozen=True, slots=True)
class PlacedSkill:
    """A published skill as far as coverage asks."""

    id: str
    title: str
    path: tuple[str, ...] = ()
    """Empty: it has no place of its own, and counts where the entries that name it are."""
    changed: datetime | None = None
    """When its text was last changed; None: it is the text that was first imported."""


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
    """Of the entries: those whose skill has changed since they were reviewed."""
    skills: int = 0
    gap: CoverageGap | None = None
    is_general: bool = False
    """Whether it stands for what is placed at an inner node itself."""
    children: tuple["NodeReport", ...] = ()

    @property
    def display_percent(self) -> int:
        return round_percent(self.percent)


def round_percent(percent: float) -> int:
    """Rounded, halves up; but 100 is only what is whole, and 0 only what has nothing."""
    return int(percent) if percent in (0, 100) else min(max(int(percent + 0.5), 1), 99)


@dataclass(frozen=True, slots=True)
class Misplaced:
    """An entry or a skill whose path names no node: an orphan, or one counted at the node that it nearly names."""

    kind: str
    """"entry" or "skill"."""
    id: str
    title: str
    path: tuple[str, ...]
    node: tuple[str, ...] = ()
    """Where it is counted; of an orphan the nearest node above the place that it names, empty where there is none."""


@dataclass(frozen=True, slots=True)
class StaleEntry:
    """An entry that was reviewed before the text of a skill that it names changed."""

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
    """None: as many as there are."""

    @property
    def words(self) -> str:
        if self.count < self.minimum:
            return f"{self.minimum - self.count} too few"
        if self.maximum is not None and self.count > self.maximum:
            return f"{self.count - self.maximum} more than aimed at"
        return "as aimed at"

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
    """Leaves with no skill at them, nor named by their published Q&A."""
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

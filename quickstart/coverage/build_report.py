"""The coverage report of a tree, its entries and its skills."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from quickstart.coverage.coverage_model import (
    CoverageGap,
    CoverageReport,
    CoverageStatus,
    Misplaced,
    NodeReport,
    PlacedEntry,
    PlacedSkill,
    Severity,
    StaleEntry,
    walk,
)
from quickstart.coverage.entry_freshness import is_outdated
from quickstart.coverage.level_balance import count_levels
from quickstart.coverage.node_locator import WHOLE_TREE, NodeLocator, Path
from quickstart.coverage.node_percentages import NodeContents, gap_of, leaf_percent, mean, status_of
from quickstart.parsing.skill_references import skill_named

GENERAL = "General"
_SEVERITIES = list(Severity)


def build_report(
    *, nodes: Iterable[Sequence[str]], entries: Sequence[PlacedEntry], skills: Sequence[PlacedSkill]
) -> CoverageReport:
    """How far `entries` and `skills` cover a tree.

    `nodes` are the paths of all nodes, depth first. Well under a second for 5,000 nodes.
    """
    placed = _Placing(NodeLocator(nodes), skills)
    for entry in entries:
        placed.add_entry(entry)
    for skill in skills:
        placed.add_skill(skill)
    roots = _tree(placed)
    lines = [node for node, _, _ in walk(roots)]
    gaps = [node.gap for node in lines if node.gap]
    real = [node for node in lines if not node.is_general]
    return CoverageReport(
        percent=mean([root.percent for root in roots]),
        nodes=len(real),
        covered=sum(node.status is CoverageStatus.COVERED for node in real),
        entries=sum(entry.is_published for entry in entries),
        drafts=sum(not entry.is_published for entry in entries),
        skills=len(skills),
        roots=roots,
        gaps=sorted(gaps, key=lambda gap: _SEVERITIES.index(gap.severity)),
        orphans=placed.orphans,
        nearly_placed=placed.nearly_placed,
        without_skill=[
            node.path for node in real if not node.children and node.path not in placed.with_skill
        ],
        levels=count_levels(entry.level for entry in entries if entry.is_published),
        stale=placed.stale,
    )


def find_coverage_gaps(
    nodes: Iterable[Sequence[str]], entries: Sequence[PlacedEntry], skills: Sequence[PlacedSkill]
) -> list[CoverageGap]:
    """Only the gaps, most severe first, under the specification's name."""
    return list(build_report(nodes=nodes, entries=entries, skills=skills).gaps)


class _Placing:
    """Places entries, then skills, at their nodes."""

    def __init__(self, locator: NodeLocator, skills: Sequence[PlacedSkill]) -> None:
        self.locator = locator
        self.contents: defaultdict[Path, NodeContents] = defaultdict(NodeContents)
        self.with_skill: set[Path] = set()
        self.orphans: list[Misplaced] = []
        self.nearly_placed: list[Misplaced] = []
        self.stale: list[StaleEntry] = []
        self._skills = {skill_name(skill.id): skill for skill in skills}
        # The places of the published entries that name a skill.
        self._named_at: defaultdict[str, set[Path]] = defaultdict(set)

    def add_entry(self, entry: PlacedEntry) -> None:
        node = self._node("entry", entry.id, entry.question, entry.path)
        named = [self._skills[name] for name in map(skill_name, entry.skills) if name in self._skills]
        stale = self._stale(entry, named)
        self.stale += stale
        if node is None:
            return
        contents = self.contents[node]
        contents.entries += entry.is_published
        contents.drafts += not entry.is_published
        contents.stale += bool(stale)
        if entry.is_published and named:
            self.with_skill.add(node)
            for skill in named:
                self._named_at[skill.id].add(node)

    def add_skill(self, skill: PlacedSkill) -> None:
        if not skill.path and (named_at := self._named_at.get(skill.id)):
            for named in named_at:
                self.contents[named].skills += 1
            return
        place = self._node("skill", skill.id, skill.title, skill.path)
        if place is not None:
            self.contents[place].skills += 1
            self.with_skill.add(place)

    def _node(self, kind: str, name: str, title: str, path: tuple[str, ...]) -> Path | None:
        node, is_exact = self.locator.find(path)
        if node is None:
            self.orphans.append(Misplaced(kind, name, title, path, self.locator.nearest_above(path)))
        elif not is_exact:
            self.nearly_placed.append(Misplaced(kind, name, title, path, node))
        return None if node is None else self.locator.general_of(node)

    @staticmethod
    def _stale(entry: PlacedEntry, named: Iterable[PlacedSkill]) -> list[StaleEntry]:
        if not entry.is_published or entry.reviewed is None:
            return []
        return [
            StaleEntry(entry.id, entry.question, skill.id, entry.reviewed, skill.changed)
            for skill in named
            if skill.changed is not None and is_outdated(reviewed=entry.reviewed, changed=skill.changed)
        ]


def skill_name(reference: str) -> str:
    """Normalized, for comparing skills with references to them."""
    return skill_named(reference).casefold()


def _tree(placed: _Placing) -> tuple[NodeReport, ...]:
    """The lines of the tree; what is placed at the tree as a whole is in none of them."""
    children: defaultdict[Path, list[Path]] = defaultdict(list)
    keys = placed.locator.nodes
    for key, path in keys.items():
        # A node whose parent is missing becomes a root.
        children[keys.get(key[:-1], WHOLE_TREE)].append(path)
    below: dict[Path, NodeContents] = {}
    done: dict[Path, NodeReport] = {}
    for path in sorted(keys.values(), key=len, reverse=True):
        own = placed.contents[path]
        below[path] = sum((below[child] for child in children[path]), own)
        lines = tuple(done[child] for child in children[path])
        done[path] = _inner(path, own, below[path], lines) if lines else _leaf(path, own)
    return tuple(done[path] for path in children[WHOLE_TREE])


def _leaf(path: Path, contents: NodeContents, *, label: str = "", is_general: bool = False) -> NodeReport:
    label = label or path[-1]
    percent, missing = leaf_percent(contents), gap_of(label, contents)
    return NodeReport(
        path=path,
        label=label,
        percent=percent,
        status=status_of(percent),
        entries=contents.entries,
        drafts=contents.drafts,
        stale=contents.stale,
        skills=contents.skills,
        gap=CoverageGap(path, *missing) if missing else None,
        is_general=is_general,
        entries_in_all=contents.entries,
    )


def _inner(path: Path, own: NodeContents, below: NodeContents, lines: tuple[NodeReport, ...]) -> NodeReport:
    lines = _with_general(path, own, lines)
    percent = mean([line.percent for line in lines])
    # A gap of its own only if nothing below has Q&A: else its children say better what is missing.
    missing = None if below.entries else gap_of(path[-1], below)
    return NodeReport(
        path=path,
        label=path[-1],
        percent=percent,
        status=status_of(percent),
        entries=own.entries,
        drafts=own.drafts,
        stale=own.stale,
        skills=own.skills,
        gap=CoverageGap(path, *missing) if missing else None,
        children=lines,
        entries_in_all=below.entries,
        places_below=sum(not line.is_general for line, _, _ in walk(lines)),
    )


def _with_general(path: Path, own: NodeContents, lines: tuple[NodeReport, ...]) -> tuple[NodeReport, ...]:
    """With one more child for published Q&A at the node itself."""
    if not own.entries:
        return lines
    return (_leaf(path, own, label=GENERAL, is_general=True), *lines)

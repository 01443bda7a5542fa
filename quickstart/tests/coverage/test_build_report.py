"""Percentages, gaps and the rest of the report."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quickstart.coverage.build_report import find_coverage_gaps
from quickstart.coverage.coverage_model import (
    CoverageGap,
    CoverageStatus,
    PlacedEntry,
    PlacedSkill,
    Severity,
    round_percent,
    walk,
)
from quickstart.coverage.node_percentages import FULL, mean
from quickstart.tests.coverage.coverage_samples import MONDAY, TREE, TUESDAY, cover, entry, line, skill

BASH = ("Compilation", "Targets", "bash")
RUST = ("Compilation", "Targets", "rust")


@pytest.mark.parametrize(
    ("entries", "skills", "percent", "status", "severity", "suggestion"),
    [
        ([entry(*BASH)], [skill(*BASH)], 100, CoverageStatus.COVERED, None, ""),
        ([entry(*BASH)], [], 100, CoverageStatus.COVERED, None, ""),
        (
            [],
            [skill(*BASH), skill(*BASH, name="y")],
            50,
            CoverageStatus.NEEDS_ATTENTION,
            Severity.MEDIUM,
            "Add Q&A entry (skill exists: 2)",
        ),
        ([], [], 0, CoverageStatus.NEEDS_ATTENTION, Severity.HIGH, "Add Q&A or skill for bash"),
        (
            [entry(*BASH, is_published=False)],
            [],
            0,
            CoverageStatus.NEEDS_ATTENTION,
            Severity.LOW,
            "Publish Q&A that is still a draft (1 entry)",
        ),
        (
            [entry(*BASH, skills=("skills/skill_x.md",), reviewed=MONDAY)],
            [skill(*BASH, changed=TUESDAY)],
            75,
            CoverageStatus.PARTIAL,
            Severity.LOW,
            "Review Q&A again: its skill has changed since (1 entry)",
        ),
    ],
)
def test_a_leaf(
    entries: Sequence[PlacedEntry],
    skills: Sequence[PlacedSkill],
    percent: float,
    status: CoverageStatus,
    severity: Severity | None,
    suggestion: str,
) -> None:
    leaf = line(cover(entries, skills), *BASH)
    assert (leaf.percent, leaf.status) == (percent, status)
    assert leaf.gap == (CoverageGap(BASH, severity, suggestion) if severity else None)


def test_a_parent_is_the_mean_of_its_children() -> None:
    report = cover([entry(*BASH)], [skill(*RUST)])
    assert line(report, "Compilation", "Targets").percent == 75
    assert line(report, "Compilation").percent == mean([75, 0])
    assert report.percent == mean([mean([75, 0]), 0])


def test_the_figures_of_the_specification() -> None:
    assert round_percent(mean([100, 90, 80, 70])) == 85
    assert round_percent(mean([100, 100, 85])) == 95


def test_what_is_placed_at_a_parent_is_its_general_line() -> None:
    targets = line(cover([entry("Compilation", "Targets")], [skill(*RUST)]), "Compilation", "Targets")
    assert [(child.label, child.percent) for child in targets.children] == [
        ("General", 100),
        ("bash", 0),
        ("rust", 50),
    ]
    assert (targets.percent, targets.entries, targets.gap) == (50, 1, None)


def test_a_general_node_of_the_tree_takes_what_is_placed_at_its_parent() -> None:
    nodes = [("Compilation",), ("Compilation", "General"), ("Compilation", "bash")]
    report = cover([entry("Compilation")], nodes=nodes)
    assert [(node.label, node.percent) for node, _, _ in walk(report.roots)] == [
        ("Compilation", 50),
        ("General", 100),
        ("bash", 0),
    ]


def test_a_skill_at_a_parent_does_not_lower_it() -> None:
    full = [entry(*BASH), entry(*RUST)]
    assert line(cover(full, [skill("Compilation", "Targets")]), "Compilation", "Targets").percent == 100


def test_a_branch_without_anything_is_a_gap_itself_and_one_with_q_and_a_is_none() -> None:
    gaps = {gap.path: gap for gap in cover([entry("Mindmap", "Linking")], [skill("Compilation")]).gaps}
    assert gaps["Compilation",].severity == Severity.MEDIUM
    assert gaps["Compilation", "Data"].suggestion == "Add Q&A or skill for Data"
    assert ("Mindmap",) not in gaps


def test_gaps_come_most_severe_first_then_in_the_order_of_the_tree() -> None:
    report = cover([entry("Mindmap", "Linking", is_published=False)], [skill(*BASH)])
    severities = [gap.severity for gap in report.gaps]
    assert severities == sorted(severities, key=list(Severity).index)
    high = [gap.path for gap in report.gaps if gap.severity is Severity.HIGH]
    assert high == sorted(high, key=TREE.index)


def test_orphans_and_what_is_nearly_placed() -> None:
    report = cover(
        [
            entry("Compilation", "Targets", "cobol", name="a"),
            entry("bash", name="b"),
            entry("root", name="c"),
        ],
        [skill("Nowhere", name="s"), skill(name="t")],
    )
    assert [(each.kind, each.id, each.node) for each in report.orphans] == [
        ("entry", "a", ("Compilation", "Targets")),
        ("skill", "s", ()),
        ("skill", "t", ()),
    ]
    assert [(each.id, each.node) for each in report.nearly_placed] == [("b", BASH)]
    assert line(report, *BASH).percent == 100


def test_a_skill_without_a_place_counts_where_q_and_a_names_it() -> None:
    report = cover([entry(*BASH, skills=("docs/Skill_X.md#use",))], [skill()])
    assert not report.orphans
    assert line(report, *BASH).skills == 1


def test_leaves_without_a_skill() -> None:
    report = cover(
        [entry(*BASH, skills=("skill_x.md",)), entry("Mindmap", "Linking", skills=("unknown.md",))],
        [skill(*RUST)],
    )
    assert BASH not in report.without_skill
    assert RUST not in report.without_skill
    assert ("Mindmap", "Linking") in report.without_skill
    assert ("Mindmap",) not in report.without_skill


@pytest.mark.parametrize(
    ("reviewed", "changed", "is_stale"),
    [
        (MONDAY, TUESDAY, True),
        (TUESDAY, MONDAY, False),
        (MONDAY, MONDAY, False),
        (None, TUESDAY, False),
        (MONDAY, None, False),
    ],
)
def test_freshness(reviewed: object, changed: object, is_stale: bool) -> None:
    report = cover([entry(*BASH, skills=("skill_x.md",), reviewed=reviewed)], [skill(changed=changed)])
    assert [(each.entry_id, each.skill_id) for each in report.stale] == [("qa", "skill_x")] * is_stale


def test_one_fresh_answer_is_enough() -> None:
    entries = [
        entry(*BASH, name="a", skills=("skill_x",), reviewed=MONDAY),
        entry(*BASH, name="b", skills=("skill_x",), reviewed=TUESDAY),
    ]
    assert line(cover(entries, [skill(changed=TUESDAY)]), *BASH).percent == 100


def test_balance_over_levels_counts_what_is_published() -> None:
    entries = [entry(*BASH, level=0)] * 4 + [entry(*BASH, level=1), entry(*BASH, level=1, is_published=False)]
    levels = cover(entries).levels
    assert [each.count for each in levels] == [4, 1, 0, 0, 0]
    assert [each.words for each in levels[:2]] == ["1 above target", "4 too few"]
    assert levels[4].words == "on target"


def test_counts() -> None:
    report = cover([entry(*BASH), entry(*RUST, is_published=False), entry("Nowhere")], [skill(*RUST)])
    assert (report.nodes, report.covered) == (len(TREE), 1)
    assert (report.entries, report.drafts, report.skills) == (2, 1, 1)


def test_an_empty_tree() -> None:
    report = cover([entry(*BASH)], nodes=[])
    assert (report.percent, report.nodes, list(report.roots), report.gaps) == (0, 0, [], [])
    assert len(report.orphans) == 1


@pytest.mark.parametrize(("percent", "displayed"), [(0, 0), (0.2, 1), (84.5, 85), (99.7, 99), (100, 100)])
def test_only_what_is_whole_is_shown_as_whole(percent: float, displayed: int) -> None:
    assert round_percent(percent) == displayed


PATHS = st.sampled_from([*TREE, ("bash",), ("Nowhere", "at all"), ("root",), ()])
ENTRIES = st.lists(st.builds(entry, name=st.just("qa"), path=PATHS, is_published=st.booleans()), max_size=12)
SKILLS = st.lists(st.builds(skill, name=st.just("skill_x"), path=PATHS), max_size=6)


@given(ENTRIES, SKILLS)
def test_every_line_is_between_0_and_100_and_a_leaf_has_a_gap_exactly_below_100(
    entries: list[PlacedEntry], skills: list[PlacedSkill]
) -> None:
    report = cover(entries, skills)
    for node, _, _ in walk(report.roots):
        assert 0 <= node.percent <= FULL
        if node.children:
            assert node.percent == mean([child.percent for child in node.children])
        else:
            assert (node.gap is None) == (node.percent == FULL)


@given(ENTRIES, SKILLS, PATHS, st.booleans())
def test_no_addition_lowers_any_line(
    entries: list[PlacedEntry], skills: list[PlacedSkill], path: tuple[str, ...], is_skill: bool
) -> None:
    before = cover(entries, skills)
    more = cover(
        entries if is_skill else [*entries, entry(path=path)],
        [*skills, skill(path=path, name="new")] if is_skill else skills,
    )
    for each in TREE:
        assert line(more, *each).percent >= line(before, *each).percent


def test_the_gaps_under_the_specifications_name() -> None:
    entries, skills = [entry(*BASH)], [skill(*RUST)]
    gaps = find_coverage_gaps(TREE, entries, skills)
    assert gaps == cover(entries, skills).gaps
    assert CoverageGap(RUST, Severity.MEDIUM, "Add Q&A entry (skill exists: 1)") in gaps

"""The tree as a page writes it, and the trend as a line."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from quickstart.coverage.coverage_model import Severity, walk
from quickstart.coverage.filter_tree import nested_lines, only_gaps
from quickstart.coverage.render_report import CoverageFigures
from quickstart.coverage.trend_curve import HEIGHT, MARGIN, WIDTH, curve
from quickstart.tests.coverage.coverage_samples import MONDAY, TREE, cover, entry, skill

BASH = ("Compilation", "Targets", "bash")


@given(st.lists(st.sampled_from(TREE), max_size=6))
def test_what_is_opened_is_closed(covered: list[tuple[str, ...]]) -> None:
    depth = 0
    for line in nested_lines(cover([entry(*path) for path in covered]).roots):
        assert line.depth == depth
        depth += bool(line.node.children)
        depth -= line.closes
    assert depth == 0


def test_an_empty_tree_has_no_lines() -> None:
    assert list(nested_lines([])) == []


def test_only_gaps_and_what_is_above_them() -> None:
    everything_else = [entry(*path) for path in TREE if path != BASH]
    report = cover(everything_else)
    remaining = [(node.path, node.percent) for node, _, _ in walk(only_gaps(report.roots))]
    whole = {node.path: node.percent for node, _, _ in walk(report.roots) if not node.is_general}
    assert remaining == [(path, whole[path]) for path in (BASH[:1], BASH[:2], BASH)]


def test_gaps_of_one_severity_in_the_order_of_the_tree() -> None:
    medium = [skill(*BASH), skill("Mindmap", "Linking", name="b")]
    report = cover([entry("Mindmap", "Index Formats", "JSON")], medium)
    remaining = [node.path for node, _, _ in walk(only_gaps(report.roots, Severity.MEDIUM))]
    assert remaining == [("Compilation",), BASH[:2], BASH, ("Mindmap",), ("Mindmap", "Linking")]
    assert only_gaps(report.roots, Severity.LOW) == ()


def test_two_days_make_a_line() -> None:
    first = CoverageFigures(MONDAY, 0, 5, 0, 5, 0, 0)
    last = replace(first, made=MONDAY + timedelta(days=10), percent=100)
    drawn = curve([last, first])
    assert drawn is not None
    assert list(drawn.points) == [(MARGIN, HEIGHT - MARGIN), (WIDTH - MARGIN, MARGIN)]
    assert drawn.line == f"{MARGIN}.0,{HEIGHT - MARGIN}.0 {WIDTH - MARGIN}.0,{MARGIN}.0"
    assert curve([first]) is None
    assert curve([first, first]) is not None

"""The report of a collection in the database, and its record."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quickstart.models import Collection, CoverageRun, Review
from quickstart.queries.coverage_inputs import trend
from quickstart.services.coverage_reports import record_all, record_report, report_coverage
from quickstart.tests.coverage.coverage_rows import make_tree
from quickstart.tests.coverage.coverage_samples import TREE, line
from quickstart.tests.factories import make_collection, make_entry, make_skill

pytestmark = pytest.mark.django_db

BASH = ["Compilation", "Targets", "bash"]
RUST = ["Compilation", "Targets", "rust"]


@pytest.fixture
def planted() -> Collection:
    return make_tree(make_collection())


def test_published_rows_count_drafts_are_listed_retired_ones_are_not(planted: Collection) -> None:
    make_entry(planted, tree_path=BASH)
    make_entry(planted, tree_path=RUST, review=Review.DRAFT)
    make_entry(planted, tree_path=RUST, review=Review.RETIRED)
    make_skill(planted, tree_path=["Mindmap", "Linking"])
    make_skill(planted, tree_path=RUST, review=Review.RETIRED)
    report = report_coverage(collection=planted)
    assert line(report, *BASH).percent == 100
    assert (line(report, *RUST).percent, line(report, *RUST).drafts) == (0, 1)
    assert line(report, "Mindmap", "Linking").percent == 50
    assert (report.entries, report.drafts, report.skills) == (1, 1, 1)


def test_the_lines_are_in_tree_order(planted: Collection) -> None:
    assert [root.label for root in report_coverage(collection=planted).roots] == ["Compilation", "Mindmap"]


def test_another_collection_counts_for_nothing(planted: Collection) -> None:
    make_entry(make_collection(planted.account), tree_path=BASH)
    assert report_coverage(collection=planted).entries == 0


def test_a_skill_that_changed_after_the_review(planted: Collection) -> None:
    now = timezone.now()
    first = make_skill(planted, body_changed=now - timedelta(days=1), tree_path=[])
    later = make_skill(planted, body_changed=now + timedelta(days=1), tree_path=[])
    make_entry(planted, tree_path=BASH, related_skills=[first.file], reviewed=now - timedelta(days=2))
    make_entry(planted, tree_path=RUST, related_skills=[later.file], reviewed=now - timedelta(days=2))
    report = report_coverage(collection=planted)
    # The first text of a skill is no change, however late its file was imported.
    assert [stale.skill_id for stale in report.stale] == [later.skill_id]
    assert line(report, *RUST).percent == 75


@pytest.mark.parametrize("many", [1, 3])
def test_three_queries_whatever_the_size(
    planted: Collection, many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(many):
        make_entry(planted, tree_path=BASH)
        make_skill(planted, tree_path=BASH)
    with django_assert_num_queries(3):
        report_coverage(collection=planted)


def test_what_is_recorded(planted: Collection) -> None:
    make_entry(planted, tree_path=BASH)
    report = report_coverage(collection=planted)
    record_report(collection=planted, report=report)
    run = CoverageRun.objects.get()
    assert (run.account_id, run.collection) == (planted.account_id, planted)
    assert (run.percent, run.gaps) == (report.percent, len(report.gaps))
    assert (run.nodes, run.covered, run.entries, run.skills) == (len(TREE), 1, 1, 0)


def test_nothing_is_recorded_unasked_or_without_a_tree(planted: Collection) -> None:
    report_coverage(collection=planted)
    empty = make_collection()
    record_report(collection=empty, report=report_coverage(collection=empty))
    assert not CoverageRun.objects.exists()


def test_equal_figures_are_stored_once(planted: Collection) -> None:
    first = record_report(collection=planted, report=report_coverage(collection=planted))
    assert first is not None
    assert record_report(collection=planted, report=report_coverage(collection=planted)) is None
    CoverageRun.objects.update(made=timezone.now() - timedelta(days=3))
    assert record_report(collection=planted, report=report_coverage(collection=planted)) is None
    assert CoverageRun.objects.count() == 1


def test_one_row_a_day_with_its_last_figures(planted: Collection) -> None:
    record_report(collection=planted, report=report_coverage(collection=planted))
    CoverageRun.objects.update(made=timezone.now() - timedelta(days=1))
    for path in (BASH, RUST):
        make_entry(planted, tree_path=path)
        record_report(collection=planted, report=report_coverage(collection=planted))
    assert [(point.entries, point.covered) for point in trend(planted)] == [(2, 3), (0, 0)]


def test_all_that_have_a_tree_are_recorded(planted: Collection) -> None:
    make_collection()
    other = make_tree(make_collection())
    assert record_all() == 2
    assert record_all() == 0
    assert {run.collection for run in CoverageRun.objects.all()} == {planted, other}

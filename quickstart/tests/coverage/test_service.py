"""The report of a collection in the database, and its record."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quickstart.models import Collection, CoverageRun, Review
from quickstart.queries.coverage import trend
from quickstart.services.coverage import record_all, record_report, report
from quickstart.tests.coverage.rows import plant
from quickstart.tests.coverage.samples import TREE, line
from quickstart.tests.factories import make_collection, make_entry, make_skill

pytestmark = pytest.mark.django_db

BASH = ["Compilation", "Targets", "bash"]
RUST = ["Compilation", "Targets", "rust"]


@pytest.fixture
def planted() -> Collection:
    return plant(make_collection())


def test_published_rows_count_drafts_are_told_retired_ones_are_not(planted: Collection) -> None:
    make_entry(planted, tree_path=BASH)
    make_entry(planted, tree_path=RUST, review=Review.DRAFT)
    make_entry(planted, tree_path=RUST, review=Review.RETIRED)
    make_skill(planted, tree_path=["Mindmap", "Linking"])
    make_skill(planted, tree_path=RUST, review=Review.RETIRED)
    made = report(collection=planted)
    assert line(made, *BASH).percent == 100
    assert (line(made, *RUST).percent, line(made, *RUST).drafts) == (0, 1)
    assert line(made, "Mindmap", "Linking").percent == 50
    assert (made.entries, made.drafts, made.skills) == (1, 1, 1)


def test_the_lines_stand_in_the_order_of_the_tree(planted: Collection) -> None:
    assert [root.label for root in report(collection=planted).roots] == ["Compilation", "Mindmap"]


def test_another_collection_counts_for_nothing(planted: Collection) -> None:
    make_entry(make_collection(planted.account), tree_path=BASH)
    assert report(collection=planted).entries == 0


def test_a_skill_that_changed_after_the_review(planted: Collection) -> None:
    now = timezone.now()
    first = make_skill(planted, body_changed=now - timedelta(days=1), tree_path=[])
    later = make_skill(planted, body_changed=now + timedelta(days=1), tree_path=[])
    make_entry(planted, tree_path=BASH, related_skills=[first.file], reviewed=now - timedelta(days=2))
    make_entry(planted, tree_path=RUST, related_skills=[later.file], reviewed=now - timedelta(days=2))
    made = report(collection=planted)
    # The first text of a skill is no change, however late its file was imported.
    assert [stale.skill_id for stale in made.stale] == [later.skill_id]
    assert line(made, *RUST).percent == 75


@pytest.mark.parametrize("many", [1, 3])
def test_three_queries_whatever_the_size(
    planted: Collection, many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(many):
        make_entry(planted, tree_path=BASH)
        make_skill(planted, tree_path=BASH)
    with django_assert_num_queries(3):
        report(collection=planted)


def test_what_is_recorded(planted: Collection) -> None:
    make_entry(planted, tree_path=BASH)
    made = report(collection=planted, record=True)
    run = CoverageRun.objects.get()
    assert (run.account_id, run.collection) == (planted.account_id, planted)
    assert (run.percent, run.gaps) == (made.percent, len(made.gaps))
    assert (run.nodes, run.covered, run.entries, run.skills) == (len(TREE), 1, 1, 0)


def test_nothing_is_recorded_unasked_or_without_a_tree(planted: Collection) -> None:
    report(collection=planted)
    report(collection=make_collection(), record=True)
    assert not CoverageRun.objects.exists()


def test_the_same_figures_are_kept_once(planted: Collection) -> None:
    first = record_report(collection=planted, made=report(collection=planted))
    assert first is not None
    assert record_report(collection=planted, made=report(collection=planted)) is None
    CoverageRun.objects.update(made=timezone.now() - timedelta(days=3))
    assert record_report(collection=planted, made=report(collection=planted)) is None
    assert CoverageRun.objects.count() == 1


def test_one_row_a_day_with_its_last_figures(planted: Collection) -> None:
    report(collection=planted, record=True)
    CoverageRun.objects.update(made=timezone.now() - timedelta(days=1))
    for path in (BASH, RUST):
        make_entry(planted, tree_path=path)
        report(collection=planted, record=True)
    assert [(point.entries, point.covered) for point in trend(planted)] == [(2, 3), (0, 0)]


def test_all_that_have_a_tree_are_recorded(planted: Collection) -> None:
    make_collection()
    other = plant(make_collection())
    assert record_all() == 2
    assert record_all() == 0
    assert {run.collection for run in CoverageRun.objects.all()} == {planted, other}

"""The curator's queue, and leaving it."""

import pytest
from django.utils import timezone
from pgvector import HalfVector
from pytest_django import DjangoAssertNumQueries

from quickstart.kinds import AskOutcome
from quickstart.models import Collection, FeedbackVerdict
from quickstart.queries.waiting_questions import group_waiting_questions
from quickstart.services.settle_questions import settle
from quickstart.tests.factories import make_collection, make_entry, new_account
from quickstart.tests.waiting.question_rows import ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection() -> Collection:
    return make_collection()


def test_what_waits(collection: Collection) -> None:
    ask(collection, "no answer")
    ask(collection, "unclear", outcome=AskOutcome.ASK_BACK)
    ask(collection, "wrong", outcome=AskOutcome.ANSWERED, verdict=FeedbackVerdict.DOWN)
    ask(collection, "right", outcome=AskOutcome.ANSWERED, verdict=FeedbackVerdict.UP)
    ask(collection, "unjudged", outcome=AskOutcome.ANSWERED)
    ask(collection, "done", settled=timezone.now())
    ask(make_collection(), "elsewhere")
    assert {group.newest.text for group in group_waiting_questions(collection)} == {
        "no answer",
        "unclear",
        "wrong",
    }


def test_it_waits_for_the_owner_whoever_asked(collection: Collection) -> None:
    ask(collection, "from the outside", account_id=new_account().pk)
    assert [group.newest.text for group in group_waiting_questions(collection)] == ["from the outside"]


def test_a_group_is_titled_by_its_newest_wording(collection: Collection) -> None:
    for text in ("How do I rotate a token?", "rotate tokens", "How do I  rotate a TOKEN"):
        ask(collection, text)
    (group,) = group_waiting_questions(collection)
    assert group.newest.text == "How do I  rotate a TOKEN"
    assert group.wordings == ["How do I  rotate a TOKEN", "rotate tokens"]
    assert group.times == 3


def test_vectors_put_together_what_shares_no_word(collection: Collection) -> None:
    vector = {"embedding": HalfVector([3.0, 4.0]), "embedding_model": "m"}
    ask(collection, "rotate tokens", **vector)
    ask(collection, "renew credentials", **vector)
    ask(collection, "water plants", embedding=HalfVector([4.0, -3.0]), embedding_model="m")
    assert [group.times for group in group_waiting_questions(collection)] == [2, 1]


def test_askers_count_more_than_repeats(collection: Collection) -> None:
    for _ in range(5):
        ask(collection, "asked by one, again and again", session="a")
    for session in ("b", "c"):
        ask(collection, "wanted of several people", session=session)
    assert [(group.askers, group.times) for group in group_waiting_questions(collection)] == [(2, 2), (1, 5)]


def test_a_person_is_one_asker_in_all_conversations(collection: Collection) -> None:
    for session in ("page:0", "page:1"):
        ask(collection, "rotating tokens", session=session, asked_by="person ann")
    ask(collection, "rotating tokens", session="koda:monday", asked_by="agent koda")
    assert group_waiting_questions(collection)[0].askers == 2


def test_without_a_session_the_asker_counts(collection: Collection) -> None:
    for asked_by in ("agent koda", "agent koda", "agent prax"):
        ask(collection, "the same", asked_by=asked_by)
    assert group_waiting_questions(collection)[0].askers == 2


def test_of_equal_groups_the_newest_first(collection: Collection) -> None:
    for text in ("alpha", "beta"):
        ask(collection, text)
    assert [group.newest.text for group in group_waiting_questions(collection)] == ["beta", "alpha"]


def test_groups_have_the_nearest_entry_and_the_comments(collection: Collection) -> None:
    near, far = make_entry(collection), make_entry(collection)
    wrong = {"outcome": AskOutcome.ANSWERED, "verdict": FeedbackVerdict.DOWN}
    ask(collection, "the same", entry=near, comment="That is the old way.", **wrong)
    ask(collection, "the same", entry=near)
    ask(collection, "the same", entry=far)
    (group,) = group_waiting_questions(collection)
    assert (group.nearest, group.down_voted, group.comments) == (near, 1, ["That is the old way."])


@pytest.mark.parametrize("many", [1, 3])
def test_one_query_whatever_waits(
    collection: Collection, many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(many):
        ask(collection, f"word{number}", entry=make_entry(collection))
    with django_assert_num_queries(1):
        assert len([group.nearest for group in group_waiting_questions(collection)]) == many


def test_settling_takes_them_from_the_queue(collection: Collection) -> None:
    first, second = ask(collection, "alpha"), ask(collection, "beta")
    assert settle(account=collection.account, question_ids=[first.pk]) == 1
    assert [group.newest for group in group_waiting_questions(collection)] == [second]
    first.refresh_from_db()
    assert (first.entry, first.settled is not None) == (None, True)


def test_settling_again_changes_nothing(collection: Collection) -> None:
    question = ask(collection, "alpha")
    settle(account=collection.account, question_ids=[question.pk])
    question.refresh_from_db()
    settled = question.settled
    entry = make_entry(collection)
    assert settle(account=collection.account, question_ids=[question.pk], entry=entry) == 0
    question.refresh_from_db()
    assert (question.settled, question.entry) == (settled, None)


def test_the_entry_that_answers_them_now_is_noted(collection: Collection) -> None:
    question, entry = ask(collection, "alpha"), make_entry(collection)
    assert settle(account=collection.account, question_ids=[question.pk], entry=entry) == 1
    question.refresh_from_db()
    assert question.entry == entry


def test_nobody_settles_what_is_another_accounts(collection: Collection) -> None:
    question = ask(collection, "alpha")
    Collection.objects.update(shared=True)
    assert settle(account=new_account(), question_ids=[question.pk]) == 0
    question.refresh_from_db()
    assert question.settled is None


def test_an_entry_settles_nothing_of_another_collection(collection: Collection) -> None:
    question = ask(collection, "alpha")
    entry = make_entry(make_collection(collection.account))
    assert settle(account=collection.account, question_ids=[question.pk], entry=entry) == 0

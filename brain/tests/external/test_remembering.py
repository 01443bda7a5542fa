"""What was answered within the hour, to one account, is not asked for again."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from brain import tasks
from brain.models import FetchedResults, OutsidePreference
from brain.services.outside import Outside, ask_outside
from brain.tests.external.server import NEWS, WIKIPEDIA, Outdoors, article, articles, page, pages
from brain.tests.factories import new_account

QUERY = "What does a sea otter eat?"
AT_HAND = (
    "Wikipedia was not asked again: its answer of the last hour was at hand.",
    "NewsAPI.org was not asked again: its answer of the last hour was at hand.",
)


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


def asked(outdoors: Outdoors) -> tuple[int, int]:
    return len(outdoors.asked(WIKIPEDIA)), len(outdoors.asked(NEWS))


def grown_older(**by: float) -> None:
    FetchedResults.objects.update(fetched=timezone.now() - timedelta(**by))


def test_the_second_time_nothing_is_sent(account: User, outdoors: Outdoors) -> None:
    outdoors.answer(WIKIPEDIA, pages(page()))
    outdoors.answer(NEWS, articles(article()))
    first = ask_outside(account=account, query=QUERY)
    grown_older(minutes=59)
    # Of the same words, however it is put.
    second = ask_outside(account=account, query="a sea otter: eat #work")
    assert second == Outside(first.sources, (), AT_HAND)
    assert asked(outdoors) == (1, 1)


def test_an_hour_later_it_is_asked_anew(account: User, outdoors: Outdoors) -> None:
    outdoors.answer(WIKIPEDIA, pages(page(1)))
    ask_outside(account=account, query=QUERY)
    grown_older(minutes=61)
    outdoors.answer(WIKIPEDIA, pages(page(2)))
    outside = ask_outside(account=account, query=QUERY)
    assert [each.title for each in outside.sources] == ["Sea otter 2"]
    assert (asked(outdoors), FetchedResults.objects.count()) == ((2, 2), 2)
    assert ask_outside(account=account, query=QUERY).sources == outside.sources


def test_another_question_is_another(account: User, outdoors: Outdoors) -> None:
    ask_outside(account=account, query=QUERY)
    ask_outside(account=account, query="What does a river otter eat?")
    assert asked(outdoors) == (2, 2)


def test_another_account_asks_itself(account: User, outdoors: Outdoors) -> None:
    ask_outside(account=account, query=QUERY)
    other = ask_outside(account=new_account("ben"), query=QUERY)
    assert other.sent_to == ("Wikipedia", "NewsAPI.org")
    assert asked(outdoors) == (2, 2)


def test_nothing_found_is_remembered_too(account: User, outdoors: Outdoors) -> None:
    ask_outside(account=account, query=QUERY)
    assert ask_outside(account=account, query=QUERY) == Outside((), (), AT_HAND)
    assert asked(outdoors) == (1, 1)


def test_a_failure_is_not_remembered_and_the_others_answer_is(account: User, outdoors: Outdoors) -> None:
    outdoors.answer(WIKIPEDIA, "", 500)
    outdoors.answer(NEWS, articles(article()))
    first = ask_outside(account=account, query=QUERY)
    assert [each.source for each in FetchedResults.objects.all()] == ["news"]
    outdoors.answer(WIKIPEDIA, pages(page()))
    second = ask_outside(account=account, query=QUERY)
    assert (second.sent_to, second.notices) == (("Wikipedia",), AT_HAND[1:])
    assert [each.origin for each in second.sources] == ["Wikipedia", "The Coast Times"]
    assert second.sources[1:] == first.sources
    assert asked(outdoors) == (2, 1)


def test_a_failure_leaves_what_an_earlier_hour_knew(account: User, outdoors: Outdoors) -> None:
    """It is not shown: an answer older than an hour is none."""
    outdoors.answer(WIKIPEDIA, pages(page()))
    ask_outside(account=account, query=QUERY)
    grown_older(hours=2)
    outdoors.answer(WIKIPEDIA, "", 500)
    assert ask_outside(account=account, query=QUERY).sources == ()


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_the_same_at_once_both_get_it(outdoors: Outdoors) -> None:
    account = new_account("ann")
    outdoors.answer(WIKIPEDIA, pages(page()), after=0.5)

    def ask(_: int) -> Outside:
        try:
            return ask_outside(account=account, query=QUERY)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(ask, range(4)))
    assert [len(each.sources) for each in told] == [1, 1, 1, 1]
    assert sorted(FetchedResults.objects.values_list("source", flat=True)) == ["news", "wikipedia"]


def test_the_database_takes_one_answer_to_one_question(account: User, outdoors: Outdoors) -> None:
    ask_outside(account=account, query=QUERY)
    row = FetchedResults.objects.first()
    assert row is not None
    row.pk = None
    with pytest.raises(IntegrityError, match="fetched_once"), transaction.atomic():
        row.save(force_insert=True)


def test_what_is_old_is_purged(account: User, outdoors: Outdoors) -> None:
    ask_outside(account=account, query=QUERY)
    assert tasks.purge_fetched() == 0
    grown_older(minutes=61)
    assert (tasks.purge_fetched(), FetchedResults.objects.count()) == (2, 0)
    assert tasks.purge_fetched.name in {entry["task"] for entry in site.CELERY_BEAT_SCHEDULE.values()}


def test_it_goes_with_the_account(account: User, outdoors: Outdoors) -> None:
    ask_outside(account=account, query=QUERY)
    OutsidePreference.objects.create(account=account, use_external=True)
    account.delete()
    assert (FetchedResults.objects.count(), OutsidePreference.objects.count()) == (0, 0)

"""Within the hour, the same account's query is answered from the cache."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from brain import tasks
from brain.models import FetchedResults, OutsidePreference
from brain.services.search_external import ExternalResults, search_external
from brain.tests.external.fake_sources import (
    NEWS,
    WIKIPEDIA,
    FakeSources,
    news_article,
    news_articles,
    wikipedia_page,
    wikipedia_pages,
)
from brain.tests.factories import new_account

QUERY = "What does a sea otter eat?"
AT_HAND = (
    "Wikipedia was not asked again: its answer of the last hour was at hand.",
    "NewsAPI.org was not asked again: its answer of the last hour was at hand.",
)


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


def requests_to(outdoors: FakeSources) -> tuple[int, int]:
    return len(outdoors.requests_to(WIKIPEDIA)), len(outdoors.requests_to(NEWS))


def grown_older(**by: float) -> None:
    FetchedResults.objects.update(fetched=timezone.now() - timedelta(**by))


def test_the_second_time_nothing_is_sent(account: User, outdoors: FakeSources) -> None:
    outdoors.answer(WIKIPEDIA, wikipedia_pages(wikipedia_page()))
    outdoors.answer(NEWS, news_articles(news_article()))
    first = search_external(account=account, query=QUERY)
    grown_older(minutes=59)
    # Of the same words, however it is put.
    second = search_external(account=account, query="a sea otter: eat #work")
    assert second == ExternalResults(first.sources, (), AT_HAND)
    assert requests_to(outdoors) == (1, 1)


def test_after_an_hour_the_source_is_called_again(account: User, outdoors: FakeSources) -> None:
    outdoors.answer(WIKIPEDIA, wikipedia_pages(wikipedia_page(1)))
    search_external(account=account, query=QUERY)
    grown_older(minutes=61)
    outdoors.answer(WIKIPEDIA, wikipedia_pages(wikipedia_page(2)))
    outside = search_external(account=account, query=QUERY)
    assert [each.title for each in outside.sources] == ["Sea otter 2"]
    assert (requests_to(outdoors), FetchedResults.objects.count()) == ((2, 2), 2)
    assert search_external(account=account, query=QUERY).sources == outside.sources


def test_another_question_is_another(account: User, outdoors: FakeSources) -> None:
    search_external(account=account, query=QUERY)
    search_external(account=account, query="What does a river otter eat?")
    assert requests_to(outdoors) == (2, 2)


def test_another_account_asks_itself(account: User, outdoors: FakeSources) -> None:
    search_external(account=account, query=QUERY)
    other = search_external(account=new_account("ben"), query=QUERY)
    assert other.sent_to == ("Wikipedia", "NewsAPI.org")
    assert requests_to(outdoors) == (2, 2)


def test_nothing_found_is_remembered_too(account: User, outdoors: FakeSources) -> None:
    search_external(account=account, query=QUERY)
    assert search_external(account=account, query=QUERY) == ExternalResults((), (), AT_HAND)
    assert requests_to(outdoors) == (1, 1)


def test_a_failure_is_not_remembered_and_the_others_answer_is(account: User, outdoors: FakeSources) -> None:
    outdoors.answer(WIKIPEDIA, "", 500)
    outdoors.answer(NEWS, news_articles(news_article()))
    first = search_external(account=account, query=QUERY)
    assert [each.source for each in FetchedResults.objects.all()] == ["news"]
    outdoors.answer(WIKIPEDIA, wikipedia_pages(wikipedia_page()))
    second = search_external(account=account, query=QUERY)
    assert (second.sent_to, second.notices) == (("Wikipedia",), AT_HAND[1:])
    assert [each.origin for each in second.sources] == ["Wikipedia", "The Coast Times"]
    assert second.sources[1:] == first.sources
    assert requests_to(outdoors) == (2, 1)


def test_a_failure_leaves_what_an_earlier_hour_knew(account: User, outdoors: FakeSources) -> None:
    """It is not used: a cached response older than an hour counts as none."""
    outdoors.answer(WIKIPEDIA, wikipedia_pages(wikipedia_page()))
    search_external(account=account, query=QUERY)
    grown_older(hours=2)
    outdoors.answer(WIKIPEDIA, "", 500)
    assert search_external(account=account, query=QUERY).sources == ()


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_the_same_at_once_both_get_it(outdoors: FakeSources) -> None:
    account = new_account("ann")
    outdoors.answer(WIKIPEDIA, wikipedia_pages(wikipedia_page()), after=0.5)

    def ask(_: int) -> ExternalResults:
        try:
            return search_external(account=account, query=QUERY)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(ask, range(4)))
    assert [len(each.sources) for each in results] == [1, 1, 1, 1]
    assert sorted(FetchedResults.objects.values_list("source", flat=True)) == ["news", "wikipedia"]


def test_the_database_takes_one_answer_to_one_question(account: User, outdoors: FakeSources) -> None:
    search_external(account=account, query=QUERY)
    row = FetchedResults.objects.first()
    assert row is not None
    row.pk = None
    with pytest.raises(IntegrityError, match="fetched_once"), transaction.atomic():
        row.save(force_insert=True)


def test_what_is_old_is_purged(account: User, outdoors: FakeSources) -> None:
    search_external(account=account, query=QUERY)
    assert tasks.purge_fetched() == 0
    grown_older(minutes=61)
    assert (tasks.purge_fetched(), FetchedResults.objects.count()) == (2, 0)
    assert tasks.purge_fetched.name in {entry["task"] for entry in site.CELERY_BEAT_SCHEDULE.values()}


def test_it_is_deleted_with_the_account(account: User, outdoors: FakeSources) -> None:
    search_external(account=account, query=QUERY)
    OutsidePreference.objects.create(account=account, use_external=True)
    account.delete()
    assert (FetchedResults.objects.count(), OutsidePreference.objects.count()) == (0, 0)

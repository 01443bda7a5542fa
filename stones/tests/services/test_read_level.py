"""Reading, its ledger, and waiting for levels."""

import threading
import time

import pytest
from django.contrib.auth.models import User
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from core.jobs.models import Job, JobState
from core.llm import count_tokens
from stones import services
from stones.exceptions import LevelNotFound
from stones.format import parse
from stones.models import Content, LedgerEntry, Level, LevelOrigin, Stone
from stones.queries import reloaded
from stones.services import wait_for_levels
from stones.tests.factories import LONG, new_account, store, write_levels


@pytest.fixture
def stone(db: None) -> Stone:
    stone = store(new_account(), content=LONG)
    write_levels(stone)
    return stone


def owner(stone: Stone) -> User:
    return User.objects.get(pk=stone.account_id)


@pytest.mark.parametrize("max_lod", [None, 0, 1, 2, 3, 9])
def test_as_text_up_to_a_level(stone: Stone, max_lod: int | None) -> None:
    read = services.read_stone(
        account=owner(stone), border_hash=stone.content.border_hash, reader="command", max_lod=max_lod
    )
    last = 3 if max_lod is None else min(max_lod, 3)
    assert (read.delivered_lod, len(parse(read.qastone).levels)) == (last, last + 1)
    assert read.tokens == count_tokens(read.qastone) == LedgerEntry.objects.get().tokens


def test_a_truncated_copy_does_not_load_the_source(
    stone: Stone, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    account = owner(stone)
    with django_assert_num_queries(4) as queries:
        services.read_stone(
            account=account, border_hash=stone.content.border_hash, reader="command", max_lod=2
        )
    assert not any(query["sql"].startswith('SELECT "stones_content"') for query in queries.captured_queries)


def test_an_error_says_which_level_is_the_source(stone: Stone) -> None:
    top = stone.top_level
    with pytest.raises(LevelNotFound, match=rf"LOD-0 to LOD-{top}, no LOD-4: LOD-{top} is the source\.$"):
        services.read_level(
            account=owner(stone), border_hash=stone.content.border_hash, reader="command", level=4
        )


def test_below_zero(stone: Stone) -> None:
    with pytest.raises(LevelNotFound):
        services.read_stone(
            account=owner(stone), border_hash=stone.content.border_hash, reader="command", max_lod=-1
        )
    assert not LedgerEntry.objects.exists()


def test_a_long_readers_name_is_cut(stone: Stone) -> None:
    reader = "person " + "a" * 150
    services.read_level(account=owner(stone), border_hash=stone.content.border_hash, level=0, reader=reader)
    assert LedgerEntry.objects.get().reader.name == reader[:120]


def test_waiting_ends_when_levels_are_written(
    stone: Stone, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        assert services.wait_until_settled(stone=stone, seconds=20)


def test_waiting_is_for_levels_not_for_passages(stone: Stone) -> None:
    Job.objects.update(state=JobState.RUNNING)
    assert services.wait_until_settled(stone=stone, seconds=0)
    given = store(owner(stone), content=LONG, levels={0: "Scan.", 1: "Detail.", 2: "Deep."})
    assert services.wait_until_settled(stone=given, seconds=0)


def test_who_waits_is_notified(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wait_for_levels, "POLL_SECONDS", 60.0)
    stone = store(new_account(), content=LONG)
    outcome: list[object] = []

    def wait() -> None:
        try:
            outcome.append(services.wait_until_settled(stone=stone, seconds=20))
        finally:
            connection.close()

    waiter = threading.Thread(target=wait)
    waiter.start()
    waiter.join(0.5)
    assert waiter.is_alive()
    write_levels(stone)
    waiter.join(10)
    assert outcome == [True]


def test_waiting_ends_when_they_are_given_up(stone: Stone) -> None:
    Content.objects.update(levels_failed=True)
    assert services.wait_until_settled(stone=stone, seconds=20)


def test_waiting_ends_in_time(stone: Stone, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    Job.objects.update(state=JobState.RUNNING)
    Level.objects.update(origin=LevelOrigin.PROVISIONAL)
    begun = time.monotonic()
    with django_assert_max_num_queries(5):
        assert not services.wait_until_settled(stone=stone, seconds=0.2)
    assert time.monotonic() - begun >= 0.2


def test_reloaded_is_as_it_stands_now(stone: Stone) -> None:
    Stone.objects.update(source_agent="prax")
    assert reloaded(stone).source_agent == "prax"

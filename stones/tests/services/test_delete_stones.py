"""Deleting and purging, also while others store and read."""

import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from core.jobs.models import Job
from stones import services
from stones.exceptions import AmbiguousHash, StoneNotFound
from stones.models import WRITE_LEVELS, Content, LedgerEntry, Level, Stone, StonePassage
from stones.services import embed_passages
from stones.services.delete_stones import BATCH
from stones.tests.factories import LONG, SHORT, new_account, store, write_levels
from stones.tests.run_beside import beside


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def expire(*stones: Stone) -> None:
    ids = [stone.pk for stone in stones]
    Stone.objects.filter(pk__in=ids).update(expires=timezone.now() - timedelta(seconds=1))


def test_what_has_run_out_goes_with_all_that_hangs_on_it(account: User) -> None:
    gone, kept = store(account, content=LONG, levels={0: "Scan."}), store(account, content=SHORT)
    write_levels(gone)
    services.read_level(account=account, border_hash=gone.content.border_hash, level=0, reader="agent koda")
    expire(gone)
    assert services.purge_expired() == 1
    assert list(Content.objects.all()) == [kept.content]
    assert not Level.objects.exists()
    assert not StonePassage.objects.exists()
    assert LedgerEntry.objects.get().stone is None
    assert services.purge_expired() == 0


def test_a_content_stays_while_one_of_its_stones_lives(account: User) -> None:
    gone, kept = store(account, content=LONG), store(account, content=LONG, glow_channel="data")
    expire(gone)
    assert services.purge_expired() == 1
    assert Stone.objects.get() == kept
    assert Content.objects.get() == kept.content


def test_a_dry_run_deletes_nothing(account: User) -> None:
    expire(store(account))
    assert services.purge_expired(dry_run=True) == 1
    assert Stone.objects.count() == 1


def test_more_than_one_batch(account: User) -> None:
    content = store(account).content
    Stone.objects.bulk_create(
        Stone(
            account=account,
            content=content,
            fingerprint=f"{number:064d}",
            glow_channel="task",
            stone_type="handoff",
            source_agent="koda",
            fortune="task:repo:simple",
            level_count=1,
        )
        for number in range(BATCH + 1)
    )
    expire(*Stone.objects.all())
    assert services.purge_expired() == BATCH + 2
    assert not Content.objects.exists()


def test_a_content_that_was_left_behind_goes_the_next_time(account: User) -> None:
    store(account)
    Stone.objects.all().delete()
    assert services.purge_expired() == 0
    assert not Content.objects.exists()


def test_deleting_twice(account: User) -> None:
    stone = store(account)
    name = stone.content.border_hash
    assert services.delete_stone(account=account, border_hash=name) == (stone.content.sha256, 0, 0)
    with pytest.raises(StoneNotFound):
        services.delete_stone(account=account, border_hash=name)
    assert not services.delete_content(content_id=stone.content_id)


def several(account: User) -> tuple[Stone, Stone]:
    """Two stones with one text, each with its author's level."""
    first = store(account, content=LONG, levels={0: "By the first."}, source_agent="koda")
    second = store(account, content=LONG, levels={0: "By the second."}, source_agent="mira")
    write_levels(first)
    return first, second


@pytest.mark.parametrize("which", [0, 1])
def test_a_deletion_takes_that_stone_alone(account: User, which: int) -> None:
    stones = several(account)
    gone, stays = stones[which], stones[1 - which]
    levels, passages = Level.objects.filter(stone=None).count(), StonePassage.objects.count()
    assert services.preview_deletion(gone) == ((0, 0), 1, [])
    assert services.delete_stone(account=account, border_hash=gone.pk) == (gone.content.sha256, 0, 1)
    assert Stone.objects.get() == stays
    assert list(Level.objects.exclude(stone=None).values_list("stone", flat=True)) == [stays.pk]
    assert (Level.objects.filter(stone=None).count(), StonePassage.objects.count()) == (levels, passages)
    for level, text in ((0, ("By the first.", "By the second.")[1 - which]), (3, LONG)):
        read = services.read_level(
            account=account, border_hash=stays.content.border_hash, level=level, reader="agent koda"
        )
        assert read.content == text


def test_one_that_ran_out_keeps_no_text(account: User) -> None:
    first, second = several(account)
    expire(first)
    services.delete_stone(account=account, border_hash=second.content.sha256)
    assert not Content.objects.exists()


@pytest.mark.parametrize("digits", [8, 64])
def test_a_hash_that_names_several_deletes_none(account: User, digits: int) -> None:
    first, second = several(account)
    with pytest.raises(AmbiguousHash, match=r"2 stones.*Nothing was deleted") as caught:
        services.delete_stone(account=account, border_hash=first.content.sha256[:digits])
    assert caught.value.extra == {"candidates": [second.pk, first.pk]}
    assert Stone.objects.count() == 2


def test_two_of_one_text_deleted_at_once(transactional_db: None) -> None:
    account = new_account()
    first, second = store(account, content=LONG), store(account, content=LONG, source_agent="mira")

    def deleting() -> Iterator[None]:
        services.delete_stone(account=account, border_hash=first.pk)
        yield

    outcome = beside(deleting, lambda: services.delete_stone(account=account, border_hash=second.pk))
    assert outcome == [(second.content.sha256, 0, 0)]
    assert not Content.objects.exists()


def test_a_read_of_what_was_just_deleted(transactional_db: None) -> None:
    account = new_account()
    stone = store(account)
    read = services.find_level(account=account, border_hash=stone.content.border_hash, level=0)
    services.delete_stone(account=account, border_hash=stone.content.border_hash)
    with pytest.raises(StoneNotFound):
        services.record_level(read, reader="agent koda")
    assert not LedgerEntry.objects.exists()


def test_the_source_of_what_was_just_deleted(transactional_db: None) -> None:
    account = new_account()
    stone = store(account, content=LONG)
    read = services.find_level(account=account, border_hash=stone.content.border_hash, level=3)
    services.delete_stone(account=account, border_hash=stone.content.border_hash)
    with pytest.raises(StoneNotFound):
        services.record_level(read, reader="agent koda")


@pytest.mark.parametrize("level", [0, 3])
def test_read_inside_a_transaction_while_it_is_deleted(transactional_db: None, level: int) -> None:
    account = new_account()
    stone = store(account, content=LONG)
    name = stone.content.border_hash

    def deleting() -> Iterator[None]:
        services.delete_content(content_id=stone.content_id)
        yield

    def read() -> object:
        try:
            with transaction.atomic():
                return services.read_level(
                    account=account, border_hash=name, level=level, reader="agent koda"
                )
        except StoneNotFound as error:
            return str(error)

    assert beside(deleting, read) == [StoneNotFound.named(name).message]
    assert not LedgerEntry.objects.exists()


def test_stored_again_while_it_is_deleted(transactional_db: None) -> None:
    account = new_account()
    stone = store(account, content=LONG)

    def deleting() -> Iterator[None]:
        services.delete_content(content_id=stone.content_id)
        yield

    (stored,) = beside(deleting, lambda: store(account, content=LONG))
    assert isinstance(stored, Stone)
    assert (Stone.objects.get(), Content.objects.get()) == (stored, stored.content)


def test_deleted_while_it_is_stored_again(transactional_db: None) -> None:
    account = new_account()
    stone = store(account, content=LONG)

    def storing() -> Iterator[None]:
        store(account, content=LONG, glow_channel="data")
        yield

    outcome = beside(storing, lambda: services.delete_content(content_id=stone.content_id))
    assert outcome == [(stone.content.sha256, 0, 0)]
    assert not Stone.objects.exists()


def test_deleted_while_its_levels_are_written(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    stone = store(new_account(), content=LONG)
    writing, row = threading.Event(), embed_passages._row

    def slow_row(*args: Any) -> StonePassage:
        if not writing.is_set():
            writing.set()
            time.sleep(0.3)
        return row(*args)

    def work() -> None:
        try:
            write_levels(stone)
        finally:
            connection.close()

    monkeypatch.setattr(embed_passages, "_row", slow_row)
    worker = threading.Thread(target=work)
    worker.start()
    assert writing.wait(10)
    assert services.delete_content(content_id=stone.content_id)
    worker.join(10)
    assert not Content.objects.exists()
    assert not StonePassage.objects.exists()


def test_stored_again_while_it_is_purged(transactional_db: None) -> None:
    account = new_account()
    expire(store(account, content=LONG))

    def purging() -> Iterator[None]:
        services.purge_expired()
        yield

    (stored,) = beside(purging, lambda: store(account, content=LONG))
    assert isinstance(stored, Stone)
    assert Stone.objects.alive().get() == stored


def test_purged_while_it_is_stored_again(transactional_db: None) -> None:
    account = new_account()
    stone = store(account, content=LONG)
    expire(stone)

    def storing() -> Iterator[None]:
        store(account, content=LONG)
        yield

    assert beside(storing, services.purge_expired) == [0]
    assert Stone.objects.alive().get() == stone


def test_stored_by_many_at_once(transactional_db: None) -> None:
    account = new_account()
    start, stored = threading.Barrier(6), []

    def run() -> None:
        try:
            start.wait()
            stored.append(store(account, content=LONG))
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {stone.pk for stone in stored} == {Stone.objects.get().pk}
    assert len(stored) == 6
    assert Content.objects.get().border_hash == stored[0].content.sha256[:8]
    assert Job.objects.of(WRITE_LEVELS).count() == 1

"""Copies are pinned, deleted and purged; texts stay as long as anything needs them."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from clipboard import tasks
from clipboard.exceptions import CopyNotFound, TextNotStored
from clipboard.models import ClipboardEntry, Fingerprints
from clipboard.services import delete_entry, make_stone, pin, purge_expired_copies, save_clipboard_settings
from clipboard.services.copy_retention import BATCH
from clipboard.services.stone_receivers import MAX_REPORTED_IDS, count_copies
from clipboard.tests.copy_factories import copy
from stones import services
from stones.exceptions import PinnedCopies
from stones.models import Content, Stone
from stones.tests.factories import LONG, SHORT, new_account, store

NEVER = "01KF7S9Y3M5D8R2E6T4W1Q0ZXC"


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def expire(*entries: ClipboardEntry) -> None:
    past = timezone.now() - timedelta(seconds=1)
    ClipboardEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(expires=past)


def test_pinned_and_no_longer(account: User) -> None:
    entry = copy(account)
    pinned = pin(account=account, entry_id=entry.pk, is_pinned=True)
    assert (pinned, pinned.is_pinned, pinned.expires) == (entry, True, None)
    save_clipboard_settings(account, ttl_days=2)
    before = timezone.now()
    loose = pin(account=account, entry_id=entry.pk, is_pinned=False)
    assert loose.expires is not None
    assert before <= loose.expires - timedelta(days=2) <= timezone.now()
    again = pin(account=account, entry_id=entry.pk, is_pinned=False)
    assert again.expires == loose.expires


def test_deleted_with_its_text_and_fingerprints(account: User) -> None:
    entry, other = copy(account), copy(account)
    delete_entry(account=account, entry_id=entry.pk)
    assert list(ClipboardEntry.objects.all()) == [other]
    assert list(Content.objects.all()) == [other.content]
    assert Fingerprints.objects.get().content == other.content


def test_a_text_stays_for_another_copy(account: User) -> None:
    first = copy(account, SHORT)
    copy(account)
    second = copy(account, SHORT)
    delete_entry(account=account, entry_id=first.pk)
    second.refresh_from_db()
    assert second.content is not None
    assert (second.content.text, second.parent, second.relation) == (SHORT, None, "repeats")


def test_a_text_stays_for_its_stone(account: User) -> None:
    entry = copy(account, LONG, as_stone=True)
    delete_entry(account=account, entry_id=entry.pk)
    assert Stone.objects.get().content.text == LONG


def test_what_was_copied_from_it_stays(account: User) -> None:
    whole = copy(account, LONG)
    part = copy(account, "\n\n".join(LONG.split("\n\n")[5:9]))
    assert part.parent == whole
    delete_entry(account=account, entry_id=whole.pk)
    left = ClipboardEntry.objects.get()
    assert (left, left.parent, left.relation, left.overlap) == (part, None, "part", 1.0)


@pytest.mark.parametrize("entry_id", [NEVER, "", "a\x00", "x" * 300], ids=["none", "empty", "NUL", "long"])
def test_what_is_not_there(account: User, entry_id: str) -> None:
    theirs = copy(new_account())
    for name in (entry_id, theirs.pk):
        with pytest.raises(CopyNotFound):
            pin(account=account, entry_id=name, is_pinned=True)
        with pytest.raises(CopyNotFound):
            delete_entry(account=account, entry_id=name)
        with pytest.raises(CopyNotFound):
            make_stone(account=account, entry_id=name)
    assert ClipboardEntry.objects.get() == theirs


def test_what_has_run_out_is_purged(account: User) -> None:
    expired, pinned, with_stone = copy(account), copy(account), copy(account, as_stone=True)
    pin(account=account, entry_id=pinned.pk, is_pinned=True)
    expire(expired)
    assert purge_expired_copies(dry_run=True) == 1
    assert purge_expired_copies() == 1
    assert set(ClipboardEntry.objects.all()) == {pinned, with_stone}
    assert set(Content.objects.all()) == {pinned.content, with_stone.content}
    assert purge_expired_copies() == 0


def test_more_than_one_batch(account: User) -> None:
    entry = copy(account)
    ClipboardEntry.objects.bulk_create(
        ClipboardEntry(
            account=account,
            content=entry.content,
            sha256=entry.sha256,
            preview="a",
            characters=1,
            tokens=1,
            capture_method="rest",
        )
        for _ in range(BATCH + 1)
    )
    expire(*ClipboardEntry.objects.all())
    assert purge_expired_copies() == BATCH + 2
    assert not Content.objects.exists()


def test_a_purge_of_stones_leaves_the_texts_of_copies(account: User) -> None:
    entry, stone = copy(account, LONG), store(account, content=SHORT)
    Stone.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert services.purge_expired() == 1
    assert not Stone.objects.filter(pk=stone.pk).exists()
    assert Content.objects.get() == entry.content


def test_a_purged_stone_of_a_copy(account: User) -> None:
    entry = copy(account, LONG, as_stone=True)
    Stone.objects.update(expires=timezone.now() - timedelta(seconds=1))
    services.purge_expired()
    entry.refresh_from_db()
    assert entry.stone is None
    assert entry.content is not None
    assert make_stone(account=account, entry_id=entry.pk) == Stone.objects.get()


def test_a_stone_that_has_run_out_is_made_again(account: User) -> None:
    entry = copy(account, LONG, as_stone=True)
    Stone.objects.update(expires=timezone.now() - timedelta(seconds=1))
    stone = make_stone(account=account, entry_id=entry.pk)
    assert (stone, Stone.objects.alive().get()) == (entry.stone, stone)


def test_no_stone_without_a_text(account: User) -> None:
    save_clipboard_settings(account, store_full=False)
    entry = copy(account)
    with pytest.raises(TextNotStored):
        make_stone(account=account, entry_id=entry.pk)


def test_deleting_a_stone_says_how_many_copies_went(account: User) -> None:
    entry = copy(account, LONG, as_stone=True)
    copy(account)
    copy(account, LONG)
    stone = Stone.objects.get()
    assert count_copies(content=stone.content) == (2, 0)
    assert services.delete_stone(account=account, border_hash=stone.pk) == (entry.sha256, 2, 0)
    assert ClipboardEntry.objects.count() == 1


def test_copies_without_a_text_go_with_their_stone(account: User) -> None:
    save_clipboard_settings(account, store_full=False)
    copy(account, SHORT)
    theirs = copy(new_account("bob"), SHORT)
    stone = store(account, content=SHORT)
    assert count_copies(content=stone.content) == (1, 0)
    assert services.delete_stone(account=account, border_hash=stone.pk).copies == 1
    assert ClipboardEntry.objects.get() == theirs


def pinned_stone(account: User, *, pins: int = 1) -> Stone:
    """A stone whose text was copied once more than it is pinned."""
    for _ in range(pins):
        entry = copy(account, LONG, as_stone=True)
        pin(account=account, entry_id=entry.pk, is_pinned=True)
        copy(account)
    copy(account, LONG)
    return Stone.objects.get()


def test_a_pin_holds_a_text(account: User) -> None:
    stone = pinned_stone(account)
    assert count_copies(content=stone.content) == (2, 1)
    with pytest.raises(
        PinnedCopies, match=r"a pinned copy of this text.*Nothing was deleted.*then it goes"
    ) as caught:
        services.delete_stone(account=account, border_hash=stone.pk)
    assert caught.value.extra == {"pinned": [ClipboardEntry.objects.get(is_pinned=True).pk]}
    assert (Stone.objects.get(), ClipboardEntry.objects.count()) == (stone, 3)


def test_a_pin_is_broken_when_that_is_meant(account: User) -> None:
    stone = pinned_stone(account)
    sha256 = stone.content.sha256
    assert services.delete_stone(account=account, border_hash=stone.pk, delete_pinned=True) == (sha256, 2, 0)
    assert not Content.objects.filter(sha256=sha256).exists()
    assert not ClipboardEntry.objects.filter(sha256=sha256).exists()


def test_the_newest_of_many_pins_are_told(account: User) -> None:
    stone = pinned_stone(account, pins=MAX_REPORTED_IDS + 2)
    newest = ClipboardEntry.objects.filter(is_pinned=True).values_list("pk", flat=True)[:MAX_REPORTED_IDS]
    with pytest.raises(PinnedCopies, match=r"12 pinned copies.*then they go") as caught:
        services.delete_stone(account=account, border_hash=stone.pk)
    assert caught.value.extra == {"pinned": list(newest)}


def test_another_accounts_pin_holds_nothing(account: User) -> None:
    stone = store(account, content=SHORT)
    theirs = copy(new_account("bob"), SHORT)
    pin(account=theirs.account, entry_id=theirs.pk, is_pinned=True)
    assert services.delete_stone(account=account, border_hash=stone.pk).copies == 0
    assert ClipboardEntry.objects.get() == theirs


def test_an_operator_deletes_pinned_copies_too(account: User) -> None:
    content = pinned_stone(account).content
    assert services.delete_content(content_id=content.pk) == (content.sha256, 2, 0)


def test_the_hourly_task(account: User) -> None:
    expire(copy(account))
    marked = store(account, content=LONG)
    assert tasks.purge.name in settings.CELERY_BEAT_SCHEDULE
    assert tasks.purge() == 1
    assert not ClipboardEntry.objects.exists()
    assert Fingerprints.objects.get().content == marked.content

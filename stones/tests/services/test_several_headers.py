"""One content under several headers: each of its stones stays within reach, with what its author wrote."""

import pytest
from django.contrib.auth.models import User

from stones.exceptions import StoneNotFound
from stones.models import ListedStone, Stone
from stones.queries import find_stone, find_stone_to_read, reloaded, stones_of
from stones.queries.load_rows import newest_by_hash
from stones.services import StoneDraft, read_level, store_stone

pytestmark = pytest.mark.django_db

TEXT = "The deploy failed twice tonight because the disk of db-2 was full.\n" * 8
ALICE = StoneDraft(
    content=TEXT, source_agent="alice", glow_channel="task", levels={0: "Free the disk of db-2."}
)
BOB = StoneDraft(content=TEXT, source_agent="bob", glow_channel="data")


@pytest.fixture
def account() -> User:
    return User.objects.create_user("ann")


def store(account: User, draft: StoneDraft) -> ListedStone:
    return store_stone(account=account, draft=draft).stone


def test_the_hash_finds_the_one_that_was_given_last(account: User) -> None:
    alice, bob = store(account, ALICE), store(account, BOB)
    assert alice.content_id == bob.content_id
    assert find_stone(account, bob.content.border_hash) == bob
    store(account, ALICE)
    assert find_stone(account, bob.content.border_hash) == alice


def test_the_id_finds_each(account: User) -> None:
    alice, bob = store(account, ALICE), store(account, BOB)
    read = read_level(account=account, border_hash=alice.pk, level=0, reader="person ann")
    assert read.content == "Free the disk of db-2."
    assert find_stone(account, bob.pk) == bob


def test_an_address_finds_its_own_stone(account: User) -> None:
    alice, bob = store(account, ALICE), store(account, BOB)
    for stone in (alice, bob):
        address = find_stone(account, stone.pk).address
        assert find_stone(account, address) == stone
    assert find_stone(account, bob.pk).address == bob.content.border_hash
    assert find_stone(account, alice.pk).address == alice.pk


def test_every_query_knows_the_address(account: User) -> None:
    alice, bob = store(account, ALICE), store(account, BOB)
    assert bob.address == bob.content.border_hash
    assert {stone.pk: stone.address for stone in stones_of(account)} == {
        alice.pk: alice.pk,
        bob.pk: bob.address,
    }
    for stone, address in ((alice, alice.pk), (bob, bob.address)):
        assert reloaded(stone).address == find_stone_to_read(account, stone.pk).address == address
    both = newest_by_hash(account.pk, bob.content.sha256)
    assert [row.address for row in both] == [bob.address, alice.pk]
    Stone.objects.filter(pk=bob.pk).update(expires=bob.created)
    assert find_stone_to_read(account, alice.pk).address == alice.content.border_hash


def test_a_stone_that_was_loaded_otherwise_has_none(account: User) -> None:
    store(account, ALICE)
    with pytest.raises(AttributeError, match="has_later"):
        _ = Stone.objects.get().address  # type: ignore[misc]  # what mypy says of it, too


def test_a_later_one_that_ran_out_is_passed_over(account: User) -> None:
    alice, bob = store(account, ALICE), store(account, BOB)
    Stone.objects.filter(pk=bob.pk).update(expires=bob.created)
    found = find_stone(account, alice.content.border_hash)
    assert (found, found.address) == (alice, alice.content.border_hash)


def test_the_id_opens_nothing_to_another_account(account: User) -> None:
    stone = store(account, ALICE)
    with pytest.raises(StoneNotFound):
        find_stone(User.objects.create_user("eve"), stone.pk)

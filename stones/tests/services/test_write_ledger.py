"""Entries of the ledger refer to their readers, each of whom has one row in an account."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from stones.models import LedgerEntry, LedgerReader, ReadKind, Stone
from stones.services.write_ledger import LedgerValues, record, record_all
from stones.tests.factories import ledger_reader, new_account, store
from stones.tests.run_beside import beside

NAMES = ("agent koda", "person ann", "agent koda@mallory", "agent person", "helper for agent koda", "command")


def read(stone: Stone, reader: str = "agent koda") -> None:
    record(stone, reader=reader, kind=ReadKind.LEVEL, level=0, tokens=1)


def values(stone: Stone, reader: str = "agent koda") -> LedgerValues:
    return LedgerValues(stone.account_id, stone.pk, stone.pk, "task", reader, ReadKind.LEVEL, 0, 1, 9)


def read_many(stone: Stone) -> None:
    record_all([values(stone), values(stone)])


def names_of(account: User) -> list[str]:
    entries = LedgerEntry.objects.filter(account=account).order_by("pk")
    return list(entries.values_list("reader__name", flat=True))


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


def test_a_reader_has_one_row_however_much_it_reads(account: User) -> None:
    stone = store(account)
    for _ in range(2):
        read(stone)
        read_many(stone)
    assert names_of(account) == ["agent koda"] * 6
    assert LedgerReader.objects.get().account == account


def test_readers_of_one_name_in_two_accounts_are_two(account: User) -> None:
    other = new_account("mallory")
    stones = [store(account), store(other)]
    record_all([values(stone, name) for stone in stones for name in NAMES])
    assert set(names_of(account)) == set(names_of(other)) == set(NAMES)
    entries = LedgerEntry.objects.values_list("account", "reader__account")
    assert {entry_account == reader_account for entry_account, reader_account in entries} == {True}


def test_the_name_says_what_kind_of_reader_it_is(account: User) -> None:
    kinds = {name: ledger_reader(account, name).kind for name in NAMES}
    assert kinds == {
        "agent koda": "agent",
        "person ann": "person",
        "agent koda@mallory": "agent",
        "agent person": "agent",
        "helper for agent koda": "other",
        "command": "other",
    }


@pytest.mark.parametrize("again", [False, True], ids=["the first read", "another"])
def test_a_read_is_one_statement(
    account: User, again: bool, django_assert_num_queries: Callable[[int], transaction.Atomic]
) -> None:
    stone = store(account)
    if again:
        read(stone)
    with django_assert_num_queries(1):
        read(stone)
    with django_assert_num_queries(1):
        record_all([values(stone, f"agent koda{'' if again else 2}")])


def test_a_first_read_that_is_rolled_back_leaves_no_reader(account: User) -> None:
    stone = store(account)
    with transaction.atomic():
        read(stone)
        transaction.set_rollback(True)
    assert not LedgerReader.objects.exists()
    read(stone)
    assert names_of(account) == ["agent koda"]


RECORDS = pytest.mark.parametrize("write", [read, read_many], ids=["one entry", "many"])


@RECORDS
@pytest.mark.django_db(transaction=True)
def test_two_first_reads_at_once_are_both_written(write: Callable[[Stone], None]) -> None:
    stone = store(new_account("ann"))

    def first() -> Iterator[None]:
        read(stone)
        yield

    beside(first, lambda: write(stone))
    entries = LedgerEntry.objects.values_list("reader", flat=True)
    assert (len(entries) > 1, len(set(entries))) == (True, 1)


@RECORDS
@pytest.mark.django_db(transaction=True)
def test_a_reader_that_goes_meanwhile_is_made_anew(write: Callable[[Stone], None]) -> None:
    """As when an account is deleted batch by batch, of which others read what is still there."""
    account = new_account("ann")
    stone = store(account)
    gone = ledger_reader(account)

    def go() -> Iterator[None]:
        LedgerReader.objects.filter(pk=gone.pk).delete()
        yield

    beside(go, lambda: write(stone))
    assert LedgerReader.objects.get().pk != gone.pk
    assert set(names_of(account)) == {"agent koda"}

"""The ledger's daily sums: when they are made, made anew, and kept."""

import threading
from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, transaction

from stones.models import LedgerDailySum, LedgerEntry, LedgerRollUp
from stones.queries.ledger_sums import ledger_sums
from stones.services.roll_up_ledger import BATCH, purge_ledger, rebuild_roll_up, roll_up_ledgers
from stones.tests.factories import ledger_reader, new_account

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 10)


@pytest.fixture
def account() -> User:
    return new_account("ann")


def entry(account: User, day: date = DAY, **fields: object) -> LedgerEntry:
    usual: dict[str, object] = {
        "source": "S1",
        "reader": ledger_reader(account),
        "kind": "level",
        "level": 0,
        "tokens": 20,
        "paste_tokens": 1_000,
        "created": datetime(day.year, day.month, day.day, 12, tzinfo=UTC),
    }
    return LedgerEntry.objects.create(account=account, **usual | fields)


def read_on(account: User, day: date = DAY) -> int:
    """Tokens that were read on a day."""
    sums = ledger_sums(account, start=day, end=day + timedelta(days=1))
    return sum(each.read for each in sums if each.by == "channel")


def until(account: User) -> date:
    return LedgerRollUp.objects.get(account=account).until


def test_a_day_that_is_over_is_read_from_its_sums(account: User) -> None:
    entry(account)
    assert roll_up_ledgers() == 1
    LedgerDailySum.objects.update(read=7)  # which shows where it is read
    assert read_on(account) == 7


def test_the_open_day_is_read_live(account: User) -> None:
    today = datetime.now(UTC).date()
    entry(account)
    entry(account, created=datetime.now(UTC))
    roll_up_ledgers()
    assert not LedgerDailySum.objects.filter(day=today).exists()
    entry(account, created=datetime.now(UTC))
    assert (read_on(account), read_on(account, today)) == (20, 40)


def test_safe_to_repeat_and_each_account_its_own(account: User) -> None:
    mallory = new_account("mallory")
    entry(account)
    entry(mallory, tokens=5)
    assert [roll_up_ledgers(account=account), roll_up_ledgers(), roll_up_ledgers()] == [1, 1, 0]
    assert (read_on(account), read_on(mallory)) == (20, 5)


def test_an_entry_that_comes_late_is_summed(account: User) -> None:
    entry(account, DAY + timedelta(days=3))
    entry(account, DAY - timedelta(days=1))
    roll_up_ledgers()
    entry(account, tokens=7)
    assert (until(account), read_on(account)) == (DAY, 7)
    roll_up_ledgers()
    assert until(account) > DAY + timedelta(days=3)
    assert read_on(account) == 7


def test_an_entry_that_changes_or_goes_late_is_summed_again(account: User) -> None:
    changed, gone = entry(account), entry(account)
    roll_up_ledgers()
    LedgerEntry.objects.filter(pk=changed.pk).update(tokens=50)
    assert (until(account), read_on(account)) == (DAY, 70)
    roll_up_ledgers()
    gone.delete()
    assert (until(account), read_on(account)) == (DAY, 50)


def test_a_stone_that_goes_changes_no_sum(account: User) -> None:
    row = entry(account)
    roll_up_ledgers()
    LedgerEntry.objects.filter(pk=row.pk).update(stone=None)
    assert until(account) > DAY


def test_rebuild_sums_the_ledger_anew(account: User) -> None:
    entry(account)
    roll_up_ledgers()
    LedgerDailySum.objects.update(read=7)
    call_command("roll_up_ledger", "--rebuild", "--account", account.get_username())
    assert read_on(account) == 20


def test_what_is_purged_stays_in_the_sums(account: User) -> None:
    fields = _fields(account)
    LedgerEntry.objects.bulk_create([LedgerEntry(**fields) for _ in range(BATCH + 1)])
    recent = entry(account, datetime.now(UTC).date() - timedelta(days=3))
    assert purge_ledger(days=100) == 0  # nothing goes that is not summed
    roll_up_ledgers()
    assert purge_ledger(days=100) == BATCH + 1
    assert list(LedgerEntry.objects.all()) == [recent]
    assert read_on(account) == 20 * (BATCH + 1)
    # Nor does a rebuild, or an entry that comes late, lose it.
    entry(account)
    roll_up_ledgers()
    assert rebuild_roll_up(account=account) == 2
    assert read_on(account) == 20 * (BATCH + 1)


def _fields(account: User) -> dict[str, object]:
    noon = datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC)
    fields: dict[str, object] = {
        "account": account,
        "source": "S1",
        "reader": ledger_reader(account),
        "kind": "level",
    }
    return fields | {"level": 0, "tokens": 20, "paste_tokens": 1_000, "created": noon}


@pytest.mark.django_db(transaction=True)
def test_a_roll_up_waits_for_a_late_entry_that_is_being_written() -> None:
    account = new_account("ann")
    entry(account, DAY - timedelta(days=1))
    LedgerRollUp.objects.create(account=account, until=DAY - timedelta(days=1))

    def roll_up() -> None:
        roll_up_ledgers()
        connection.close()

    rolling = threading.Thread(target=roll_up)
    with transaction.atomic():
        entry(account, tokens=7)
        rolling.start()
        rolling.join(0.5)
        assert rolling.is_alive()
    rolling.join(30)
    assert (until(account) > DAY, read_on(account)) == (True, 7)

"""Names of readers in the ledger's entries become rows, and names again; sums of days that are over stay."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection

from stones.models import LedgerDailySum, LedgerEntry, LedgerRollUp
from stones.services.roll_up_ledger import roll_up_ledgers
from stones.tests.factories import ledger_reader, new_account

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 3, 10, 12, tzinfo=UTC)
READS = (("ann", "agent koda"), ("ann", "agent koda"), ("ann", "person ann"), ("mallory", "agent koda"))


def migrate(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # or no table of this transaction can be altered
    call_command("migrate", "stones", name, interactive=False, verbosity=0)


def query(statement: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def triggers() -> list[tuple[Any, ...]]:
    return query("SELECT tgname FROM pg_trigger WHERE tgname LIKE 'ledger_late%' ORDER BY tgname")


@pytest.fixture
def ledger() -> dict[str, User]:
    """Two accounts, whose days are summed."""
    accounts = {name: new_account(name) for name in ("ann", "mallory")}
    for name, reader in READS:
        LedgerEntry.objects.create(
            account=accounts[name],
            reader=ledger_reader(accounts[name], reader),
            source="S1",
            kind="level",
            level=0,
            tokens=20,
            paste_tokens=1_000,
            created=DAY,
        )
    roll_up_ledgers()
    return accounts


def test_names_become_rows_and_names_again(ledger: dict[str, User]) -> None:
    watched, sums = triggers(), list(LedgerDailySum.objects.order_by("pk").values())
    until = LedgerRollUp.objects.values_list("until", flat=True).distinct().get()

    migrate("0011")

    named = (
        "SELECT username, reader FROM stones_ledgerentry AS entry JOIN auth_user ON auth_user.id = account_id"
    )
    assert query(f"{named} ORDER BY entry.id") == list(READS)
    assert "stones_ledgerreader" not in connection.introspection.table_names()
    assert triggers() == watched

    migrate("0012")

    entries = LedgerEntry.objects.order_by("pk").values_list(
        "account__username", "reader__name", "reader__account__username"
    )
    assert list(entries) == [(name, reader, name) for name, reader in READS]
    kinds = set(LedgerEntry.objects.values_list("reader__name", "reader__kind"))
    assert kinds == {("agent koda", "agent"), ("person ann", "person")}
    assert triggers() == watched
    assert {each.until for each in LedgerRollUp.objects.all()} == {until}
    assert list(LedgerDailySum.objects.order_by("pk").values()) == sums


@pytest.mark.parametrize("version", ["0011", "0012"])
def test_an_entry_that_changes_its_reader_late_sets_its_own_sums_back(
    ledger: dict[str, User], version: str
) -> None:
    migrate("0011")
    migrate(version)
    column, value = ("reader", "'agent mira'") if version == "0011" else ("reader_id", "reader_id")
    query(
        f"UPDATE stones_ledgerentry SET {column} = {value} WHERE account_id = {ledger['mallory'].pk} RETURNING id"
    )
    until = dict(
        query("SELECT username, until FROM stones_ledgerrollup JOIN auth_user ON auth_user.id = account_id")
    )
    migrate("0012")
    assert until["mallory"] == date(2026, 3, 10) < until["ann"]

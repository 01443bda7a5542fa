"""The figures agree with the ledger to the token: with a sum in Python, and with plain SQL."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analytics.queries import savings
from analytics.sums import Figures, Savings
from analytics.tests.ledger_entries import NOON
from stones.models import LedgerEntry, LedgerRollUp
from stones.queries.ledger_sums import source_sums
from stones.services.roll_up_ledger import roll_up_ledgers
from stones.tests.factories import ledger_reader

pytestmark = pytest.mark.django_db
FIRST = NOON.date() - timedelta(days=4)
LAST = NOON.date()
READERS = ("agent koda", "agent mira", "person ann", "assistant for agent koda")
COSTS = {"helper": "helpers", "write": "generation"}

ENTRY = st.fixed_dictionaries(
    {
        "source": st.sampled_from(("S1", "S2", "S3", "")),
        "glow_channel": st.sampled_from(("task", "data", "")),
        "reader": st.sampled_from(READERS),
        "kind": st.sampled_from(("level", "level", "focus", "whole", "helper", "write")),
        "level": st.integers(0, 3),
        "tokens": st.integers(0, 500),
        "paste_tokens": st.integers(0, 2_000),
        "hours": st.integers(0, 6 * 24),
    }
)


# When the ledger is rolled up: never, before its second half came (and again), behind it all; or as far as a day.
ROLLED = st.sampled_from(("", "late", "late, again", "all", "to a day"))


def write_rolled(account: User, rows: Sequence[dict[str, Any]], rolled: str) -> list[LedgerEntry]:
    """The entries of this example alone; those of the one before go, and what was summed of them."""
    LedgerEntry.objects.filter(account=account).delete()
    half = len(rows) // 2
    made = write(account, rows[:half])
    if rolled.startswith("late"):
        roll_up_ledgers(account=account)
    made += write(account, rows[half:])
    if rolled and rolled != "late":
        roll_up_ledgers(account=account)
    if rolled == "to a day":
        LedgerRollUp.objects.filter(account=account).update(until=LAST - timedelta(days=2))
    return made


def write(account: User, rows: Sequence[dict[str, Any]]) -> list[LedgerEntry]:
    made = []
    for fields in rows:
        fields = dict(fields)
        created = NOON + timedelta(hours=12) - timedelta(hours=fields.pop("hours"), minutes=1)
        if fields["kind"] == "focus":
            fields["level"] = None
        fields["reader"] = ledger_reader(account, fields["reader"])
        made.append(LedgerEntry(account=account, created=created, **fields))
    return LedgerEntry.objects.bulk_create(made)


def added(figures: Sequence[Figures]) -> tuple[int, ...]:
    return tuple(
        sum(getattr(each, name) for each in figures)
        for name in ("paste", "read", "generation", "helpers", "saved", "reads")
    )


def summed(
    entries: Sequence[LedgerEntry], since: date, until: date, key: Callable[[LedgerEntry], str]
) -> Counter[str]:
    """What was saved, by a key of each entry: computed in plain Python."""
    opened: set[tuple[str, str]] = set()
    saved: Counter[str] = Counter()
    for each in sorted(entries, key=lambda entry: (entry.created, entry.pk)):
        is_read = each.kind not in COSTS
        pasted = is_read and (each.source == "" or (each.reader.name, each.source) not in opened)
        if is_read:
            opened.add((each.reader.name, each.source))
        if since <= each.created.date() <= until:
            is_persons = is_read and each.reader.name.startswith("person ")
            saved[key(each)] += 0 if is_persons else (each.paste_tokens if pasted else 0) - each.tokens
    return saved


def depths(entries: Sequence[LedgerEntry]) -> Callable[[LedgerEntry], str]:
    """The row of each entry in the table of levels: the deepest that its reader loaded of its source on its day."""
    deepest: dict[tuple[str, str, date], int] = {}
    for each in entries:
        if each.kind not in COSTS and each.level is not None:
            key = (each.reader.name, each.source, each.created.date())
            deepest[key] = max(deepest.get(key, 0), each.level)

    def depth(each: LedgerEntry) -> str:
        if each.kind in COSTS:
            return COSTS[each.kind]
        key = (each.reader.name, each.source, each.created.date())
        level = deepest.get(key) if each.source else each.level
        return "passages" if level is None else f"lod-{level}"

    return depth


def by_key(found: Savings, table: str) -> dict[str, int]:
    return {row.key: row.saved for row in getattr(found, table)}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries=st.lists(ENTRY, max_size=25), start=st.integers(0, 5), length=st.integers(0, 5), rolled=ROLLED)
def test_every_table_adds_up_to_the_ledger(
    account: User, entries: list[dict[str, Any]], start: int, length: int, rolled: str
) -> None:
    ledger = write_rolled(account, entries, rolled)
    since = FIRST - timedelta(days=1) + timedelta(days=start)
    until = since + timedelta(days=length)
    found = savings(account, since=since, until=until)
    whole = added([found])
    for table in (found.days, found.by_agent, found.by_channel, found.by_level):
        assert added(table) == whole
    by_agent = summed(ledger, since, until, lambda each: each.reader.name.removeprefix("assistant for "))
    assert by_key(found, "by_agent") == by_agent
    assert by_key(found, "by_channel") == summed(ledger, since, until, lambda each: each.glow_channel)
    assert by_key(found, "by_level") == summed(ledger, since, until, depths(ledger))
    by_day = summed(ledger, since, until, lambda each: each.created.date().isoformat())
    assert {day.day.isoformat(): day.saved for day in found.days if day.day.isoformat() in by_day} == by_day
    assert found.saved == by_agent.total()
    day_by_day = [
        savings(account, since=since + timedelta(days=number), until=since + timedelta(days=number))
        for number in range(length + 1)
    ]
    assert added(day_by_day) == whole


PLAIN = """
    SELECT coalesce(sum(paste), 0), coalesce(sum(read), 0), coalesce(sum(generation), 0), coalesce(sum(helpers), 0)
    FROM (
        SELECT created,
               CASE WHEN ledger.kind IN ('helper', 'write') OR name LIKE 'person %%' THEN 0
                    WHEN source = '' THEN paste_tokens
                    WHEN row_number() OVER (
                        PARTITION BY name, source, ledger.kind IN ('helper', 'write') ORDER BY created, ledger.id
                    ) = 1 THEN paste_tokens ELSE 0 END AS paste,
               CASE WHEN ledger.kind IN ('level', 'focus', 'whole') AND name NOT LIKE 'person %%'
                    THEN tokens ELSE 0 END AS read,
               CASE WHEN ledger.kind = 'write' THEN tokens ELSE 0 END AS generation,
               CASE WHEN ledger.kind = 'helper' THEN tokens ELSE 0 END AS helpers,
               glow_channel
        FROM stones_ledgerentry AS ledger JOIN stones_ledgerreader AS reader ON reader.id = reader_id
        WHERE ledger.account_id = %s
    ) AS ledger
    WHERE created >= %s AND created < %s
"""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries=st.lists(ENTRY, min_size=5, max_size=40), rolled=ROLLED)
def test_plain_sql_says_the_same(account: User, entries: list[dict[str, Any]], rolled: str) -> None:
    write_rolled(account, entries, rolled)
    found = savings(account, since=FIRST, until=LAST)
    with connection.cursor() as cursor:
        cursor.execute(PLAIN, [account.pk, FIRST, LAST + timedelta(days=1)])
        assert cursor.fetchone() == (found.paste, found.read, found.generation, found.helpers)
        for day in found.days:
            cursor.execute(PLAIN, [account.pk, day.day, day.day + timedelta(days=1)])
            assert cursor.fetchone() == (day.paste, day.read, day.generation, day.helpers)
        for row in found.by_channel:
            cursor.execute(
                PLAIN + " AND glow_channel = %s", [account.pk, FIRST, LAST + timedelta(days=1), row.key]
            )
            assert cursor.fetchone() == (row.paste, row.read, row.generation, row.helpers)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries=st.lists(ENTRY, max_size=25), rolled=ROLLED.filter(lambda each: each != "to a day"))
def test_sources_add_up_to_the_ledger(account: User, entries: list[dict[str, Any]], rolled: str) -> None:
    ledger = write_rolled(account, entries, rolled)
    reads = [each for each in ledger if each.kind not in COSTS and each.source]

    found = source_sums(account, ["S1", "S2", "never read"])

    saved = summed(
        ledger, FIRST - timedelta(days=9), LAST, lambda each: f"{each.source} {each.kind in COSTS}"
    )
    counts = Counter(each.source for each in reads)
    assert found == {
        source: (counts[source], saved[f"{source} False"]) for source in ("S1", "S2") if counts[source]
    }

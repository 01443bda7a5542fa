"""How long it takes to sum up a large ledger, beside the plainest sum over the same rows.

Entries as a busy account would have them over 90 days: a source is read by some readers, each one to five times within
hours; one entry in fifty is what a model cost. All days but the last are rolled up, or none ("live").
Everything is rolled back.
"""

import random
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count, islice

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import F

from analytics.queries import savings
from stones.models import LedgerDailySum, LedgerEntry, LedgerReader, LedgerRollUp, LedgerSourceSum
from stones.queries.ledger_sums import source_sums
from stones.queries.stone_filters import MAX_COUNTED
from stones.services.roll_up_ledger import roll_up_ledgers
from tools.benchmarks.invented import percentiles, rows

DAYS = 90
READERS = 40
CHANNELS = ("task", "context", "handoff", "query", "data", "")
UNTIL = date(2026, 6, 30)


def measure(entries: int, times: int, *, seed: int = 1) -> dict[str, dict[str, float]]:
    """Milliseconds (p50, p95, p99) by method, taking turns."""
    draw = random.Random(seed)
    with transaction.atomic():
        account = User.objects.create(username=f"bench-analytics-{draw.getrandbits(64):x}", is_active=False)
        _fill(account, entries, draw)
        with connection.cursor() as cursor:
            # What autovacuum does once such rows are committed.
            cursor.execute(f"ANALYZE {LedgerEntry._meta.db_table}")
        started = time.perf_counter()
        roll_up_ledgers(account=account)
        rolling = 1000 * (time.perf_counter() - started)
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {LedgerDailySum._meta.db_table}, {LedgerSourceSum._meta.db_table}")
        found: dict[str, list[float]] = {method: [] for method in METHODS}
        for _ in range(times):
            for name, method in METHODS.items():
                started = time.perf_counter()
                method(account)
                found[name].append(1000 * (time.perf_counter() - started))
        transaction.set_rollback(True)
    return {method: percentiles(each) for method, each in found.items()} | {"roll-up": percentiles([rolling])}


def _fill(account: User, entries: int, draw: random.Random) -> None:
    start = datetime.combine(UNTIL - timedelta(days=DAYS - 1), datetime.min.time(), UTC)
    last = start + timedelta(days=DAYS, seconds=-1)
    readers = LedgerReader.objects.bulk_create(
        LedgerReader(account=account, name=f"agent number-{number}") for number in range(READERS)
    )
    columns = "account_id, source, glow_channel, reader_id, kind, level, tokens, paste_tokens, created"
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {LedgerEntry._meta.db_table} ({columns}) FROM STDIN") as copy,
    ):
        for number, (source, channel, reader, paste) in enumerate(islice(_reads(draw), entries)):
            created = start + timedelta(days=DAYS) * (number / entries) + timedelta(hours=draw.random() * 30)
            kind = "helper" if draw.random() < 0.02 else "level"
            level, tokens = draw.randrange(4), draw.randint(10, 600)
            copy.write_row(
                (
                    account.pk,
                    source,
                    channel,
                    readers[reader].pk,
                    kind,
                    level,
                    tokens,
                    paste,
                    min(created, last),
                )
            )


def _reads(draw: random.Random) -> Iterator[tuple[str, str, int, int]]:
    """Endless reads: source, channel, number of the reader and paste tokens."""
    for number in count():
        source, channel, paste = f"S{number:025}", draw.choice(CHANNELS), draw.randint(60, 8_000)
        for reader in draw.sample(range(READERS), draw.randint(1, 4)):
            for _ in range(draw.randint(1, 5)):
                yield source, channel, reader, paste


def _savings_of(days: int, *, summed_until: date) -> Callable[[User], object]:
    def method(account: User) -> object:
        _sum_until(account, summed_until)
        return savings(account, since=UNTIL - timedelta(days=days - 1), until=UNTIL)

    return method


def _by_source(account: User) -> object:
    """What the most saved of the list of stones are chosen by."""
    LedgerRollUp.objects.filter(account=account).update(until=F("sources_until"))
    return source_sums(account, [f"S{number:025}" for number in range(MAX_COUNTED)])


def _sum_until(account: User, day: date) -> None:
    """What is summed from that day on is as if it was not."""
    LedgerRollUp.objects.filter(account=account).update(until=day)


def _plain_sum(account: User) -> object:
    """The cost of reading every entry once, without pastes."""
    return rows(
        f"SELECT kind, sum(tokens), count(*) FROM {LedgerEntry._meta.db_table} WHERE account_id = %s GROUP BY kind",  # noqa: S608
        [account.pk],
    )


METHODS: dict[str, Callable[[User], object]] = {
    **{
        f"savings of {days} days, {name}": _savings_of(days, summed_until=until)
        for days in (7, 14, 30, 90)
        for name, until in (("rolled up", UNTIL), ("live", UNTIL - timedelta(days=2 * DAYS)))
    },
    "10,000 sources": _by_source,
    "plain sum of all": _plain_sum,
}

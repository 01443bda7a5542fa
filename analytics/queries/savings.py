"""Savings are sums over the ledger of reads, made by the database: one statement, however many entries there are.

An entry is in the ledger of the account that owns the stone. So what another account's agents read of a stone that
was sent to them is the owner's saving: it was the owner who did not have to paste it. Of a message that is no stone, or
whose stone is gone, the entry is in the reader's account. Reads of the demonstration's stones count nowhere.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from analytics.sums import LedgerSum, Savings, savings_of
from stones.models import COSTS, Content, LedgerEntry, ReadKind, Stone

# `part` has the period's entries; of what a reader read of a source in it, the first entry is marked, and each has the
# deepest level. The first carries the paste; where the reader read that source before the period, the paste is
# subtracted again. An entry without a source carries its own. The names are grouped by their hashes, which sort faster:
# 128 bits of them, so that no two are taken for one. Windows, not joins, as they take the same time whatever the
# planner believes of a ledger that has just grown.
_SUMS = f"""
WITH part AS (
    SELECT (created AT TIME ZONE 'UTC')::date AS day, reader, source, glow_channel, kind, level, tokens, paste_tokens,
           is_cost, row_number() OVER (same ORDER BY created, id) = 1 AS is_first, max(level) OVER same AS deepest
    FROM (
        SELECT *, kind = ANY(%(costs)s) AS is_cost FROM {LedgerEntry._meta.db_table}
        WHERE account_id = %(account)s AND created >= %(start)s AND created < %(end)s
          AND (stone_id IS NULL OR stone_id NOT IN (
            SELECT id FROM {Stone._meta.db_table} WHERE account_id = %(account)s AND is_demo))
    ) AS entry
    WINDOW same AS (PARTITION BY hashtextextended(source, 0), hashtextextended(reader, 1), is_cost)
), summed AS (
    SELECT day, reader, glow_channel,
           CASE WHEN is_cost THEN kind
                ELSE coalesce((CASE source WHEN '' THEN level ELSE deepest END)::text, 'passages') END AS depth,
           coalesce(sum(paste_tokens) FILTER (WHERE NOT is_cost AND (is_first OR source = '')), 0) AS paste,
           coalesce(sum(tokens) FILTER (WHERE NOT is_cost), 0) AS read,
           coalesce(sum(tokens) FILTER (WHERE kind = %(write)s), 0) AS generation,
           coalesce(sum(tokens) FILTER (WHERE kind = %(helper)s), 0) AS helpers,
           count(*) FILTER (WHERE NOT is_cost) AS reads
    FROM part GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT day, reader, glow_channel, coalesce(deepest::text, 'passages'), -paste_tokens, 0, 0, 0, 0
    FROM part WHERE is_first AND NOT is_cost AND source <> ''
      -- Evaluated once: a ledger that began in the period has nothing to look up.
      AND EXISTS (SELECT FROM {LedgerEntry._meta.db_table} WHERE account_id = %(account)s AND created < %(start)s)
      AND EXISTS (
        SELECT FROM {LedgerEntry._meta.db_table} AS earlier
        WHERE earlier.account_id = %(account)s AND earlier.source = part.source AND earlier.source <> ''
          AND earlier.reader = part.reader AND earlier.created < %(start)s AND earlier.kind = ANY(%(reads)s)
        -- Looked up one by one in an index: joined, all earlier entries would be read.
        OFFSET 0
    )
)
SELECT CASE GROUPING(day, reader, glow_channel, depth)
            WHEN 7 THEN 'day' WHEN 11 THEN 'reader' WHEN 13 THEN 'channel' ELSE 'level' END,
       coalesce(day::text, reader, glow_channel, depth),
       sum(paste)::bigint, sum(read)::bigint, sum(generation)::bigint, sum(helpers)::bigint, sum(reads)::bigint
FROM summed GROUP BY GROUPING SETS ((day), (reader), (glow_channel), (depth))
"""  # noqa: S608
# Keys of the column `depth` beside the levels, and their names.
_LEVELS = {ReadKind.HELPER.value: "helpers", ReadKind.WRITE.value: "generation", "passages": "passages"}


def savings(account: User, *, since: date, until: date) -> Savings:
    """The savings of the days (UTC) from `since` to `until`, both included."""
    start, end = instants(since, until)
    values: dict[str, Any] = {
        "account": account.pk,
        "start": start,
        "end": end,
        "costs": [kind.value for kind in COSTS],
        "reads": [kind.value for kind in ReadKind if kind not in COSTS],
        "helper": ReadKind.HELPER.value,
        "write": ReadKind.WRITE.value,
    }
    with connection.cursor() as cursor:
        cursor.execute(_SUMS, values)
        sums = [
            LedgerSum(
                paste, read, generation, helpers, reads, by=by, key=_level(key) if by == "level" else key
            )
            for by, key, paste, read, generation, helpers, reads in cursor
        ]
    return savings_of(sums, since=since, until=until, exact=_is_exact(account, start, end))


def _level(depth: str) -> str:
    return _LEVELS.get(depth) or f"lod-{depth}"


def instants(since: date, until: date) -> tuple[datetime, datetime]:
    """Midnight UTC at the beginning of the first day, and at the end of the last."""
    return _midnight(since), _midnight(until + timedelta(days=1))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC)


def _is_exact(account: User, start: datetime, end: datetime) -> bool:
    """Whether the tokens of every stone that was read in that time were counted, not estimated."""
    estimated = Content.objects.filter(account=account, tokens_exact=False)
    read = LedgerEntry.objects.filter(account=account, created__gte=start, created__lt=end)
    return not read.filter(stone__content__in=estimated, stone__is_demo=False).exists()

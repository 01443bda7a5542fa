"""Sums over the ledger of reads, made by the database: of days that are over from their roll-up, of the others live.

An entry is in the ledger of the account that owns the stone. So what another account's agents read of a stone that
was sent to them is the owner's saving: it was the owner who did not have to paste it. Of a message that is no stone, or
whose stone is gone, the entry is in the reader's account. Reads of the demonstration's stones count nowhere. What a
person opened on a page filled no agent's window: it is a read, of no tokens.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import connection

from stones.models import (
    COSTS,
    LedgerDailySum,
    LedgerEntry,
    LedgerReader,
    LedgerRollUp,
    LedgerSourceSum,
    ReaderKind,
    ReadKind,
    Stone,
)

# `part` has the entries from %(start)s to %(end)s, which are days. Of what a reader read of a source in them, the first
# entry is marked, and each has the deepest level of its day. The first carries the paste; where the reader read that
# source before, the paste is subtracted again. An entry without a source carries its own. Sources are grouped by their
# hashes, which sort faster: 64 bits of them, within one reader. Windows, not joins, as they take the same time whatever
# the planner believes of a ledger that has just grown. Sums have the reader's name, which stays when the entries go.
_LIVE = f"""
part AS (
    SELECT day, reader_id, source, glow_channel, kind, level, tokens, paste_tokens, is_cost,
           row_number() OVER (same ORDER BY created, id) = 1 AS is_first, max(level) OVER daily AS deepest,
           NOT is_cost AND reader_id NOT IN (
             SELECT id FROM {LedgerReader._meta.db_table} WHERE account_id = %(account)s AND kind = %(person)s
           ) AS is_paid
    FROM (
        SELECT *, kind = ANY(%(costs)s) AS is_cost, (created AT TIME ZONE 'UTC')::date AS day
        FROM {LedgerEntry._meta.db_table}
        WHERE account_id = %(account)s AND created >= (SELECT start FROM live) AND created < (SELECT finish FROM live)
          AND (stone_id IS NULL OR stone_id NOT IN (
            SELECT id FROM {Stone._meta.db_table} WHERE account_id = %(account)s AND is_demo))
    ) AS entry
    WINDOW same AS (PARTITION BY hashtextextended(source, 0), reader_id, is_cost),
           daily AS (PARTITION BY hashtextextended(source, 0), reader_id, is_cost, day)
), counted AS (
    SELECT day, reader_id, glow_channel, source,
           CASE WHEN is_cost THEN kind
                ELSE coalesce((CASE source WHEN '' THEN level ELSE deepest END)::text, 'passages') END AS depth,
           CASE WHEN is_paid AND (is_first OR source = '') THEN paste_tokens ELSE 0 END AS paste,
           CASE WHEN is_paid THEN tokens ELSE 0 END AS read,
           CASE kind WHEN %(write)s THEN tokens ELSE 0 END AS generation,
           CASE kind WHEN %(helper)s THEN tokens ELSE 0 END AS helpers,
           CASE WHEN is_cost THEN 0 ELSE 1 END AS reads
    FROM part
    UNION ALL
    SELECT day, reader_id, glow_channel, source, coalesce(deepest::text, 'passages'), -paste_tokens, 0, 0, 0, 0
    FROM part WHERE is_first AND is_paid AND source <> ''
      -- Evaluated once: a ledger that began in that time has nothing to look up.
      AND EXISTS (
        SELECT FROM {LedgerEntry._meta.db_table}
        WHERE account_id = %(account)s AND created < (SELECT start FROM live))
      AND EXISTS (
        SELECT FROM {LedgerEntry._meta.db_table} AS earlier
        WHERE earlier.reader_id = part.reader_id AND earlier.source = part.source
          AND earlier.created < (SELECT start FROM live) AND earlier.kind = ANY(%(reads)s)
        -- Looked up one by one in an index: joined, all earlier entries would be read.
        OFFSET 0
    )
), today AS (
    SELECT day,
           CASE GROUPING(reader_id, glow_channel, depth, source)
                WHEN 7 THEN 'reader' WHEN 11 THEN 'channel' WHEN 13 THEN 'level' ELSE 'source' END AS by,
           coalesce((SELECT name FROM {LedgerReader._meta.db_table} WHERE id = reader_id),
                    glow_channel, depth, source) AS key,
           sum(paste)::bigint AS paste, sum(read)::bigint AS read, sum(generation)::bigint AS generation,
           sum(helpers)::bigint AS helpers, sum(reads)::bigint AS reads
    FROM counted
    GROUP BY GROUPING SETS ((day, reader_id), (day, glow_channel), (day, depth), (source))
    HAVING GROUPING(source) = 1 OR source <> ''
)
"""  # noqa: S608
_COLUMNS = "day, by, key, paste, read, generation, helpers, reads"
_UTC = "AT TIME ZONE 'UTC'"

_PERIOD = f"WITH live AS (SELECT %(start)s::timestamp {_UTC} AS start, %(end)s::timestamp {_UTC} AS finish), {_LIVE}"
_ADD_SOURCES = f"""
    INSERT INTO {LedgerSourceSum._meta.db_table} AS total (account_id, source, reads, saved)
    SELECT %(account)s, key, reads, paste - read FROM today WHERE by = 'source'
    ON CONFLICT (account_id, source)
    DO UPDATE SET reads = total.reads + EXCLUDED.reads, saved = total.saved + EXCLUDED.saved
"""  # noqa: S608
ROLL_UP = f"""
{_PERIOD}, sources AS ({_ADD_SOURCES})
INSERT INTO {LedgerDailySum._meta.db_table} (account_id, {_COLUMNS})
SELECT %(account)s, {_COLUMNS} FROM today WHERE by <> 'source'
"""  # noqa: S608
"""Write the sums of the days from `start` until `end`, which is not among them, and add them to those by source."""
ROLL_UP_SOURCES = f"{_PERIOD} {_ADD_SOURCES}"
"""Add these days to the sums by source alone."""

_DAILY = f"""
WITH rolled AS (
    SELECT coalesce(
        (SELECT until FROM {LedgerRollUp._meta.db_table} WHERE account_id = %(account)s), '-infinity') AS until
), live AS (
    SELECT greatest(%(start)s, until)::timestamp {_UTC} AS start, %(end)s::timestamp {_UTC} AS finish FROM rolled
), {_LIVE}, daily AS (
    SELECT {_COLUMNS} FROM {LedgerDailySum._meta.db_table}
    WHERE account_id = %(account)s AND by = ANY(%(by)s) AND day >= %(start)s
      AND day < least(%(end)s, (SELECT until FROM rolled))
    UNION ALL SELECT {_COLUMNS} FROM today WHERE by <> 'source'
)
"""  # noqa: S608
_FIGURES = (
    "sum(paste)::bigint, sum(read)::bigint, sum(generation)::bigint, sum(helpers)::bigint, sum(reads)::bigint"
)
_DAYS = "json_agg(json_build_array(day, paste, read, generation, helpers, reads))"
_BY_KEY = f"SELECT by, key, {_FIGURES}, {_DAYS} FROM daily GROUP BY by, key"  # noqa: S608
# Where an entry came late, the sums by source have more than those by days: all is read live until the next roll-up.
_OF_SOURCES = f"""
WITH summed AS (
    SELECT until FROM {LedgerRollUp._meta.db_table} WHERE account_id = %(account)s AND sources_until = until
), live AS (
    SELECT coalesce((SELECT until FROM summed), '-infinity')::timestamp {_UTC} AS start,
           'infinity'::timestamptz AS finish
), {_LIVE}
SELECT key, sum(reads)::bigint, sum(saved)::bigint
FROM (
    SELECT source AS key, reads, saved FROM {LedgerSourceSum._meta.db_table}
    WHERE account_id = %(account)s AND source = ANY(%(sources)s) AND EXISTS (SELECT FROM summed)
    UNION ALL SELECT key, reads, paste - read FROM today WHERE by = 'source' AND key = ANY(%(sources)s)
) AS parts
GROUP BY key HAVING sum(reads) > 0
"""  # noqa: S608


class DailyFigures(NamedTuple):
    """A sum over the ledger, in tokens: `by` is reader, channel or level, `key` which of them.

    Of a level its number, "passages", or the kind of what models cost. `days` has the day (ISO) and the same five
    figures of each day with an entry, in no order.
    """

    by: str
    key: str
    paste: int
    read: int
    generation: int
    helpers: int
    reads: int
    days: list[tuple[str, int, int, int, int, int]]


def ledger_sums(account: User, *, start: date, end: date) -> list[DailyFigures]:
    """By reader, by channel and by level, each of which adds up to the whole.

    Of the days (UTC) from `start` until `end`, which is not among them.
    """
    values = sum_values(account.pk, start=start, end=end) | {"by": ["reader", "channel", "level"]}
    with connection.cursor() as cursor:
        cursor.execute(f"{_DAILY} {_BY_KEY}", values)
        return [DailyFigures(*row) for row in cursor.fetchall()]


def source_sums(account: User, sources: Sequence[str]) -> dict[str, tuple[int, int]]:
    """How often each of these sources was read, and the tokens that it saved; none for one that was never read."""
    values = sum_values(account.pk, start=date.min, end=date.max) | {"sources": list(sources)}
    with connection.cursor() as cursor:
        cursor.execute(_OF_SOURCES, values)
        return {source: (reads, saved) for source, reads, saved in cursor.fetchall()}


def sum_values(account_id: int, *, start: date, end: date) -> dict[str, Any]:
    """The parameters of the statements."""
    return {
        "account": account_id,
        "start": start,
        "end": end,
        "costs": [kind.value for kind in COSTS],
        "reads": [kind.value for kind in ReadKind if kind not in COSTS],
        "helper": ReadKind.HELPER.value,
        "write": ReadKind.WRITE.value,
        "person": ReaderKind.PERSON.value,
    }

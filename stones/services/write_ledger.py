"""The ledger of reads is written: an entry of a stone, or many at once, each with its reader.

A reader has a row of its own from its first entry on. Who finds none makes it in the same statement; where two do so at
once, the second waits for the first and refers to its row.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from core.db.planned_once import planned_once
from core.db.reader_names import PERSON, READER_LENGTH
from stones.exceptions import StoneNotFound
from stones.models import ReadKind, Stone

# The readers that are there already, and those of `wanted` that this statement makes. `kind` follows from the name:
# setting it changes nothing, but returns the row that another transaction has made meanwhile. As it is in no key, those
# whose entries refer to the row are not waited for.
_MADE = """
    INSERT INTO stones_ledgerreader (account_id, name)
    SELECT account_id, name FROM wanted
    WHERE NOT EXISTS (SELECT FROM known WHERE (known.account_id, known.name) = (wanted.account_id, wanted.name))
    ORDER BY account_id, name
    ON CONFLICT (account_id, name) DO UPDATE SET kind = DEFAULT RETURNING id, account_id, name
"""
_READERS = f"""
known AS (
    SELECT id, account_id, name FROM stones_ledgerreader JOIN wanted USING (account_id, name)
    FOR KEY SHARE OF stones_ledgerreader
), made AS ({_MADE}), readers AS (TABLE known UNION ALL TABLE made)
"""  # noqa: S608  text of ours

# Of a stone that is there, and that stays until this transaction ends, as its reader does: a foreign key alone would be
# checked at its commit, where nobody can answer any more that the stone is gone.
_RECORD = f"""
    WITH stone AS (SELECT id, account_id, glow_channel FROM stones_stone WHERE id = %s FOR KEY SHARE),
    wanted AS (SELECT account_id, %s::text AS name FROM stone), {_READERS}
    INSERT INTO stones_ledgerentry
        (account_id, stone_id, source, glow_channel, reader_id, kind, level, tokens, paste_tokens, lines, created)
    SELECT stone.account_id, stone.id, stone.id, glow_channel, readers.id, %s, %s, %s, %s, %s::int[], %s
    FROM stone CROSS JOIN readers
"""  # noqa: S608


# As above, of many: where a stone was deleted meanwhile it is null, as it would be had it gone later. All are locked in
# the order of their ids, as by those who delete.
_RECORD_ALL = f"""
    WITH entry AS (
        SELECT * FROM unnest(
            %s::int[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::int[], %s::int[], %s::int[])
        AS entry (account_id, stone, source, channel, name, kind, level, tokens, paste)
    ), wanted AS (SELECT DISTINCT account_id, name FROM entry), {_READERS}
    INSERT INTO stones_ledgerentry
        (account_id, stone_id, source, glow_channel, reader_id, kind, level, tokens, paste_tokens, created)
    SELECT account_id, (SELECT id FROM stones_stone WHERE id = stone FOR KEY SHARE), source, channel,
           (SELECT id FROM readers WHERE (account_id, name) = (entry.account_id, entry.name)),
           kind, level, tokens, paste, %s
    FROM entry
"""  # noqa: S608


class LedgerValues(NamedTuple):
    """An entry of the ledger, in the account that owns the stone; of what is no stone, in its reader's.

    `reader` as `reader_name` says it; `level` None of passages.
    """

    account_id: int
    stone_id: str | None
    source: str
    glow_channel: str
    reader: str
    kind: ReadKind
    level: int | None
    tokens: int
    paste_tokens: int


def reader_name(reader: str, shared_with: User | None) -> str:
    """How a stone's ledger names a reader: "agent koda", and "agent koda@ann" where it reads for another account.

    A person's name is the account's already. Too long, the agent's name is shortened first, to a third of the whole.
    """
    if shared_with is not None and not reader.startswith(PERSON):
        at = f"@{shared_with.get_username()}"
        reader = reader[: max(READER_LENGTH - len(at), READER_LENGTH // 3)] + at
    return reader[:READER_LENGTH]


def record(
    stone: Stone,
    *,
    reader: str,
    kind: ReadKind,
    level: int | None,
    tokens: int,
    lines: Sequence[int] | None = None,
) -> None:
    """Write one entry of the ledger of the stone's account. Raises StoneNotFound when it was deleted meanwhile.

    `lines`: of passages and parts of the source, as in LedgerEntry.
    """
    values = [
        stone.pk,
        reader_name(reader, stone.shared_with),
        kind.value,
        level,
        tokens,
        stone.content.tokens,
        None if lines is None else list(lines),
        timezone.now(),
    ]
    with planned_once() as cursor:
        cursor.execute(_RECORD, values)
        if cursor.rowcount == 0:
            raise StoneNotFound.named(stone.content.border_hash)


def record_all(entries: Iterable[LedgerValues]) -> None:
    """Write many entries of the ledger with one statement; none for none."""
    rows = sorted(entries, key=lambda entry: entry.stone_id or "")
    if not rows:
        return
    columns: list[list[Any]] = list(map(list, zip(*rows, strict=True)))
    columns[5] = [kind.value for kind in columns[5]]
    with connection.cursor() as cursor:
        cursor.execute(_RECORD_ALL, [*columns, timezone.now()])

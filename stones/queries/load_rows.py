"""The rows of one read by name, by statements that are written out.

An agent's read of a level is the site's most frequent call. Building its two queries anew each time took Django three
times as long as Postgres took to answer them; here the text of a statement is made once a process.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from stones.models import Content, Level, ListedStone, Stone

Row = TypeVar("Row", bound=Model)

_FROM = """
FROM stones_stone JOIN stones_content ON stones_content.id = stones_stone.content_id
"""
_OWN = "WHERE stones_stone.account_id = %s"
_SHARED = "JOIN stones_share ON stones_share.stone_id = stones_stone.id WHERE stones_share.account_id = %s"
_NEWEST = """
AND (stones_stone.expires IS NULL OR stones_stone.expires > %s)
ORDER BY stones_stone.stored DESC, stones_stone.id DESC LIMIT 2
"""
_BY_ID = "AND stones_stone.id = %s"
# A range, not LIKE: it uses the unique index whatever the database's collation.
_BY_HASH = "AND stones_content.sha256 >= %s AND stones_content.sha256 < %s"
# What makes it a `ListedStone`, as `list_stones.with_read_fields` does it.
_ONLY_TEXT = "CASE WHEN stones_stone.level_count = 1 THEN stones_content.text END"
_HAS_LATER = """EXISTS (SELECT FROM stones_stone later
    WHERE later.account_id = stones_stone.account_id AND later.content_id = stones_stone.content_id
    AND (later.expires IS NULL OR later.expires > clock_timestamp())
    AND (later.stored, later.id) > (stones_stone.stored, stones_stone.id))
"""


def newest_by_id(account_id: int, stone_id: str, *, shared: bool) -> list[ListedStone]:
    """The living stone of this id, of the account's own or of those that were sent to it, with its content."""
    return _load(account_id, _BY_ID, [stone_id], shared=shared)


def newest_by_hash(account_id: int, prefix: str, *, shared: bool) -> list[ListedStone]:
    """The two living stones given last of the contents whose hash begins so, likewise."""
    found = _load(account_id, _BY_HASH, [prefix, f"{prefix}g"], shared=shared)
    if not shared and len(found) == 2:
        found[1].has_later = found[0].content_id == found[1].content_id
    return found


def levels_of(content_id: int) -> list[Level]:
    """The written levels of a content, in no order."""
    names, columns = columns_of(Level)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM stones_level WHERE content_id = %s", [content_id])  # noqa: S608  columns of the model
        return [row_of(Level, names, values) for values in cursor.fetchall()]


def _load(account_id: int, named: str, parameters: list[str], *, shared: bool) -> list[ListedStone]:
    with connection.cursor() as cursor:
        cursor.execute(_statement(named, shared), [account_id, *parameters, timezone.now()])
        return [_stone(values) for values in cursor.fetchall()]


@cache
def _statement(named: str, shared: bool) -> str:
    columns = ", ".join(columns_of(model)[1] for model in (Stone, Content))
    # Of the account's own the first that a hash finds is the last of its content: looking that up costs a tenth more.
    has_later = "false" if named == _BY_HASH and not shared else _HAS_LATER
    place = _SHARED if shared else _OWN
    return f"SELECT {columns}, {_ONLY_TEXT}, {has_later} {_FROM} {place} {named} {_NEWEST}"


@cache
def columns_of(model: type[Model]) -> tuple[list[str], str]:
    """The names of a model's fields, and its columns for a SELECT; a source's text is left in the database."""
    fields = [field for field in model._meta.concrete_fields if (model, field.name) != (Content, "text")]
    table = model._meta.db_table
    return [field.attname for field in fields], ", ".join(f'{table}."{field.column}"' for field in fields)


def _stone(values: Sequence[Any]) -> ListedStone:
    """A stone with its content, of one row of the statement."""
    rows: list[Any] = []
    begin = 0
    for model in (Stone, Content):
        names = columns_of(model)[0]
        rows.append(row_of(model, names, values[begin : begin + len(names)]))
        begin += len(names)
    stone, stone.content = rows
    stone.only_text, stone.has_later = values[begin:]
    return stone  # type: ignore[no-any-return]  # rows of two models


def row_of(model: type[Row], names: list[str], values: Sequence[Any]) -> Row:
    """The model's instance for one row of such a SELECT."""
    return model.from_db(connection.alias, names, values)

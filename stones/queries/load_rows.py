"""The rows of one read by name, by statements that are written out.

An agent's read of a level is the site's most frequent call. Building its queries anew each time took Django three
times as long as Postgres took to answer them; here it is one statement, whose text is made once a process.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model
from django.db.models.base import ModelState
from django.utils import timezone

from core.db.planned_once import planned_once
from stones.models import Content, Level, ListedStone, Stone

Row = TypeVar("Row", bound=Model)

_FROM = """
FROM stones_stone JOIN stones_content ON stones_content.id = stones_stone.content_id
"""
_OWN = "WHERE stones_stone.account_id = %s"
_SHARED = "JOIN stones_share ON stones_share.stone_id = stones_stone.id WHERE stones_share.account_id = %s"
_NEWEST = """
AND (stones_stone.expires IS NULL OR stones_stone.expires > %s)
ORDER BY stones_stone.claimed_header = '' DESC, stones_stone.stored DESC, stones_stone.id DESC LIMIT 2
"""
_BY_ID = "AND stones_stone.id = %s"
# A range, not LIKE: it uses the unique index whatever the database's collation.
_BY_HASH = "AND stones_content.sha256 >= %s AND stones_content.sha256 < %s"
# What makes it a `ListedStone`, as `list_stones.with_read_fields` does it.
_ONLY_TEXT = "CASE WHEN stones_stone.level_count = 1 THEN stones_content.text END"
_HAS_LATER = """EXISTS (SELECT FROM stones_stone later
    WHERE later.account_id = stones_stone.account_id AND later.content_id = stones_stone.content_id
    AND (later.expires IS NULL OR later.expires > clock_timestamp())
    AND (later.claimed_header = '', later.stored, later.id)
        > (stones_stone.claimed_header = '', stones_stone.stored, stones_stone.id))
"""


def newest_by_id(account_id: int, stone_id: str) -> list[ListedStone]:
    """The living stone of this id, of the account's own or of those that were sent to it, with content and levels."""
    return _load(account_id, _BY_ID, [stone_id])


def newest_by_hash(account_id: int, prefix: str) -> list[ListedStone]:
    """The first two living stones (`Stone.hash_order`) of the contents whose hash begins so: its own, then two sent."""
    found = _load(account_id, _BY_HASH, [prefix, f"{prefix}g"])
    own = [stone for stone in found if stone.account_id == account_id]
    if len(own) == 2:
        own[1].has_later = own[0].content_id == own[1].content_id
    return found


def levels_of(content_id: int) -> list[Level]:
    """The written levels of a content, in no order."""
    names, columns = columns_of(Level)
    with planned_once() as cursor:
        cursor.execute(f"SELECT {columns} FROM stones_level WHERE content_id = %s", [content_id])  # noqa: S608  columns of the model
        return [row_of(Level, names, values) for values in cursor.fetchall()]


def _load(account_id: int, named: str, parameters: list[str]) -> list[ListedStone]:
    place: list[Any] = [account_id, *parameters, timezone.now()]
    with planned_once() as cursor:
        cursor.execute(_statement(named), [*place, *place])
        rows = cursor.fetchall()
    names = columns_of(Level)[0]
    found: dict[str, ListedStone] = {}
    for values in rows:
        of_stone, of_level = values[: -len(names)], values[-len(names) :]
        stone = found.get(of_stone[0]) or found.setdefault(of_stone[0], _stone(of_stone))
        if of_level[0] is not None:
            stone.level_rows = [*(stone.level_rows or ()), row_of(Level, names, of_level)]
    return list(found.values())


@cache
def _statement(named: str) -> str:
    """The account's own, then those sent to it, each once for each level of its content."""
    columns = ", ".join(columns_of(model)[1] for model in (Stone, Content))
    # Of the account's own the first that a hash finds is the first of its content: looking that up costs a tenth more.
    own_later = "false" if named == _BY_HASH else _HAS_LATER
    places = " UNION ALL ".join(
        f"(SELECT {columns}, {_ONLY_TEXT}, {has_later}, {number} {_FROM} {place} {named} {_NEWEST})"
        for number, (place, has_later) in enumerate(((_OWN, own_later), (_SHARED, _HAS_LATER)))
    )
    names = [f"s_{name}" for name in columns_of(Stone)[0]] + [f"c_{name}" for name in columns_of(Content)[0]]
    found = ", ".join([*names, "only_text", "has_later"])
    return (
        f"SELECT {found}, {columns_of(Level)[1]} FROM ({places}) AS found ({found}, place) "  # noqa: S608  columns of the models
        "LEFT JOIN stones_level ON stones_level.content_id = c_id "
        "ORDER BY place, s_claimed_header = '' DESC, s_stored DESC, s_id DESC"
    )


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
    stone.level_rows = []
    return stone  # type: ignore[no-any-return]  # rows of two models


def row_of(model: type[Row], names: list[str], values: Sequence[Any]) -> Row:
    """The model's instance for one row of such a SELECT.

    As `Model.from_db` without its signals, which nothing here listens to: these are most of its time.
    """
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True))
    row._state = ModelState()
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return row

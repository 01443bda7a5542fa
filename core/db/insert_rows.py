"""Inserting rows of one model by a statement whose text is made once a process.

For what every stored text or sent message passes through: Django builds the statement of `save` and `bulk_create` anew
each time. No signal is sent.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import AutoField, Field, Model

from core.db.planned_once import planned_once


def insert_rows(rows: Sequence[Model], *, ignore_conflicts: bool = False) -> bool:
    """Insert rows of one model, which have their keys then. Raises IntegrityError.

    `ignore_conflicts`: what a unique constraint forbids is left out. False where that was any: then no row of this call
    has its key. A conflicting row of an open transaction is waited for.
    """
    if not rows:
        return True
    postgres = connections[DEFAULT_DB_ALIAS]
    fields = _fields(type(rows[0]))
    values = [field.get_db_prep_save(field.pre_save(row, True), postgres) for row in rows for field in fields]
    with planned_once() as cursor:
        cursor.execute(_statement(type(rows[0]), len(rows), ignore_conflicts), values)
        keys = cursor.fetchall()
    if len(keys) < len(rows):
        return False
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk, row._state.adding, row._state.db = key, False, postgres.alias
    return True


@cache
def _fields(model: type[Model]) -> list[Field[Any, Any]]:
    return [field for field in model._meta.concrete_fields if not isinstance(field, AutoField)]


@cache
def _statement(model: type[Model], count: int, ignore_conflicts: bool) -> str:
    columns = [field.column for field in _fields(model)]
    names = ", ".join(f'"{column}"' for column in columns)
    row = f"({', '.join(['%s'] * len(columns))})"
    otherwise = "ON CONFLICT DO NOTHING" if ignore_conflicts else ""
    return (
        f'INSERT INTO "{model._meta.db_table}" ({names}) VALUES {", ".join([row] * count)} {otherwise} '  # noqa: S608  names of ours
        f'RETURNING "{model._meta.pk.column}"'
    )

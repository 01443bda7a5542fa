"""What an account exports: files of JSON lines. Each app declares those of its own rows in `queries/account_files.py`;
`qastone_site.accounts.export_account` gathers them.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Model, QuerySet

Rows = Iterator[dict[str, Any]]
# Rows may have a text of megabytes.
CHUNK = 50
NO_IMPORT = "none"


@dataclass(frozen=True)
class ExportFile:
    """One file: `description` for people, the models whose rows it has, and the command that imports it."""

    name: str
    description: str
    models: tuple[type[Model], ...]
    rows: Callable[[User], Rows]
    imported_by: str = NO_IMPORT


def plain_rows(queryset: QuerySet[Any], *leave_out: str, **more: F) -> Rows:
    """All columns of these rows by their names, but the account and those to leave out; CHUNK in memory at a time.

    `more`: fields of related rows, as `content_text=F("content__text")`.
    """
    columns = [
        field.attname
        for field in queryset.model._meta.concrete_fields
        if field.attname not in ("account_id", *leave_out)
    ]
    ordered = queryset.order_by("pk").values(*columns, **more)
    yield from ordered.iterator(chunk_size=CHUNK)


def json_lines(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """One line a row; times in ISO 8601."""
    return (f"{json.dumps(row, ensure_ascii=False, cls=DjangoJSONEncoder)}\n" for row in rows)


def own_file(
    name: str,
    description: str,
    model: type[Model],
    *leave_out: str,
    imported_by: str = NO_IMPORT,
    **more: F,
) -> ExportFile:
    """A file of the rows of one model whose `account` is the account."""

    def rows(account: User) -> Rows:
        return plain_rows(model._base_manager.filter(account=account), *leave_out, **more)

    return ExportFile(name, description, (model,), rows, imported_by)

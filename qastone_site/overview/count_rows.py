"""Many counts in one query, so that the overview has the same number of queries for every account."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db.models import IntegerField, QuerySet, Subquery

MAX_COUNT = 1_000
"""Larger counts are displayed as "1,000+"."""


class _RowCount(Subquery):
    template = "(SELECT COUNT(*) FROM (%(subquery)s) AS counted)"
    output_field = IntegerField()


def count_all(account: User, rows: Mapping[str, QuerySet[Any]]) -> dict[str, int]:
    """How many rows each of these has, at most MAX_COUNT + 1."""
    counted = {f"count_{name}": _RowCount(_bare(each)) for name, each in rows.items()}
    found = User.objects.filter(pk=account.pk).annotate(**counted).values(*counted).get()
    return {name: found[f"count_{name}"] for name in rows}


def _bare(rows: QuerySet[Any]) -> "QuerySet[Any, Any]":
    return rows.order_by().values("pk")[: MAX_COUNT + 1]

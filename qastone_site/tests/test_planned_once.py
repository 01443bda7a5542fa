"""Statements that Postgres plans once a connection."""

import pytest
from django.db import connection
from django.db.utils import DataError
from pytest_django import DjangoAssertNumQueries

from core.db.planned_once import planned_once

SUM = "SELECT %s::int + %s::int"


def add(left: int | str, right: int) -> int:
    with planned_once() as cursor:
        cursor.execute(SUM, [left, right])
        return int(cursor.fetchone()[0])


@pytest.mark.django_db
def test_it_is_prepared_when_it_recurs(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(5):
        assert [add(number, 1) for number in range(5)] == [1, 2, 3, 4, 5]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT $1::int + $2%'"
        )
        assert cursor.fetchone() == (1,)


@pytest.mark.django_db
def test_errors_are_djangos() -> None:
    with pytest.raises(DataError):
        add("one", 1)

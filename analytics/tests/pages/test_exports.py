"""The exported files have the dashboard's figures."""

import csv
import json
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from analytics.queries import savings, usage
from analytics.sums import COLUMNS, period_of, savings_json, usage_json
from analytics.tests.ledger_entries import entry

pytestmark = pytest.mark.django_db


def get(account: User, address: str) -> HttpResponse:
    client = Client()
    client.force_login(account)
    response = client.get(address)
    assert isinstance(response, HttpResponse)
    assert response.status_code == 200
    return response


def today() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def read(account: User) -> User:
    entry(account, created=today())
    entry(account, created=today() - timedelta(days=8), source="S2", reader="=agent(1)")
    return account


def test_csv(read: User) -> None:
    response = get(read, "/analytics/?days=14&format=csv")
    since, until = period_of(14, today=today().date())
    assert response["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert response["Content-Disposition"] == f'attachment; filename="savings-{since}-{until}.csv"'
    rows = list(csv.DictReader(StringIO(response.content.decode())))
    assert tuple(rows[0]) == COLUMNS
    assert [rows[0][name] for name in ("by", "paste", "read", "saved")] == ["all", "2000", "40", "1960"]
    assert len([row for row in rows if row["by"] == "day"]) == 14
    for by in ("day", "agent", "channel", "level"):
        assert sum(int(row["saved"]) for row in rows if row["by"] == by) == 1_960
    assert {row["key"] for row in rows if row["by"] == "agent"} == {"agent koda", "'=agent(1)"}


def test_json(read: User) -> None:
    since, until = period_of(7, today=today().date())
    response = get(read, "/analytics/?days=7&format=json")
    assert response.json() == {  # type: ignore[attr-defined]
        "savings": savings_json(savings(read, since=since, until=until)),
        "usage": json.loads(json.dumps(usage_json(usage(read, since, until)))),
    }
    assert response.json()["savings"]["saved"] == 980  # type: ignore[attr-defined]


def test_the_sample_is_in_no_file(account: User) -> None:
    rows = csv.DictReader(StringIO(get(account, "/analytics/?format=csv").content.decode()))
    assert {row["paste"] for row in rows} == {"0"}
    exported = get(account, "/analytics/?format=json").json()["savings"]  # type: ignore[attr-defined]
    assert (exported["paste"], exported["agents"]) == (0, [])

"""GET /api/analytics/savings, savings.csv and usage."""

import csv
from datetime import timedelta
from io import StringIO

import pytest
from django.utils import timezone

from analytics.api import analytics_serializers
from analytics.services import ingest
from analytics.sums import COLUMNS
from analytics.tests.ledger_entries import entry, event
from core.rest.tests.access_assertions import Personas, assert_guarded

API = "/api/analytics/"


def today() -> str:
    return timezone.now().date().isoformat()


def test_the_owner_reads_what_was_saved(personas: Personas) -> None:
    for level, tokens in ((0, 20), (1, 150)):
        entry(personas.account, source=f"S{level}", level=1, tokens=tokens, created=timezone.now())
    response = personas.owner.get(f"{API}savings?days=1")
    assert response.status_code == 200
    assert response.json() == _dated(analytics_serializers.SAVINGS)
    assert personas.stranger.get(f"{API}savings?days=1").json()["paste"] == 0


def _dated(example: object) -> object:
    """The example as of today."""
    if isinstance(example, dict):
        return {key: _dated(value) for key, value in example.items()}
    if isinstance(example, list):
        return [_dated(value) for value in example]
    return today() if example == "2026-03-10" else example


def test_fourteen_days_by_default(personas: Personas) -> None:
    entry(personas.account, created=timezone.now() - timedelta(days=13))
    entry(personas.account, source="S2", created=timezone.now() - timedelta(days=14))
    body = personas.owner.get(f"{API}savings").json()
    assert (body["paste"], len(body["days"]), body["until"]) == (1_000, 14, today())


def test_csv_is_the_same_figures(personas: Personas) -> None:
    entry(personas.account, reader="=cmd()", created=timezone.now())
    response = personas.owner.get(f"{API}savings.csv?days=2")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    lines = list(csv.reader(StringIO(response.content.decode())))
    assert lines[0] == list(COLUMNS)
    assert [line[0] for line in lines[1:]] == ["all", "day", "day", "agent", "channel", "level"]
    assert lines[1][2:] == ["1000", "20", "0", "0", "980", "98.0", "1"]
    assert lines[2][7] == ""
    assert lines[4][1] == "'=cmd()"


@pytest.mark.parametrize("accept", ["text/csv", "application/json", "nonsense"])
def test_csv_comes_whatever_is_accepted(personas: Personas, accept: str) -> None:
    response = personas.owner.get(f"{API}savings.csv", headers={"Accept": accept})
    assert (response.status_code, response["Content-Type"]) == (200, "text/csv; charset=utf-8")


def test_usage_counts_events(personas: Personas) -> None:
    now = timezone.now().isoformat()
    events = [
        event(1, timestamp=now),
        event(2, timestamp=now, type="shortcut", name="ctrl+/"),
        event(3, timestamp=now, type="page_visit", page="/stones/8f3a21c0"),
    ]
    ingest(account=personas.account, app="other", events=events)
    body = personas.owner.get(f"{API}usage?days=1").json()
    body["pages"][0]["app"] = "qastone"
    assert body == _dated(analytics_serializers.USAGE)
    assert personas.stranger.get(f"{API}usage").json()["events"] == 0


@pytest.mark.parametrize("query", ["days=0", "days=367", "days=x", "days=1.5", "weeks=2"])
@pytest.mark.parametrize("name", ["savings", "savings.csv", "usage"])
def test_a_period_that_is_none(personas: Personas, name: str, query: str) -> None:
    response = personas.owner.get(f"{API}{name}?{query}")
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")


@pytest.mark.parametrize("name", ["savings", "savings.csv", "usage"])
def test_guarded(personas: Personas, name: str) -> None:
    assert_guarded(personas, "GET", f"{API}{name}", scope="analytics:read")

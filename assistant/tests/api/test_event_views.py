"""POST /assistant/api/events: all events of a request are stored, or none."""

import threading
from datetime import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from analytics.models import Event
from assistant.models import App
from assistant.tests.api_pages import Page, app_of, signed_in, unconnected


def event(number: int = 1, **fields: Any) -> dict[str, Any]:
    required = {
        "id": f"e{number}",
        "session_id": "s1",
        "timestamp": timezone.now().isoformat(),
        "type": "menu_click",
    }
    return required | {"name": "copy-as-stone"} | fields


def stored() -> list[tuple[str, str, str]]:
    return list(
        Event.objects.order_by("event_id", "account__username").values_list(
            "account__username", "app", "event_id"
        )
    )


def test_of_a_page_of_this_site(own: Page) -> None:
    response = own.post("events", {"events": [event(1), event(2)]})
    assert (response.status_code, response.json()) == (202, {"stored": 2, "repeated": 0})
    assert stored() == [("ann", "qastone", "e1"), ("ann", "qastone", "e2")]


def test_of_an_apps_page_with_its_key(visited: Page) -> None:
    assert visited.post("events", {"events": [event()]}).status_code == 202
    assert stored() == [("ann", "notes", "e1")]


def test_of_a_connected_page(embedded: Page) -> None:
    assert embedded.post("events", {"events": [event()]}).status_code == 202
    assert stored() == [("ann", "notes", "e1")]


def test_sent_twice_is_one_event(own: Page) -> None:
    own.post("events", {"events": [event()]})
    response = own.post("events", {"events": [event(), event(2)]})
    assert response.json() == {"stored": 1, "repeated": 1}


@pytest.mark.parametrize(
    "events",
    [
        [event(1), event(2, type="menuclick")],
        [event(1), event(2, content="The server listens on port 7892.")],
        [event(number) for number in range(101)],
        {"id": "e1"},
        ["e1"],
        None,
    ],
    ids=["unknown type", "content", "too many", "no list", "no objects", "null"],
)
def test_refused_with_nothing_stored(own: Page, events: Any) -> None:
    response = own.post("events", {"events": events})
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert stored() == []


def test_it_says_which_event(own: Page) -> None:
    response = own.post("events", {"events": [event(1), event(2, type="menuclick")]})
    assert (response.json()["code"], response.json()["index"]) == ("invalid_events", 1)


@pytest.mark.usefixtures("account")
def test_nobodys() -> None:
    assert Page().post("events", {"events": [event()]}).status_code == 401
    assert stored() == []


def test_from_a_page_that_is_not_the_keys(visited: Page) -> None:
    visited.headers["Origin"] = "https://evil.example"
    assert visited.post("events", {"events": [event()]}).status_code == 401
    assert stored() == []


def test_of_another_account(other: User, own: Page) -> None:
    own.post("events", {"events": [event()]})
    signed_in(other).post("events", {"events": [event()]})
    assert stored() == [("ann", "qastone", "e1"), ("mallory", "qastone", "e1")]


def sent(page: Page, *numbers: int) -> Any:
    return page.post("events", {"events": [event(number) for number in numbers]})


@pytest.fixture
def _four_a_day(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.APP_EVENTS_PER_DAY = 4
    at(monkeypatch, f"{timezone.now():%Y-%m-%d}T12:00:00+00:00")  # at midnight another count begins


def at(monkeypatch: pytest.MonkeyPatch, time: str) -> None:
    now = datetime.fromisoformat(time)
    monkeypatch.setattr("assistant.services.take_events.timezone.now", lambda: now)


@pytest.mark.usefixtures("_four_a_day")
def test_a_key_alone_brings_in_so_many_a_day(visited: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, "2026-11-22T23:58:30+00:00")
    answers = [sent(visited, 1, 2, 3), sent(visited, 4, 5), sent(visited, 4)]
    assert [answer.status_code for answer in answers] == [202, 429, 202]
    assert [event_id for _, _, event_id in stored()] == ["e1", "e2", "e3", "e4"]
    refused = answers[1]
    assert (refused["Content-Type"], refused["Retry-After"]) == ("application/problem+json", "91")
    assert (refused.json()["code"], refused.json()["retry_after"]) == ("too_many_events", 91)
    # The same one again is no new row, and counts: to tell them apart would cost a query.
    assert sent(visited, 4).status_code == 429
    at(monkeypatch, "2026-11-23T00:00:01+00:00")
    assert sent(visited, 5, 6, 7, 8).status_code == 202
    assert sent(visited, 9).status_code == 429


@pytest.mark.usefixtures("_four_a_day")
def test_each_app_has_its_own_count(account: User, visited: Page) -> None:
    assert sent(visited, 1, 2, 3, 4).status_code == 202
    other_page = unconnected(app_of(account, name="wiki", origin="https://wiki.example.org"))
    assert sent(other_page, 5).status_code == 202
    assert sent(visited, 6).status_code == 429


@pytest.mark.usefixtures("_four_a_day")
def test_a_person_is_not_counted(own: Page, embedded: Page, visited: Page) -> None:
    assert sent(visited, 1, 2, 3, 4).status_code == 202
    assert [sent(page, 5, 6, 7, 8, 9).status_code for page in (own, embedded)] == [202, 202]


@pytest.mark.usefixtures("_four_a_day")
def test_what_is_refused_is_not_counted(visited: Page) -> None:
    wrong = {"events": [event(1), event(2, type="menuclick")]}
    assert [visited.post("events", wrong).status_code for _ in range(3)] == [400] * 3
    assert sent(visited, *range(5)).status_code == 429  # more at once than there may be in a day
    assert sent(visited, 1, 2, 3, 4).status_code == 202


def test_there_may_be_no_limit(visited: Page, settings: Settings) -> None:
    settings.APP_EVENTS_PER_DAY = 0
    assert sent(visited, *range(20)).status_code == 202


@pytest.mark.usefixtures("_four_a_day")
def test_counting_costs_one_statement(visited: Page, app: App, settings: Settings) -> None:
    sent(visited, 1)  # notes the use of the app
    with CaptureQueriesContext(connection) as counted:
        sent(visited, 2)
    settings.APP_EVENTS_PER_DAY = 0
    with CaptureQueriesContext(connection) as uncounted:
        sent(visited, 3)
    assert len(counted) == len(uncounted) + 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_four_a_day")
def test_of_many_at_once_no_more_are_taken(visited: Page) -> None:
    start = threading.Barrier(6)
    statuses: list[int] = []

    def run(number: int) -> None:
        try:
            start.wait(20)
            statuses.append(sent(Page(headers=visited.headers, key=visited.key), number).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[number]) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(statuses) == [202] * 4 + [429] * 2
    assert len(stored()) == 4

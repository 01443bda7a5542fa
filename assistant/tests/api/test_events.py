"""POST /assistant/api/events: what pages say was done, all of a portion or none of it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from analytics.models import Event
from assistant.tests.callers import Page, signed_in


def event(number: int = 1, **fields: Any) -> dict[str, Any]:
    told = {
        "id": f"e{number}",
        "session_id": "s1",
        "timestamp": timezone.now().isoformat(),
        "type": "menu_click",
    }
    return told | {"name": "copy-as-stone"} | fields


def stored() -> list[tuple[str, str, str]]:
    return list(Event.objects.order_by("event_id").values_list("account__username", "app", "event_id"))


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

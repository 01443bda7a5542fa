"""GET /mcp/inbox/updates as Django answers it. The waiting is in qastone_site/tests/test_long_poll.py."""

import pytest
from rest_framework.test import APIClient

from core.rest.tests.access_assertions import Personas, assert_guarded
from inbox.api.update_views import WAIT_HEADER
from inbox.models import Agent, Delivery
from inbox.tests.api.api_calls import INBOX, get, problem_of, send


def test_waiting_messages_are_answered_at_once(personas: Personas, mira: APIClient) -> None:
    send(personas.owner, "one")
    send(personas.owner, "two")
    response = get(mira, "updates?after=1")
    assert response.status_code == 200
    assert response.json() == get(mira, "lines?after=1").json()
    assert (response.json()["lines"], response.json()["next_after"]) == ("#2 koda: two", 2)
    assert (response["Cache-Control"], response.has_header(WAIT_HEADER)) == ("no-store", False)
    assert Delivery.objects.get(sequence=2).state == "delivered"


@pytest.mark.parametrize(
    ("query", "seconds"), [("", "25"), ("?after=0&wait=25", "25"), ("?wait=0.5", "0.5"), ("?wait=1e1", "10")]
)
def test_nothing_is_there(personas: Personas, query: str, seconds: str) -> None:
    response = get(personas.owner, f"updates{query}")
    agent = Agent.objects.get(account=personas.account)
    assert (response.status_code, response.content) == (204, b"")
    assert response[WAIT_HEADER] == f"{agent.pk} {seconds}"


def test_without_wait_there_is_no_wait_header(personas: Personas) -> None:
    response = get(personas.owner, "updates?wait=0")
    assert (response.status_code, response.has_header(WAIT_HEADER)) == (204, False)


WRONG = [
    "wait=26",
    "wait=25.001",
    "wait=-1",
    "wait=x",
    "wait=nan",
    "wait=inf",
    "after=-1",
    "after=x",
    "limit=0",
    "q=x",
]


@pytest.mark.parametrize("query", WRONG)
def test_wrong_queries(personas: Personas, query: str) -> None:
    assert problem_of(get(personas.owner, f"updates?{query}")) == (400, "invalid")


def test_nobody_else_waits(personas: Personas) -> None:
    assert_guarded(personas, "GET", f"{INBOX}/updates", scope="inbox:read")

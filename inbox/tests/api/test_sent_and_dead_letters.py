"""GET /mcp/inbox/sent and dead-letters."""

import pytest
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from core.rest.pagination import encode_cursor
from core.rest.tests.access_assertions import Personas, assert_guarded
from inbox.api import examples
from inbox.tests.api.api_calls import (
    INBOX,
    assert_documented,
    example_stone,
    get,
    post,
    problem_of,
    send,
    send_example,
    send_stone,
)

LISTS = ["sent", "dead-letters"]


def test_the_documented_examples(personas: Personas, mira: APIClient) -> None:
    send_example(personas.owner)
    for path, example in zip(LISTS, (examples.SENT_ROW, examples.DEAD_LETTER), strict=True):
        body = get(personas.owner, path).json()
        assert_documented(body["items"][0], example)
        assert (len(body["items"]), body["next_cursor"]) == (1, None)


def test_states_of_each_recipient(personas: Personas, mira: APIClient) -> None:
    personas.colleague("third")
    post(personas.owner, "send", recipients=["mira", "third"], payload="x")
    get(mira, "messages/1/lod/0")
    [row] = get(personas.owner, "sent").json()["items"]
    states = [(each["recipient"], each["state"], each["read_lod"]) for each in row["deliveries"]]
    assert states == [("mira", "read", 0), ("third", "queued", None)]


def test_stones_are_named(personas: Personas, mira: APIClient) -> None:
    send_stone(personas.owner, example_stone(personas).pk)
    [row] = get(personas.owner, "sent").json()["items"]
    assert (row["border_hash"], row["delivered_lod"]) == (examples.BORDER_HASH, 1)


@pytest.mark.parametrize("path", LISTS)
def test_pages_newest_first(personas: Personas, mira: APIClient, path: str) -> None:
    ids = [send_example(personas.owner)["tracking_id"] for _ in range(3)]
    first = get(personas.owner, f"{path}?limit=2").json()
    rest = get(personas.owner, f"{path}?limit=2&cursor={first['next_cursor']}").json()
    assert [row["tracking_id"] for row in first["items"] + rest["items"]] == ids[::-1]
    assert rest["next_cursor"] is None


@pytest.mark.parametrize("path", LISTS)
def test_each_sees_its_own(personas: Personas, mira: APIClient, path: str) -> None:
    send_example(personas.owner)
    for client in (mira, personas.stranger):
        assert get(client, path).json() == {"items": [], "next_cursor": None}


def test_what_arrived_is_no_dead_letter(personas: Personas, mira: APIClient) -> None:
    send(personas.owner)
    assert get(personas.owner, "dead-letters").json()["items"] == []


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("query", ["cursor=x", "limit=0", "limit=101", "tab=all", "after=1"])
def test_wrong_queries(personas: Personas, path: str, query: str) -> None:
    assert get(personas.owner, f"{path}?{query}").status_code == 400


def test_a_cursor_of_another_list(personas: Personas, mira: APIClient) -> None:
    cursor = encode_cursor(send_example(personas.owner)["tracking_id"])
    response = get(personas.owner, f"dead-letters?cursor={cursor}")
    assert problem_of(response) == (400, "invalid_cursor")


@pytest.mark.parametrize("path", LISTS)
def test_nobody_else_lists(personas: Personas, path: str) -> None:
    assert_guarded(personas, "GET", f"{INBOX}/{path}", scope="inbox:read")


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(("path", "queries"), [("sent", 3), ("dead-letters", 2)])
def test_queries(
    personas: Personas,
    mira: APIClient,
    path: str,
    queries: int,
    rows: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(rows):
        send_example(personas.owner)
    get(personas.owner, path)
    # The token, the rows; of what was sent its deliveries.
    with django_assert_num_queries(queries):
        assert len(get(personas.owner, path).json()["items"]) == rows

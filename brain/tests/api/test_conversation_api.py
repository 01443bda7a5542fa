"""GET /api/brain/conversations; GET, PATCH and DELETE of one; its turns."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from brain.api import examples
from brain.api.conversation_views import ConversationBody, ConversationRow, SummaryBody
from brain.models import Conversation, Interface, Summary, Turn
from brain.services.manage_conversations import open_conversation
from brain.tests.api.api_calls import (
    API,
    NEVER,
    SECRET,
    add_answer,
    assert_same_as_missing,
    call,
    get,
    read_json,
    read_problem,
)
from core.rest.tests.access_assertions import Personas, assert_guarded


def names(personas: Personas, **query: Any) -> list[str]:
    return [item["name"] for item in read_json(get(personas.owner, "conversations", **query))["items"]]


def all_pages(client: Any, path: str, limit: int) -> list[dict[str, Any]]:
    collected: list[dict[str, Any]] = []
    cursor: dict[str, str] = {}
    while True:
        page = read_json(get(client, path, limit=limit, **cursor))
        assert len(page["items"]) <= limit
        collected += page["items"]
        if page["next_cursor"] is None:
            return collected
        cursor = {"cursor": page["next_cursor"]}


def test_the_latest_come_first(personas: Personas) -> None:
    for name in ("a", "b", "c"):
        add_answer(personas, conversation=name)
    add_answer(personas, "And the other?", conversation="a", asked_by="agent mira")
    add_answer(personas, conversation=SECRET, account=personas.other_account)
    assert names(personas) == ["a", "c", "b"]
    first = read_json(get(personas.owner, "conversations"))["items"][0]
    assert list(first) == list(examples.CONVERSATION_ROW) == list(ConversationRow().fields)
    assert (first["interface"], first["title"], first["turn_count"]) == ("rest", "", 2)
    assert first["last_query"] == "And the other?"


def test_those_of_other_interfaces_are_listed(personas: Personas) -> None:
    for interface in (Interface.PAGE, Interface.MCP):
        open_conversation(account=personas.account, interface=interface, name="main")
    listed = read_json(get(personas.owner, "conversations"))["items"]
    assert {item["interface"] for item in listed} == {"page", "mcp"}
    assert [(item["turn_count"], item["last_query"]) for item in listed] == [(0, "")] * 2


def test_pages_follow_each_other(personas: Personas) -> None:
    for number in range(5):
        add_answer(personas, conversation=str(number))
    # The same moment: then the id decides.
    Conversation.objects.update(updated=Conversation.objects.earliest("created").created)
    pages = all_pages(personas.owner, "conversations", 2)
    assert [page["name"] for page in pages] == names(personas) == ["4", "3", "2", "1", "0"]


@pytest.mark.parametrize("rows", [1, 3])
def test_queries_do_not_grow_with_rows(
    personas: Personas, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(rows):
        add_answer(personas, conversation="a")
        add_answer(personas, conversation=f"more {number}")
    conversation = Conversation.objects.get(name="a").pk
    get(personas.owner, "conversations")
    # The token, the conversations.
    with django_assert_num_queries(2):
        assert len(names(personas)) == rows + 1
    # The token, the conversation, its turns.
    with django_assert_num_queries(3):
        assert len(read_json(get(personas.owner, f"conversations/{conversation}/turns"))["items"]) == rows


def test_the_facts_of_one(personas: Personas) -> None:
    turns = [add_answer(personas, f"{number}?") for number in range(3)]
    conversation = turns[0].conversation
    for first, model in ((2, "gpt"), (1, "")):
        Summary.objects.create(
            account=personas.account,
            conversation=conversation,
            first=first,
            last=first,
            text=f"Turn {first}.",
            model=model,
            tokens=3,
        )
    body = read_json(get(personas.owner, f"conversations/{conversation.pk}"))
    assert list(body) == list(examples.CONVERSATION) == list(ConversationBody().fields)
    assert (body["id"], body["name"], body["turn_count"]) == (conversation.pk, "koda", 3)
    assert [(each["first"], each["model"]) for each in body["summaries"]] == [(1, ""), (2, "gpt")]
    assert body["summaries"][0].keys() == SummaryBody().fields.keys()


def test_its_turns_in_their_order(personas: Personas) -> None:
    made = [add_answer(personas, f"{number}?") for number in range(5)]
    add_answer(personas, "elsewhere?", conversation="other")
    path = f"conversations/{made[0].conversation_id}/turns"
    turns = all_pages(personas.owner, path, 2)
    assert [turn["query"] for turn in turns] == ["0?", "1?", "2?", "3?", "4?"]
    assert [turn["ordinal"] for turn in turns] == [1, 2, 3, 4, 5]
    assert [turn["turn_id"] for turn in turns] == [turn.pk for turn in made]
    assert list(turns[0]) == list(examples.ANSWER)
    assert turns[0]["answer"] == "It is 8003."


def test_it_is_renamed(personas: Personas) -> None:
    turn = add_answer(personas)
    path = f"conversations/{turn.conversation_id}"
    for title, expected in ((" Ports  and more ", "Ports and more"), ("", "")):
        body = read_json(call(personas.owner, "PATCH", path, {"title": title}))
        assert (body["title"], body["name"], body["turn_count"]) == (expected, "koda", 1)
        assert read_json(get(personas.owner, path)) == body


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"title": "t" * 201}, "invalid_query"),
        ({"title": "a\x00"}, "invalid_query"),
        ({"title": 5}, "invalid"),
        ({"title": None}, "invalid"),
        ({}, "invalid"),
        ({"title": "a", "name": "b"}, "invalid"),
    ],
)
def test_what_is_no_title(personas: Personas, body: Any, code: str) -> None:
    turn = add_answer(personas)
    read_problem(call(personas.owner, "PATCH", f"conversations/{turn.conversation_id}", body), 400, code)
    turn.conversation.refresh_from_db()
    assert (turn.conversation.title, turn.conversation.name) == ("", "koda")


def test_it_is_deleted_with_its_turns(personas: Personas) -> None:
    turn = add_answer(personas)
    path = f"conversations/{turn.conversation_id}"
    response = call(personas.owner, "DELETE", path)
    assert (response.status_code, response.content) == (204, b"")
    assert not Turn.objects.exists()
    for method, body in (("GET", None), ("PATCH", {"title": "a"}), ("DELETE", None)):
        read_problem(call(personas.owner, method, path, body), 404, "conversation_not_found")
    read_problem(get(personas.owner, f"{path}/turns"), 404, "conversation_not_found")
    read_problem(get(personas.owner, f"{path}/export"), 404, "conversation_not_found")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "conversations/{}", None),
        ("PATCH", "conversations/{}", {"title": "Mine"}),
        ("DELETE", "conversations/{}", None),
        ("GET", "conversations/{}/turns", None),
        ("GET", "conversations/{}/export?format=json", None),
    ],
)
def test_anothers_is_as_missing_as_one_that_never_existed(
    personas: Personas, method: str, path: str, body: Any
) -> None:
    theirs = add_answer(personas, SECRET, account=personas.other_account)
    assert_same_as_missing(personas, method, path, body, never=NEVER, theirs=theirs.conversation_id)
    assert Turn.objects.get().conversation.title == ""


@pytest.mark.parametrize("name", ["nothing", "%00", "%ED%A0%80", "x" * 300])
def test_what_is_not_there(personas: Personas, name: str) -> None:
    for path in (f"conversations/{name}", f"conversations/{name}/turns", f"conversations/{name}/export"):
        read_problem(get(personas.owner, path), 404, "conversation_not_found")


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "cursor=x", "cursor=djE6QUJD", "conversation=koda"]
)
def test_wrong_queries(personas: Personas, query: str) -> None:
    turn = add_answer(personas)
    for path in ("conversations", f"conversations/{turn.conversation_id}/turns"):
        response = personas.owner.get(f"{API}/{path}?{query}")
        assert response.status_code == 400, response.content
    for method, body in (("GET", None), ("PATCH", {"title": "a"}), ("DELETE", None)):
        path = f"conversations/{turn.conversation_id}?{query}"
        read_problem(call(personas.owner, method, path, body), 400, "invalid")


def test_who_may(personas: Personas) -> None:
    path = f"{API}/conversations/{add_answer(personas).conversation_id}"
    assert_guarded(personas, "GET", f"{API}/conversations", scope="brain:ask")
    assert_guarded(personas, "GET", path, scope="brain:ask")
    assert_guarded(personas, "GET", f"{path}/turns", scope="brain:ask")
    assert_guarded(personas, "GET", f"{path}/export", scope="brain:ask")
    assert_guarded(personas, "PATCH", path, scope="brain:write", body={"title": "Mine"})
    assert_guarded(personas, "DELETE", path, scope="brain:write")
    assert Conversation.objects.get().title == ""

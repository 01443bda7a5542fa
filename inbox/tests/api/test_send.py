"""POST /mcp/inbox/send."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from core.rest.agent_tokens import new_token
from core.rest.idempotency import REPLAYED_HEADER
from core.rest.models import IdempotencyRecord
from core.rest.tests.access_assertions import Personas, assert_guarded
from inbox.api import examples
from inbox.models import Delivery, Message
from inbox.rendering.format_time import format_time
from inbox.services.manage_contacts import set_contact_policy
from inbox.tests.api.api_calls import (
    INBOX,
    assert_documented,
    example_stone,
    get,
    post,
    problem_of,
    send,
    send_example,
)
from stones.queries import assemble, find_stone
from stones.services import stone_text
from stones.tests.factories import LONG, store

PAYLOADS = [
    "Shall I?",
    " two\r\n\r\nlines  ",
    "§QASTONE§ \\LOD-0: ─ 💡 é é",
    {"text": "Shall I?", "b": [1, 2.5, None, True], "a": {}},
    [1, "two"],
    7,
    0,
    False,
    12345678901234567890,
    {},
    [],
]


def test_the_documented_example(personas: Personas, mira: APIClient) -> None:
    assert_documented(send_example(personas.owner), examples.SENT)


def test_it_is_in_the_inbox_once_it_is_answered(personas: Personas, mira: APIClient) -> None:
    sent = send(personas.owner)
    [row] = get(mira, "messages").json()["messages"]
    assert (row["tracking_id"], row["payload"], row["from_agent"]) == (
        sent["tracking_id"],
        examples.TEXT,
        "koda",
    )


@pytest.mark.parametrize("payload", PAYLOADS, ids=repr)
def test_any_json_value_arrives_as_it_was(personas: Personas, mira: APIClient, payload: Any) -> None:
    send(personas.owner, payload)
    [row] = get(mira, "messages").json()["messages"]
    assert row["payload"] == payload
    assert type(row["payload"]) is type(payload)
    if isinstance(payload, dict):
        assert list(row["payload"]) == list(payload)


def test_a_stone_arrives_as_a_stone(personas: Personas, mira: APIClient) -> None:
    stored = store(personas.account, content=LONG)
    text = stone_text(assemble(find_stone(personas.account, stored.pk)))
    assert send(personas.owner, text)["hint"].startswith("The text is a stone, and was sent as one")
    [row] = get(mira, "messages").json()["messages"]
    assert row["message_type"] == "stone"
    assert row["payload"]["border_hash"] == stored.content.border_hash


def test_all_options(personas: Personas, mira: APIClient) -> None:
    first = send(personas.owner)
    options: dict[str, Any] = {
        "subject": "Hi",
        "message_type": "task",
        "priority": "urgent",
        "needs_answer": True,
    }
    send(personas.owner, **options, ttl_seconds=3600, in_reply_to=first["tracking_id"])
    row = get(mira, "messages").json()["messages"][1]
    assert {name: row[name] for name in options} == options
    assert (row["thread"], row["in_reply_to"]) == (first["thread"], first["tracking_id"])
    assert get(mira, "messages/2").json()["expires"] is not None


def test_the_sender_is_the_token_s_agent_and_never_a_field(personas: Personas, mira: APIClient) -> None:
    for name in ("sender", "from", "agent"):
        response = post(personas.owner, "send", recipient="mira", payload="x", **{name: "mira"})
        assert problem_of(response) == (400, "invalid")
        assert "Unknown. There are: recipient, recipients" in response.json()["detail"]
        assert "Needed" not in response.json()["detail"]


def test_the_field_that_is_missing_is_named_beside_the_unknown_one(
    personas: Personas, mira: APIClient
) -> None:
    response = post(personas.owner, "send", recipient="mira", content="Shall I?")
    assert response.json()["detail"].endswith(" Needed: payload.")
    assert not Message.objects.exists()


def test_another_account_s_agent_by_its_full_name(personas: Personas) -> None:
    set_contact_policy(account=personas.other_account, policy="open")
    send(personas.owner, to="koda@mallory")
    [row] = get(personas.stranger, "messages").json()["messages"]
    assert (row["from_agent"], row["to_agent"]) == ("koda@ann", "koda")
    # And to whom an answer goes.
    send(personas.stranger, "Yes.", to=row["from_agent"])
    assert get(personas.owner, "messages").json()["messages"][0]["from_agent"] == "koda@mallory"


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"payload": "x"}, "recipient"),
    ({"recipient": "mira", "recipients": ["mira"], "payload": "x"}, "recipient"),
    ({"recipients": [], "payload": "x"}, "There is no recipient"),
    ({"recipients": "mira", "payload": "x"}, "recipients"),
    ({"recipients": [1], "payload": "x"}, "recipients"),
    ({"recipients": [f"a{number}" for number in range(21)], "payload": "x"}, "at most 20"),
    ({"recipient": 7, "payload": "x"}, "Must be a text"),
    ({"recipient": "", "payload": "x"}, "is no address"),
    ({"recipient": "mira\n", "payload": "x", "subject": "a\nb"}, "one line"),
    ({"recipient": "mira"}, "payload"),
    ({"recipient": "mira", "payload": None}, "The message is empty"),
    ({"recipient": "mira", "payload": ""}, "The message is empty"),
    ({"recipient": "mira", "payload": "a\x00b"}, "U+0000. Take it out, or encode"),
    ({"recipient": "mira", "payload": {"a": "\x00"}}, "U+0000. Take it out, or encode"),
    ({"recipient": "mira", "payload": "x", "priority": "asap"}, "one of low, normal, high, urgent"),
    ({"recipient": "mira", "payload": "x", "priority": 1}, "Must be a text"),
    ({"recipient": "mira", "payload": "x", "message_type": "A B"}, "message_type"),
    ({"recipient": "mira", "payload": "x", "subject": "s" * 201}, "200"),
    ({"recipient": "mira", "payload": "x", "needs_answer": "yes"}, "true or false"),
    ({"recipient": "mira", "payload": "x", "ttl_seconds": 59}, "60"),
    ({"recipient": "mira", "payload": "x", "ttl_seconds": 3_000_000}, "2592000"),
    ({"recipient": "mira", "payload": "x", "ttl_seconds": 90.5}, "whole number"),
    ({"recipient": "mira", "payload": "x", "urgent": True}, "Unknown"),
]


@pytest.mark.parametrize(("body", "detail"), WRONG, ids=lambda value: str(value)[:50])
def test_what_cannot_be_sent(personas: Personas, mira: APIClient, body: dict[str, Any], detail: str) -> None:
    response = post(personas.owner, "send", **body)
    assert response.status_code == 400, response.content
    assert detail in response.json()["detail"]
    assert not Message.objects.exists()


@pytest.mark.parametrize("body", ["", "[]", '"x"', "null", "{", '{"recipient": "mira", "recipient": "x"}'])
def test_bodies_that_are_none(personas: Personas, body: str) -> None:
    response = personas.owner.generic("POST", f"{INBOX}/send", body, "application/json")
    assert response.status_code == 400, response.content


def test_a_fault_of_the_whole_body_names_no_field(personas: Personas) -> None:
    problem = personas.owner.generic("POST", f"{INBOX}/send", "[]", "application/json").json()
    assert problem["detail"].startswith("A JSON object is expected, with: ")
    assert [each["field"] for each in problem["errors"]] == [None]


def test_nobody_of_that_name(personas: Personas, mira: APIClient) -> None:
    response = post(personas.owner, "send", recipient="miro", payload="x")
    assert problem_of(response) == (404, "recipient_not_found")
    assert response.json()["detail"] == examples.NO_RECIPIENT["detail"]
    assert response.json()["nearest"] == ["mira"]


def test_who_takes_nothing_from_us_is_as_nobody(personas: Personas) -> None:
    answers = [
        post(personas.owner, "send", recipient=name, payload="x").json()
        for name in ("koda@mallory", "nobody@mallory", "koda@nowhere")
    ]
    for answer, name in zip(answers, ("koda@mallory", "nobody@mallory", "koda@nowhere"), strict=True):
        assert (answer["status"], answer["recipients"], answer["nearest"]) == (404, [name], [])
        assert answer["detail"] == (
            f"There is no agent {name!r} that you can write to. Another account may take messages only from those "
            "that it has written to or let in: its person lets yours in on the page “Who may write to "
            "your agents”. Nothing was "
            "sent."
        )


def test_in_reply_to_what_is_anothers_is_as_to_nothing(personas: Personas, mira: APIClient) -> None:
    theirs = send(personas.owner)["tracking_id"]
    for name in (theirs, "01KF7S9Y3M5D8R2E6T4W1Q0ZXC", "#1", "x"):
        response = post(personas.stranger, "send", recipient="koda", payload="x", in_reply_to=name)
        assert problem_of(response) == (404, "message_not_found")
        assert repr(name) in response.json()["detail"]


def test_too_large(personas: Personas, mira: APIClient) -> None:
    response = post(personas.owner, "send", recipient="mira", payload="x" * 1_000_001)
    assert problem_of(response) == (413, "message_too_large")


def test_a_token_is_not_mailed(personas: Personas, mira: APIClient) -> None:
    response = post(personas.owner, "send", recipient="mira", payload={"a": [f"My token: {new_token()}"]})
    assert problem_of(response) == (422, "token_in_content")
    assert not Message.objects.exists()


def test_a_repeated_call_sends_once(personas: Personas, mira: APIClient) -> None:
    answers = [post(personas.owner, "send", key="k", **examples.SEND_REQUEST) for _ in range(3)]
    assert len({answer.content for answer in answers}) == 1
    assert [answer.has_header(REPLAYED_HEADER) for answer in answers] == [False, True, True]
    assert (Message.objects.count(), Delivery.objects.count()) == (1, 2)
    changed = post(personas.owner, "send", key="k", **examples.SEND_REQUEST | {"payload": "y"})
    assert problem_of(changed) == (422, "idempotency_key_reused")


def test_what_was_refused_may_be_mended_under_its_key(personas: Personas) -> None:
    assert post(personas.owner, "send", key="k", recipient="mira", payload="x").status_code == 404
    assert not IdempotencyRecord.objects.exists()
    mira = personas.colleague("mira")
    assert post(personas.owner, "send", key="k", recipient="mira", payload="x").status_code == 201
    assert len(get(mira, "messages").json()["messages"]) == 1


def test_unknown_parameters(personas: Personas, mira: APIClient) -> None:
    response = personas.owner.post(f"{INBOX}/send?wait=1", {"recipient": "mira", "payload": "x"}, "json")
    assert problem_of(response) == (400, "invalid")


def test_nobody_else_sends(personas: Personas, mira: APIClient) -> None:
    body = {"recipient": "mira", "payload": "x"}
    assert_guarded(personas, "POST", f"{INBOX}/send", scope="inbox:send", body=body)
    assert not Message.objects.exists()


@pytest.mark.parametrize("path", ["send", "send-stone"])
@pytest.mark.parametrize("claimed", ["koda", "mira", "", None, 5])
def test_server_assigned_fields_are_ignored(
    personas: Personas, mira: APIClient, path: str, claimed: object
) -> None:
    what: dict[str, Any] = {"payload": "x"} if path == "send" else {"stone": example_stone(personas).pk}
    theirs: dict[str, Any] = {
        "from_agent": claimed,
        "tracking_id": "msg_1769774400000_k3j5",
        "timestamp": "yesterday",
    }
    response = post(personas.owner, path, to_agent="mira", **what, **theirs)
    assert response.status_code == 201, response.content
    answer = response.json()
    [message] = Message.objects.all()
    assert (answer["from_agent"], answer["tracking_id"]) == ("koda", message.pk)
    assert answer["timestamp"] == format_time(message.created)
    [row] = get(mira, "messages").json()["messages"]
    extra = ("from_agent", "tracking_id", "timestamp")
    assert [row[name] for name in extra] == [answer[name] for name in extra]
    assert row["to_agent"] == "mira"


@pytest.mark.parametrize(
    ("extra", "field", "words"),
    [
        ({"from_agnet": "koda"}, "from_agnet", "Unknown"),
        ({"trackingId": "msg_1"}, "trackingId", "Unknown"),
        ({"recipient": "mira"}, "recipient", "exactly one"),
        ({"recipients": ["mira"]}, "recipient", "exactly one"),
    ],
)
def test_what_a_sender_cannot_say(
    personas: Personas, mira: APIClient, extra: dict[str, Any], field: str, words: str
) -> None:
    response = post(personas.owner, "send", payload="x", to_agent="mira", **extra)
    assert problem_of(response) == (400, "invalid")
    [error] = response.json()["errors"]
    assert error["field"] == field
    assert words in error["detail"]
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    ("sent", "delivered"),
    [
        (b"123456789012345678901234567890", b"123456789012345678901234567890"),
        (b"0.1", b"0.1"),
        (b"1e2", b"100.0"),
        # A double's nearest, as the documentation says.
        (b"0.12345678901234567890", b"0.12345678901234568"),
    ],
)
def test_numbers(personas: Personas, mira: APIClient, sent: bytes, delivered: bytes) -> None:
    body = b'{"recipient": "mira", "payload": [%b]}' % sent
    response = personas.owner.generic("POST", f"{INBOX}/send", body.decode(), "application/json")
    assert response.status_code == 201, response.content
    assert b'"payload":[%b]' % delivered in get(mira, "messages").content


def test_a_number_beyond_doubles(personas: Personas, mira: APIClient) -> None:
    body = '{"recipient": "mira", "payload": [1e400]}'
    response = personas.owner.generic("POST", f"{INBOX}/send", body, "application/json")
    assert problem_of(response) == (400, "invalid_message")
    assert "as a text" in response.json()["detail"]
    assert not Message.objects.exists()

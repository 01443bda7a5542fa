"""POST /mcp/inbox/messages/{message}/reply and resend."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from core.rest.tests.access_assertions import Personas, assert_guarded
from inbox.api import examples
from inbox.models import Agent, Message
from inbox.services.manage_contacts import set_contact_policy
from inbox.tests.api.api_calls import (
    INBOX,
    assert_documented,
    assert_not_disclosed,
    get,
    post,
    problem_of,
    send,
    send_example,
)

NEVER = "01KF7S9Y3M5D8R2E6T4W1Q0ZXC"


def test_the_documented_reply(personas: Personas, mira: APIClient) -> None:
    first = send_example(personas.owner)
    response = post(mira, "messages/1/reply", **examples.REPLY_REQUEST)
    assert response.status_code == 201
    assert_documented(response.json(), examples.REPLIED)
    [answer] = get(personas.owner, "messages").json()["messages"]
    assert (answer["thread"], answer["in_reply_to"]) == (first["thread"], first["tracking_id"])
    # Nothing more is needed of mira.
    assert get(mira, "messages?tab=needs_me").json()["messages"] == []


def test_to_all(personas: Personas, mira: APIClient) -> None:
    third = personas.colleague("third")
    post(personas.owner, "send", recipients=["mira", "third"], payload="x")
    sent = post(mira, "messages/1/reply", payload="y", reply_to_all=True).json()
    assert [delivery["recipient"] for delivery in sent["deliveries"]] == ["koda", "third"]
    assert [row["payload"] for row in get(third, "messages").json()["messages"]] == ["x", "y"]


def test_to_somebody_else(personas: Personas, mira: APIClient) -> None:
    third = personas.colleague("third")
    send(personas.owner)
    post(mira, "messages/1/reply", payload="What do you think?", recipient="third")
    assert len(get(third, "messages").json()["messages"]) == 1
    assert get(personas.owner, "messages").json()["messages"] == []


def test_across_accounts(personas: Personas) -> None:
    set_contact_policy(account=personas.other_account, policy="open")
    send(personas.owner, to="koda@mallory")
    sent = post(personas.stranger, "messages/1/reply", payload="Yes.").json()
    # Who has written first has let the other in.
    assert [delivery["recipient"] for delivery in sent["deliveries"]] == ["koda@ann"]


def test_to_oneself(personas: Personas, mira: APIClient) -> None:
    send(personas.owner, to="koda")
    sent = post(personas.owner, "messages/1/reply", payload="Still open.").json()
    assert [delivery["recipient"] for delivery in sent["deliveries"]] == ["koda"]
    # With others in it, these are written to.
    post(personas.owner, "send", recipients=["koda", "mira"], payload="x")
    sent = post(personas.owner, "messages/3/reply", payload="And?").json()
    assert [delivery["recipient"] for delivery in sent["deliveries"]] == ["mira"]


def test_to_nobody_who_is_still_there(personas: Personas, mira: APIClient) -> None:
    sent = send(personas.owner)
    Agent.objects.get(name="mira").delete()
    response = post(personas.owner, f"messages/{sent['tracking_id']}/reply", payload="And?")
    assert problem_of(response) == (404, "recipient_not_found")
    assert response.json()["detail"].startswith("Nobody whom you sent the message to is there any more.")


def test_two_programs_that_answer_each_other_are_stopped(personas: Personas, mira: APIClient) -> None:
    send(personas.owner)
    for number in range(20):
        client = (mira, personas.owner)[number % 2]
        assert post(client, f"messages/{number // 2 + 1}/reply", payload="ok").status_code == 201
    response = post(mira, "messages/11/reply", payload="ok")
    assert problem_of(response) == (422, "too_many_hops")
    assert "start a new thread" in response.json()["detail"]


@pytest.mark.parametrize(
    "body", [{}, {"payload": ""}, {"payload": "x", "in_reply_to": "#1"}, {"payload": "x", "to": "mira"}]
)
def test_replies_that_cannot_be_sent(personas: Personas, mira: APIClient, body: dict[str, Any]) -> None:
    send(personas.owner)
    assert post(mira, "messages/1/reply", **body).status_code == 400
    assert Message.objects.count() == 1


def test_a_repeated_reply_is_sent_once(personas: Personas, mira: APIClient) -> None:
    for _ in range(2):
        send(personas.owner)
    answers = [post(mira, "messages/1/reply", key="k", payload="y") for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert Message.objects.count() == 3
    elsewhere = post(mira, "messages/2/reply", key="k", payload="y")
    assert problem_of(elsewhere) == (422, "idempotency_key_reused")


def test_the_documented_resend(personas: Personas, mira: APIClient) -> None:
    sent = send_example(personas.owner)
    assert problem_of(post(personas.owner, f"messages/{sent['tracking_id']}/resend"))[0] == 404
    mario = personas.colleague("mario")
    response = post(personas.owner, f"messages/{sent['tracking_id']}/resend")
    assert response.status_code == 201
    assert_documented(response.json(), examples.RESENT)
    # A new message, to him who did not get it.
    assert response.json()["tracking_id"] != sent["tracking_id"]
    assert [row["payload"] for row in get(mario, "messages").json()["messages"]] == [examples.TEXT]
    assert len(get(mira, "messages").json()["messages"]) == 1


def test_what_arrived_is_not_sent_again(personas: Personas, mira: APIClient) -> None:
    sent = send(personas.owner)
    response = post(personas.owner, f"messages/{sent['tracking_id']}/resend")
    assert problem_of(response) == (409, "nothing_to_resend")
    assert "send a new message" in response.json()["detail"]


def test_what_was_sent_again_names_as_what(personas: Personas, mira: APIClient) -> None:
    sent = send_example(personas.owner)
    personas.colleague("mario")
    path = f"messages/{sent['tracking_id']}/resend"
    again = post(personas.owner, path).json()["tracking_id"]
    response = post(personas.owner, path)
    assert problem_of(response) == (409, "nothing_to_resend")
    assert again in response.json()["detail"]
    assert get(personas.owner, "dead-letters").json()["items"] == []
    rows = {row["tracking_id"]: row for row in get(personas.owner, "sent").json()["items"]}
    dead = [each for each in rows[sent["tracking_id"]]["deliveries"] if each["state"] == "dead"]
    assert [each["resent_as"] for each in dead] == [again]


def test_a_repeated_resend_is_sent_once(personas: Personas, mira: APIClient) -> None:
    sent = send_example(personas.owner)
    personas.colleague("mario")
    path = f"messages/{sent['tracking_id']}/resend"
    answers = [post(personas.owner, path, key="k") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].content == answers[1].content
    assert Message.objects.count() == 2


@pytest.mark.parametrize(("action", "body"), [("reply", '{"payload": "x"}'), ("resend", "{}")])
def test_anothers_message_is_as_if_it_never_was(
    personas: Personas, mira: APIClient, action: str, body: str
) -> None:
    theirs = send_example(personas.owner)["tracking_id"]
    for client in (personas.stranger, personas.colleague("third")):
        assert_not_disclosed(
            client, "POST", f"messages/{theirs}/{action}", f"messages/{NEVER}/{action}", body
        )
    assert Message.objects.count() == 1


@pytest.mark.parametrize(("action", "body"), [("reply", {"payload": "x"}), ("resend", {})])
def test_nobody_else(personas: Personas, action: str, body: dict[str, str]) -> None:
    assert_guarded(personas, "POST", f"{INBOX}/messages/1/{action}", scope="inbox:send", body=body)

"""POST /mcp/inbox/send-stone."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from core.rest.agent_tokens import new_token
from core.rest.tests.access_assertions import Personas, assert_guarded
from inbox.api import examples
from inbox.models import Message
from inbox.services.manage_contacts import set_contact_policy
from inbox.tests.api.api_calls import (
    INBOX,
    assert_documented,
    example_stone,
    get,
    post,
    problem_of,
    send_stone,
)
from stones.format import parse
from stones.models import Stone
from stones.queries import assemble
from stones.services import stone_text
from stones.tests.factories import LONG, store, write_levels


def test_the_documented_example(personas: Personas, mira: APIClient) -> None:
    example_stone(personas)
    response = post(personas.owner, "send-stone", **examples.SEND_STONE_REQUEST)
    assert response.status_code == 201, response.content
    assert_documented(response.json(), examples.SENT_STONE)


def test_the_delivered_copy_is_cut_and_says_so(personas: Personas, mira: APIClient) -> None:
    stone = store(personas.account, content=LONG)
    write_levels(stone)
    sent = send_stone(personas.owner, stone.content.border_hash)
    [row] = get(mira, "messages").json()["messages"]
    copy = parse(row["payload"]["qastone"])
    assert (len(copy.levels), copy.header.delivered_lod, copy.header.lod_count) == (2, 1, 4)
    assert row["payload"]["omissions"] == sent["omissions"]
    assert [level["level"] for level in sent["omissions"]["levels"]] == [2, 3]
    assert sent["omissions"]["tokens"] == sum(level["tokens"] for level in sent["omissions"]["levels"])
    assert (row["message_type"], row["border_hash"], row["delivered_lod"]) == (
        "stone",
        stone.content.border_hash,
        1,
    )
    assert (row["next_level"], row["next_tokens"]) == (2, row["tokens"]["levels"][2])


@pytest.mark.parametrize(("max_lod", "delivered"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_up_to_max_lod_or_the_top(personas: Personas, mira: APIClient, max_lod: int, delivered: int) -> None:
    sent = send_stone(personas.owner, example_stone(personas).pk, max_lod=max_lod)
    assert sent["delivered_lod"] == delivered
    assert [level["level"] for level in sent["omissions"].get("levels", ())] == list(range(delivered + 1, 3))


def test_a_stone_s_text_is_stored_first(personas: Personas, mira: APIClient) -> None:
    text = stone_text(assemble(example_stone(personas)))
    Stone.objects.all().delete()
    sent = send_stone(personas.owner, text)
    assert Stone.objects.get().content.border_hash == sent["border_hash"]
    assert Stone.objects.get().content.account == personas.account


def test_another_account_may_read_on(personas: Personas) -> None:
    set_contact_policy(account=personas.other_account, policy="open")
    name = example_stone(personas).content.border_hash
    body: dict[str, Any] = {"border_hash": name, "level": 2}
    assert post(personas.stranger, "request-lod", **body).status_code == 404
    send_stone(personas.owner, name, to="koda@mallory")
    assert post(personas.stranger, "request-lod", **body).json()["content"] == examples.CONTENT


def test_a_token_for_sending_opens_no_stones(personas: Personas, mira: APIClient) -> None:
    stone = example_stone(personas)
    sender = personas.with_scopes(["inbox:send", "inbox:read", "stones:write"])
    answers = []
    for name in (stone.content.border_hash, stone.pk, "0" * 12):
        response = post(sender, "send-stone", recipient="mira", stone=name, max_lod=3)
        assert problem_of(response) == (403, "missing_scope")
        answers.append(response.json()["detail"])
    assert "'stones:read'" in answers[0]
    assert "page Agents" in answers[0]
    # Nobody learns so whether there is one.
    assert len(set(answers)) == 1
    assert not Message.objects.exists()


def test_a_copy_opens_nothing_either(personas: Personas, mira: APIClient) -> None:
    """It is sent as it is, and nobody learns so whether there is more of it here."""
    copy = stone_text(assemble(example_stone(personas)), 0)
    sender, answers = personas.with_scopes(["inbox:send"]), []
    for _ in range(2):
        sent = send_stone(sender, copy, max_lod=3)
        answers.append((sent["delivered_lod"], sent["note"]))
        assert Message.objects.get(pk=sent["tracking_id"]).stone is None
        Stone.objects.all().delete()
    assert answers[0] == answers[1]
    assert answers[0][0] == 0


@pytest.mark.parametrize("by", ["hash", "id"])
def test_what_was_sent_to_the_agent_can_be_sent_on(personas: Personas, mira: APIClient, by: str) -> None:
    stone = example_stone(personas)
    send_stone(mira, stone.pk, to="koda")
    sender = personas.with_scopes(["inbox:send"])
    name = stone.pk if by == "id" else stone.content.border_hash
    assert send_stone(sender, name, max_lod=2)["delivered_lod"] == 2


def test_storing_a_text_needs_its_scope(personas: Personas, mira: APIClient) -> None:
    text = stone_text(assemble(example_stone(personas)))
    Stone.objects.all().delete()
    sender = personas.with_scopes(["inbox:send", "inbox:read", "stones:read"])
    response = post(sender, "send-stone", recipient="mira", stone=text)
    assert problem_of(response) == (403, "missing_scope")
    assert "'stones:write'" in response.json()["detail"]
    assert not Stone.objects.exists()
    writer = personas.with_scopes(["inbox:send", "stones:write"])
    assert send_stone(writer, text)["border_hash"] == examples.BORDER_HASH


@pytest.mark.parametrize("before", ["", "my token is ", "This is what I have been given here: "])
def test_a_token_in_place_of_a_stone_is_not_repeated(personas: Personas, before: str) -> None:
    token = new_token()
    response = post(personas.owner, "send-stone", recipient="mira", stone=f"{before}{token}")
    assert problem_of(response) == (400, "invalid_hash")
    # Nor the part of it that is left of a text that is cut.
    assert token[:12] not in response.content.decode()
    assert "qas_…" in response.json()["detail"]


WRONG: list[tuple[dict[str, Any], int, str]] = [
    ({"recipient": "mira"}, 400, "invalid"),
    ({"recipient": "mira", "stone": 7}, 400, "invalid"),
    ({"recipient": "mira", "stone": "what"}, 400, "invalid_hash"),
    ({"recipient": "mira", "stone": "12345678"}, 404, "stone_not_found"),
    ({"recipient": "mira", "stone": "§QASTONE§\nborder_hash: 12345678\n"}, 422, "not_a_stone"),
    ({"stone": "12345678"}, 400, "invalid"),
    ({"recipient": "mira", "stone": "12345678", "max_lod": -1}, 400, "invalid"),
    ({"recipient": "mira", "stone": "12345678", "max_lod": 99}, 400, "invalid"),
    ({"recipient": "mira", "stone": "12345678", "max_lod": "1"}, 400, "invalid"),
    ({"recipient": "mira", "stone": "12345678", "payload": "x"}, 400, "invalid"),
]


@pytest.mark.parametrize(("body", "status", "code"), WRONG, ids=lambda value: str(value)[:50])
def test_what_cannot_be_sent(
    personas: Personas, mira: APIClient, body: dict[str, Any], status: int, code: str
) -> None:
    assert problem_of(post(personas.owner, "send-stone", **body)) == (status, code)
    assert not Message.objects.exists()


def test_another_s_stone_is_as_if_it_never_was(personas: Personas) -> None:
    personas.colleague("mira")
    stone = example_stone(personas)
    body: dict[str, Any] = {"recipient": "koda", "stone": stone.content.border_hash}
    theirs = post(personas.stranger, "send-stone", **body).json()
    stone.content.delete()
    never = post(personas.stranger, "send-stone", **body).json()
    assert theirs["status"] == 404
    assert {**theirs, "request_id": ""} == {**never, "request_id": ""}


def test_nobody_of_that_name(personas: Personas) -> None:
    response = post(personas.owner, "send-stone", recipient="mira", stone=example_stone(personas).pk)
    assert problem_of(response) == (404, "recipient_not_found")


def test_a_repeated_call_sends_once(personas: Personas, mira: APIClient) -> None:
    body: dict[str, Any] = {"recipient": "mira", "stone": example_stone(personas).pk}
    answers = [post(personas.owner, "send-stone", key="k", **body) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert Message.objects.count() == 1


def test_nobody_else_sends(personas: Personas, mira: APIClient) -> None:
    body: dict[str, Any] = {"recipient": "mira", "stone": "12345678"}
    assert_guarded(personas, "POST", f"{INBOX}/send-stone", scope="inbox:send", body=body)

"""POST /assistant/api/send, GET agents: a person writes to an agent from the panel."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from assistant.tests.api_pages import Page, signed_in
from core.rest.models import IdempotencyRecord
from inbox.models import Agent, Message
from inbox.services import close_agent, create_agent
from inbox.services.manage_agents import site_agent
from stones.models import Stone
from stones.tests.factories import LONG, store, write_levels


@pytest.fixture
def koda(account: User) -> Agent:
    return create_agent(account=account, name="koda", kind="claude_code")


@pytest.fixture
def stone(account: User) -> Stone:
    stone = store(account, content=LONG)
    write_levels(stone)
    return stone


def test_a_stone_by_its_hash(embedded: Page, koda: Agent, stone: Stone) -> None:
    response = embedded.post(
        "send", {"recipient": "koda", "stone": stone.content.border_hash, "max_lod": 1, "subject": "Ports"}
    )
    message = Message.objects.get()
    assert response.status_code == 201
    assert response.json() == {
        "tracking_id": message.pk,
        "url": f"/inbox/{message.pk}",
        "border_hash": stone.content.border_hash,
        "delivered_lod": 1,
        "deliveries": [{"recipient": "koda", "state": "queued"}],
    }
    assert (message.sender, message.subject, message.message_type) == (
        site_agent(koda.account, "person"),
        "Ports",
        "stone",
    )


def test_a_text(own: Page, koda: Agent) -> None:
    body = own.post("send", {"recipient": "koda", "content": "Which port?"}).json()
    assert (body["border_hash"], body["delivered_lod"]) == ("", None)
    assert Message.objects.get().body == "Which port?"


@pytest.mark.usefixtures("koda")
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "invalid_request"),
        ({"content": "A text.", "stone": "0" * 8}, 400, "invalid_request"),
        ({"content": " "}, 400, "invalid_message"),
        ({"stone": "0" * 8}, 404, "stone_not_found"),
        ({"stone": "§QASTONE§\nnothing"}, 422, "not_a_stone"),
        ({"content": "A text.", "recipient": "nobody"}, 404, "recipient_not_found"),
        ({"content": "A text.", "recipient": "koda@mallory"}, 404, "recipient_not_found"),
        ({"content": "A text.", "max_lod": 99}, 400, "invalid"),
        ({"content": "A text.", "sender": "koda"}, 400, "invalid"),
    ],
    ids=["nothing", "both", "blank", "unknown stone", "no stone", "unknown", "foreign", "level", "sender"],
)
def test_refused(own: Page, other: User, body: dict[str, Any], status: int, code: str) -> None:
    create_agent(account=other, name="koda")
    response = own.post("send", {"recipient": "koda"} | body)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert not Message.objects.exists()


def test_under_a_key_it_is_sent_once(own: Page, koda: Agent) -> None:
    own.headers = {"Idempotency-Key": "k1"}
    first, second = (own.post("send", {"recipient": "koda", "content": "Once."}) for _ in range(2))
    assert first.json() == second.json()
    assert second["Idempotency-Replayed"] == "true"
    assert (Message.objects.count(), IdempotencyRecord.objects.get().caller) == (1, "assistant qastone")


@pytest.mark.usefixtures("koda")
def test_others_send_nothing(visited: Page, other: User) -> None:
    body = {"recipient": "koda", "content": "A text."}
    pages = [visited, Page(), signed_in(other)]
    assert [page.post("send", body).status_code for page in pages] == [403, 401, 404]
    assert not Message.objects.exists()


def test_whom_one_can_send_to(embedded: Page, koda: Agent, other: User) -> None:
    create_agent(account=other, name="thief")
    create_agent(account=koda.account, name="cairn")
    close_agent(agent=create_agent(account=koda.account, name="gone"))
    site_agent(koda.account, "assistant")
    assert embedded.get("agents").json() == [
        {"name": "cairn", "kind": "custom"},
        {"name": "koda", "kind": "claude_code"},
    ]


def test_nobody_to_send_to(own: Page) -> None:
    assert own.get("agents").json() == []


def test_who_may_not_ask(visited: Page, own: Page) -> None:
    pages = [visited, Page()]
    assert [page.get("agents").status_code for page in pages] == [403, 401]
    assert own.get("agents", limit="5").status_code == 400

"""POST /mcp/inbox/messages/{message}/acknowledge, archive, unarchive, read."""

import pytest
from rest_framework.test import APIClient

from core.rest.tests.access_assertions import Personas, assert_guarded
from inbox.api import examples
from inbox.models import Delivery
from inbox.tests.api.api_calls import (
    INBOX,
    assert_documented,
    assert_not_disclosed,
    get,
    post,
    problem_of,
    send,
)

ACTIONS = ["acknowledge", "archive", "unarchive", "read"]
NEVER = "01KF7S9Y3M5D8R2E6T4W1Q0ZXC"


def test_the_documented_examples(personas: Personas, mira: APIClient) -> None:
    send(personas.owner)
    after = {"read": {}, "acknowledge": {"state": "acknowledged", "already": False}}
    for action, changed in after.items():
        assert_documented(post(mira, f"messages/1/{action}").json(), examples.STATE | changed)


@pytest.mark.parametrize("action", ACTIONS)
def test_safe_to_repeat(personas: Personas, mira: APIClient, action: str) -> None:
    send(personas.owner)
    first, again = (post(mira, f"messages/1/{action}") for _ in range(2))
    already = {"already": True} if action == "acknowledge" else {}
    assert (first.status_code, first.json() | already) == (200, again.json())


def test_states_only_go_forward(personas: Personas, mira: APIClient) -> None:
    send(personas.owner)
    post(mira, "messages/1/acknowledge")
    for path in ("messages/1/read", "messages/1/archive"):
        assert post(mira, path).json()["state"] == "acknowledged"
    get(mira, "messages")
    get(mira, "messages/1/lod/0")
    assert get(mira, "messages/1").json()["state"] == "acknowledged"


def test_archiving_can_be_undone(personas: Personas, mira: APIClient) -> None:
    send(personas.owner)
    archived = [
        post(mira, f"messages/%231/{action}").json()["archived"] for action in ("archive", "unarchive")
    ]
    assert archived == [True, False]
    assert Delivery.objects.get().archived_at is None


def test_the_sender_sees_it(personas: Personas, mira: APIClient) -> None:
    send(personas.owner)
    post(mira, "messages/1/acknowledge")
    [row] = get(personas.owner, "sent").json()["items"]
    assert [delivery["state"] for delivery in row["deliveries"]] == ["acknowledged"]


@pytest.mark.parametrize("action", ACTIONS)
def test_messages_that_are_none(personas: Personas, mira: APIClient, action: str) -> None:
    sent = send(personas.owner)
    for name in ("2", "0", "x", NEVER):
        assert problem_of(post(mira, f"messages/{name}/{action}")) == (404, "message_not_found")
    # Nor the sender, nor a stranger: it is not in their inboxes.
    for client in (personas.owner, personas.stranger):
        theirs, never = (f"messages/{name}/{action}" for name in (sent["tracking_id"], NEVER))
        assert_not_disclosed(client, "POST", theirs, never)
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.archived_at) == ("queued", None)


@pytest.mark.parametrize("action", ACTIONS)
def test_it_takes_no_fields(personas: Personas, mira: APIClient, action: str) -> None:
    send(personas.owner)
    assert problem_of(post(mira, f"messages/1/{action}", state="dead")) == (400, "invalid")
    assert problem_of(post(mira, f"messages/1/{action}?state=dead")) == (400, "invalid")
    assert Delivery.objects.get().state == "queued"
    # And none are needed.
    assert mira.post(f"{INBOX}/messages/1/{action}").status_code == 200


@pytest.mark.parametrize("action", ACTIONS)
def test_nobody_else_acts(personas: Personas, action: str) -> None:
    assert_guarded(personas, "POST", f"{INBOX}/messages/1/{action}", scope="inbox:read", body={})

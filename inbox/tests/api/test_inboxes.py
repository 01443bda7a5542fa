"""A token that opens other agents' inboxes, too: koda's opens that of cnp_browse_assistant."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from core.rest.agent_tokens import token_sha256
from core.rest.tests.access_assertions import Personas
from inbox.api.update_views import WAIT_HEADER
from inbox.exceptions import InvalidInbox
from inbox.models import Agent, AgentToken, Delivery, DeliveryState, Message
from inbox.scopes import SCOPES
from inbox.services import close_agent, create_agent, issue_token, revoke_token, rotate_token, site_agent
from inbox.tests.api.api_calls import example_stone, get, post, problem_of, send, send_stone
from stones.models import LedgerEntry

NAME = "cnp_browse_assistant"
AT = f"agent={NAME}"


def client_with(token: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


def row_of(client: APIClient) -> AgentToken:
    token = vars(client)["_credentials"]["HTTP_AUTHORIZATION"].removeprefix("Bearer ")
    return AgentToken.objects.get(sha256=token_sha256(token))


@pytest.fixture
def koda(personas: Personas) -> Agent:
    return Agent.objects.get(account=personas.account, name="koda")


@pytest.fixture
def other(personas: Personas) -> Agent:
    """The other inbox, which koda's token in `client` opens and those of `personas` do not."""
    return create_agent(account=personas.account, name=NAME)


@pytest.fixture
def client(koda: Agent, other: Agent) -> APIClient:
    return client_with(issue_token(agent=koda, scopes=SCOPES, inboxes=[NAME]).text)


@pytest.fixture
def message(personas: Personas, other: Agent) -> Message:
    """A question of mira's to the other inbox."""
    return Message.objects.get(pk=send(personas.colleague("mira"), "Shall I?", to=NAME)["tracking_id"])


def test_its_messages(client: APIClient, message: Message) -> None:
    body = get(client, f"messages?{AT}").json()
    [row] = body["messages"]
    assert (row["to_agent"], row["from_agent"], row["payload"]) == (NAME, "mira", "Shall I?")
    assert body["unread"] == 1
    assert get(client, f"lines?{AT}").json()["lines"] == "#1 mira: Shall I?"
    assert get(client, f"updates?wait=0&{AT}").json()["lines"] == "#1 mira: Shall I?"
    assert Delivery.objects.get().state == DeliveryState.DELIVERED


def test_without_a_name_it_is_the_agents_own(client: APIClient, message: Message) -> None:
    assert get(client, "messages").json()["messages"] == []
    assert get(client, "messages?agent=koda").json()["messages"] == []
    assert problem_of(get(client, f"messages/{message.pk}")) == (404, "message_not_found")


def test_waiting_is_for_that_inbox(client: APIClient, other: Agent) -> None:
    assert get(client, f"updates?wait=2&{AT}")[WAIT_HEADER] == f"{other.pk} 2"


@pytest.mark.parametrize("named", ["1", "tracking_id"])
def test_a_message_is_read_and_acknowledged_there(client: APIClient, message: Message, named: str) -> None:
    name = message.pk if named == "tracking_id" else named
    assert get(client, f"messages/{name}?{AT}").json()["to_agent"] == NAME
    assert get(client, f"messages/{name}/lod/0?{AT}").json()["content"] == "Shall I?"
    assert get(client, f"messages/{name}/focus?q=what&{AT}").status_code == 200
    for verb, state in (("read", "read"), ("acknowledge", "acknowledged"), ("archive", "acknowledged")):
        answer = post(client, f"messages/{name}/{verb}?{AT}")
        assert (answer.status_code, answer.json()["state"]) == (200, state)
    assert post(client, f"messages/{name}/unarchive?{AT}").json()["archived"] is False
    # The ledger names who read, not whose inbox it was.
    assert set(LedgerEntry.objects.values_list("reader__name", flat=True)) <= {"agent koda"}


def test_an_answer_is_from_the_tokens_agent(client: APIClient, message: Message) -> None:
    answer = post(client, f"messages/1/reply?{AT}", payload="Yes.", from_agent=NAME)
    assert (answer.status_code, answer.json()["from_agent"]) == (201, "koda")
    reply = Message.objects.get(pk=answer.json()["tracking_id"])
    assert (reply.sender_name, reply.in_reply_to_id) == ("koda", message.pk)
    assert [each.recipient for each in reply.deliveries.all()] == ["mira"]


def test_a_number_means_a_message_of_the_inbox_that_is_named(
    client: APIClient, personas: Personas, message: Message
) -> None:
    mine = send(personas.colleague("prax"), "Mine.", to="koda")
    reply = post(client, "messages/1/reply", payload="x").json()
    assert Message.objects.get(pk=reply["tracking_id"]).in_reply_to_id == mine["tracking_id"]


def test_a_stone_that_was_sent_there(
    personas: Personas, koda: Agent, other: Agent, client: APIClient
) -> None:
    stone = example_stone(personas)
    name = stone.content.border_hash
    send_stone(personas.colleague("mira"), name, to=NAME)
    only_inbox = client_with(issue_token(agent=koda, scopes=["inbox:read"], inboxes=[NAME]).text)
    body: dict[str, Any] = {"border_hash": name, "level": 1}
    assert problem_of(post(only_inbox, "request-lod", **body)) == (403, "missing_scope")
    assert post(only_inbox, f"request-lod?{AT}", **body).status_code == 200
    assert Delivery.objects.get().read_lod == 1


@pytest.mark.parametrize("field", ["tracking_id", "timestamp", "from_agent"])
def test_request_lod_ignores_server_assigned_fields(personas: Personas, field: str) -> None:
    body: dict[str, Any] = {"border_hash": example_stone(personas).content.border_hash, "level": 0}
    assert post(personas.owner, "request-lod", **body, **{field: "x"}).status_code == 200


Call = tuple[str, str, dict[str, Any]]


def calls(message: Message) -> dict[str, Call]:
    """Each operation that takes `agent`."""
    reading: dict[str, Call] = {path: ("GET", path, {}) for path in ("messages", "lines", "updates?wait=0")}
    one: dict[str, Call] = {
        verb: ("POST", f"messages/{message.pk}/{verb}", {})
        for verb in ("acknowledge", "archive", "unarchive", "read")
    }
    return {
        **reading,
        **one,
        "message": ("GET", f"messages/{message.pk}", {}),
        "level": ("GET", f"messages/{message.pk}/lod/0", {}),
        "focus": ("GET", f"messages/{message.pk}/focus?q=what", {}),
        "reply": ("POST", f"messages/{message.pk}/reply", {"payload": "x"}),
        "request-lod": ("POST", "request-lod", {"border_hash": "0" * 8, "level": 0}),
    }


End = Callable[[APIClient, Agent, User], object]
ENDS: dict[str, tuple[End, int]] = {
    "the token is revoked": (lambda client, other, account: revoke_token(token=row_of(client)), 401),
    "the agent is closed": (lambda client, other, account: close_agent(agent=row_of(client).agent), 401),
    "the inbox is closed": (lambda client, other, account: close_agent(agent=other), 404),
    "the inbox is given no more": (lambda client, other, account: row_of(client).inboxes.clear(), 404),
    "the inbox is another account's now": (
        lambda client, other, account: Agent.objects.filter(pk=other.pk).update(account=account),
        404,
    ),
}


@pytest.mark.parametrize("end", ENDS)
def test_afterwards_it_opens_nothing(
    personas: Personas, client: APIClient, other: Agent, message: Message, end: str
) -> None:
    act, status = ENDS[end]
    act(client, other, personas.other_account)
    before = list(Delivery.objects.values())
    for name, (method, path, body) in calls(message).items():
        separator = "&" if "?" in path else "?"
        answer = get(client, f"{path}{separator}{AT}") if method == "GET" else None
        answer = answer or post(client, f"{path}{separator}{AT}", **body)
        assert answer.status_code == status, name
    assert list(Delivery.objects.values()) == before


def test_an_inbox_that_was_not_granted_is_not_found(
    personas: Personas, client: APIClient, message: Message
) -> None:
    create_agent(account=personas.account, name="secret")
    for name, (method, path, body) in calls(message).items():
        separator = "&" if "?" in path else "?"
        answers = []
        for whose in ("secret", "nobody", "koda@mallory", "cnp_browse_assistant%00"):
            address = f"{path}{separator}agent={whose}"
            answers.append(get(client, address) if method == "GET" else post(client, address, **body))
        expected = {400, 404} if name != "request-lod" else {404, 400}
        assert {answer.status_code for answer in answers} <= expected, name
        assert problem_of(answers[0]) == problem_of(answers[1]) == (404, "inbox_not_found"), name


def test_scopes_hold_there_too(koda: Agent, message: Message) -> None:
    sending = client_with(issue_token(agent=koda, scopes=["inbox:send"], inboxes=[NAME]).text)
    assert problem_of(get(sending, f"messages?{AT}")) == (403, "missing_scope")
    reading = client_with(issue_token(agent=koda, scopes=["inbox:read"], inboxes=[NAME]).text)
    answer = post(reading, f"messages/1/reply?{AT}", payload="x")
    assert problem_of(answer) == (403, "missing_scope")


@pytest.mark.parametrize("path", ["sent", "dead-letters"])
def test_what_was_sent_is_the_agents_own(client: APIClient, path: str) -> None:
    assert get(client, f"{path}?{AT}").status_code == 400


def test_a_token_in_its_place_opens_the_same(client: APIClient, message: Message) -> None:
    made = rotate_token(token=row_of(client), overlap=row_of(client).created - row_of(client).created)
    assert get(client_with(made.text), f"messages?{AT}").json()["messages"]


@pytest.mark.parametrize("whose", ["nobody", "closed", "ann", "assistant", "koda@mallory", "thief"])
def test_inboxes_that_cannot_be_granted(personas: Personas, koda: Agent, whose: str) -> None:
    close_agent(agent=create_agent(account=personas.account, name="closed"))
    create_agent(account=personas.other_account, name="thief")
    for kind in ("person", "assistant"):
        site_agent(personas.account, kind)
    count = AgentToken.objects.count()
    with pytest.raises(InvalidInbox, match="no open agent of that name"):
        issue_token(agent=koda, inboxes=[whose])
    assert AgentToken.objects.count() == count


def test_its_own_is_no_further_one(koda: Agent) -> None:
    assert not issue_token(agent=koda, inboxes=["koda"]).row.inboxes.exists()

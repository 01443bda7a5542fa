"""A stone that was sent is deleted, or expires: no price is offered any more, and each interface names the reason."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from core.mcp.call_tool import error_text
from core.mcp.caller import Caller
from core.rest.exceptions import ProductError
from core.rest.tests.access_assertions import Personas
from inbox.mcp.inbox_tool import inbox
from inbox.mcp.read_tool import read
from inbox.models import Agent
from inbox.router import QAStoneRouter
from inbox.scopes import SCOPES
from inbox.services import site_agent
from inbox.services.manage_contacts import set_contact_policy
from inbox.tests.factories import new_agent, send_stone
from stones.exceptions import StoneDeleted
from stones.models import LedgerEntry, Stone
from stones.services import delete_stone, purge_expired
from stones.tests.factories import LONG, new_account, store, write_levels

DETAIL, DEEP = "What there is to know in short.", "Everything but the words themselves."
PRICES = [4, 8, 6]
INBOX = "/mcp/inbox"


@pytest.fixture
def koda(personas: Personas) -> Agent:
    return Agent.objects.get(account=personas.account, name="koda")


@pytest.fixture(params=["own account", "another account"])
def stone(request: pytest.FixtureRequest, koda: Agent) -> Stone:
    """Sent to koda up to LOD-1, and to the person of koda's account up to LOD-0."""
    is_own = request.param == "own account"
    sender = new_agent(koda.account if is_own else new_account("bob"), "mira")
    set_contact_policy(account=koda.account, policy="open")
    levels = {0: "Rotate the keys.", 1: DETAIL, 2: DEEP}
    stone = store(sender.account, content=LONG, levels=levels)
    write_levels(stone)
    at = "" if is_own else "@ann"
    send_stone(sender, f"koda{at}", stone=stone.pk)
    send_stone(sender, f"{site_agent(koda.account, 'person').name}{at}", stone=stone.pk, max_lod=0)
    return stone


def delete(stone: Stone) -> None:
    delete_stone(account=stone.account, border_hash=stone.pk)


def expire(stone: Stone) -> None:
    Stone.objects.filter(pk=stone.pk).update(expires=timezone.now() - timedelta(seconds=1))


def purge(stone: Stone) -> None:
    expire(stone)
    assert purge_expired() == 1


ENDINGS = {"deleted": (delete, "deleted"), "expired": (expire, "expired"), "purged": (purge, "expired")}


@pytest.fixture(params=ENDINGS)
def reason(request: pytest.FixtureRequest, stone: Stone) -> str:
    """Why it is gone."""
    take, reason = ENDINGS[request.param]
    take(stone)
    return reason


def caller(agent: Agent, *scopes: str) -> Caller:
    return Caller(agent.account, agent, frozenset(scopes or SCOPES))


def test_no_price_over_rest(personas: Personas, stone: Stone, reason: str) -> None:
    owner = personas.owner
    row = owner.get(f"{INBOX}/messages").json()["messages"][0]
    assert (row["tokens"]["levels"], row["next_level"], row["next_tokens"]) == (PRICES[:2], None, None)
    assert row["payload"]["omissions"] == {"gone": reason}
    assert (
        owner.get(f"{INBOX}/lines").json()["lines"]
        == f"#1 mira{_at(stone)}: Rotate the keys. (unchecked +{PRICES[1]})"
    )
    details = owner.get(f"{INBOX}/messages/1").json()
    assert [level["tokens"] for level in details["levels"]] == PRICES[:2]
    assert details["omissions"] == {"gone": reason}
    assert reason in details["omissions_text"]


def _at(stone: Stone) -> str:
    return "@bob" if stone.account.username == "bob" else ""


def test_no_price_over_mcp(koda: Agent, stone: Stone, reason: str) -> None:
    listed = inbox.call(caller(koda), {})
    assert f"Rotate the keys. (unchecked +{PRICES[1]})\n" in listed.text
    assert [row["lod_tokens"] for row in listed.data.fields()["messages"]] == [PRICES[:2]]
    text = read.call(caller(koda), {"message": "#1"}).text
    assert "LOD-1 is the last level" in text
    assert reason in text


def test_no_price_on_pages(
    client: Client, personas: Personas, koda: Agent, stone: Stone, reason: str
) -> None:
    client.force_login(personas.account)
    found = koda.deliveries.get().message
    page = client.get(f"/inbox/{found.pk}").content.decode()
    assert "Load LOD-1" in page or f"open={found.pk}%3A1" in page or f"open={found.pk}:1" in page
    assert f"open={found.pk}:2" not in page
    assert reason in page
    # As an address of before has it.
    assert client.get(f"/inbox/{found.pk}?open={found.pk}:3").status_code == 200
    listed = client.get("/inbox/?agent=koda").content.decode()
    assert f"<strong>{PRICES[0]}</strong> / {PRICES[1]}" in listed


@pytest.mark.parametrize("level", [0, 1])
def test_what_the_message_holds_is_still_served(
    personas: Personas, koda: Agent, stone: Stone, reason: str, level: int
) -> None:
    text = ("Rotate the keys.", DETAIL)[level]
    name = stone.content.border_hash
    owner = personas.owner
    by_message = owner.get(f"{INBOX}/messages/1/lod/{level}").json()
    by_hash = owner.post(f"{INBOX}/request-lod", {"border_hash": name, "level": level}, "json").json()
    for answer in (by_message, by_hash):
        assert (answer["content"], answer["tokens"]) == (text, PRICES[level])
        assert answer["next_level"] == (1 if level == 0 else None)
    for scopes in (SCOPES, ("inbox:read",)):
        assert text in read.call(caller(koda, *scopes), {"stone": name, "level": level}).text
    assert QAStoneRouter(koda)._request(name, level) == text
    assert LedgerEntry.objects.filter(level=level).count() == 5


@pytest.mark.parametrize("scopes", [SCOPES, ("inbox:read",)])
def test_each_interface_names_the_reason(
    personas: Personas, koda: Agent, stone: Stone, reason: str, scopes: tuple[str, ...]
) -> None:
    name, client = stone.content.border_hash, personas.with_scopes(list(scopes))
    body = {"border_hash": name, "level": 2}
    calls: list[Callable[[], Any]] = [
        lambda: client.get(f"{INBOX}/messages/1/lod/2"),
        lambda: client.post(f"{INBOX}/request-lod", body, "json"),
    ]
    if "stones:read" in scopes:
        calls += [
            lambda: client.get(f"/api/stone/{name}"),
            lambda: client.get(f"/api/stone/{name}/lod/0"),
            lambda: client.get(f"/api/stone/{name}/focus?q=port"),
        ]
    for call in calls:
        response = call()
        assert (response.status_code, response.json()["code"]) == (404, f"stone_{reason}")
    for arguments in ({"message": "#1", "level": 3}, {"stone": name, "level": 3}):
        with pytest.raises(ProductError) as caught:
            read.call(caller(koda, *scopes), arguments)
        assert caught.value.code == f"stone_{reason}"
        assert reason in error_text(caught.value)


NAMES = {
    "8 digits": lambda stone: stone.content.sha256[:8],
    "12 digits": lambda stone: stone.content.sha256[:12],
    "64 digits": lambda stone: stone.content.sha256,
    "upper case": lambda stone: stone.content.sha256[:12].upper(),
    "id": lambda stone: stone.pk,
}


@pytest.mark.parametrize("way", NAMES)
@pytest.mark.parametrize("scopes", [SCOPES, ("inbox:read",)], ids=["all scopes", "inbox"])
def test_by_every_name(
    personas: Personas, koda: Agent, stone: Stone, way: str, scopes: tuple[str, ...]
) -> None:
    name = NAMES[way](stone)
    delete(stone)
    assert_gone_reported(personas, koda, scopes, name, DETAIL)


def assert_gone_reported(
    personas: Personas, koda: Agent, scopes: tuple[str, ...], name: str, detail: str
) -> None:
    """By this name of a deleted stone koda still reads LOD-1; for deeper levels the error says why it is gone."""
    client = personas.with_scopes(list(scopes))
    body = {"border_hash": name, "level": 1}
    assert client.post(f"{INBOX}/request-lod", body, "json").json()["content"] == detail
    calls = [client.post(f"{INBOX}/request-lod", body | {"level": 2}, "json")]
    if "stones:read" in scopes:
        calls += [client.get(f"/api/stone/{name}"), client.get(f"/api/stone/{name}/lod/0")]
    assert [(call.status_code, call.json()["code"]) for call in calls] == [(404, "stone_deleted")] * len(
        calls
    )
    with pytest.raises(StoneDeleted):
        read.call(caller(koda, *scopes), {"stone": name, "level": 3})
    # To who was sent nothing, it is as if it never was.
    stranger = personas.stranger.get(f"/api/stone/{name}")
    assert stranger.json()["code"] in ("stone_not_found", "invalid_hash")


def test_the_message_that_holds_the_level_serves_it(personas: Personas, koda: Agent) -> None:
    """The first brought LOD-1; another stone of the text, sent last of all, is not asked."""
    mira = new_agent(koda.account, "mira")
    stone = store(koda.account, content=LONG, levels={0: "Rotate the keys.", 1: DETAIL, 2: DEEP})
    other = store(koda.account, content=LONG, levels={0: "Another's.", 1: "Another's in short."})
    send_stone(mira, "koda", stone=other.pk, max_lod=2)
    send_stone(mira, "koda", stone=stone.pk, max_lod=1)
    send_stone(mira, "koda", stone=stone.pk, max_lod=0)
    delete(stone)
    delete(other)
    name = stone.content.border_hash

    def ask(level: int) -> Any:
        body = {"border_hash": name, "level": level}
        return personas.owner.post(f"{INBOX}/request-lod", body, "json").json()

    assert ask(1)["content"] == DETAIL
    assert DETAIL in read.call(caller(koda), {"stone": name}).text
    assert ask(0)["content"] == "Rotate the keys."
    assert ask(2)["code"] == "stone_deleted"


def test_to_strangers_it_is_as_if_it_never_was(personas: Personas, stone: Stone, reason: str) -> None:
    def problem(name: str) -> dict[str, Any]:
        body = dict(personas.stranger.get(f"/api/stone/{name}").json())
        return body | {"request_id": "", "detail": body["detail"].replace(name, "NAME"), "instance": ""}

    assert problem(stone.content.border_hash) == problem("0" * 8)


def test_the_dialog_names_whom_a_deletion_concerns(client: Client, stone: Stone) -> None:
    client.force_login(stone.account)
    for page in (f"/stones/{stone.pk}", f"/stones/{stone.pk}/delete"):
        text = client.get(page).content.decode()
        at = _at(stone).replace("bob", "ann")
        assert f"It was sent to koda{at}, " in text
        assert "and 2 of its messages wait unread" in text


def test_the_dialog_discloses_no_letters_of_another_account(client: Client, koda: Agent) -> None:
    bob, cleo = new_account("bob"), new_account("cleo")
    for account in (koda.account, cleo):
        set_contact_policy(account=account, policy="open")
    new_agent(koda.account, "prax")
    new_agent(cleo, "x")
    stone = store(bob, content=LONG)
    send_stone(new_agent(bob, "mira"), "koda@ann", stone=stone.pk)
    read.call(caller(koda), {"message": "#1", "level": 1})
    forwarded = send_stone(koda, "prax", "x@cleo", stone=stone.pk)
    assert forwarded.message.stone_id == stone.pk
    client.force_login(bob)
    text = client.get(f"/stones/{stone.pk}/delete").content.decode()
    assert "It was sent to koda@ann. What was delivered stays" in text
    for word in ("prax", "cleo", "waits unread"):
        assert word not in text


def test_another_stone_of_the_text_leaves_messages_as_they_are(
    personas: Personas, koda: Agent, stone: Stone
) -> None:
    other = store(stone.account, content=LONG, levels={0: "Another's."})
    delete_stone(account=stone.account, border_hash=other.pk)
    row = personas.owner.get(f"{INBOX}/messages").json()["messages"][0]
    assert (row["next_level"], row["next_tokens"]) == (2, PRICES[2])
    assert personas.owner.get(f"{INBOX}/messages/1/lod/2").json()["content"] == DEEP


def test_one_that_had_expired_before_is_not_reported_as_deleted(personas: Personas, koda: Agent) -> None:
    """Both go with the last living stone of their text."""
    mira = new_agent(koda.account, "mira")
    stones = [store(koda.account, content=LONG, levels={0: scan}) for scan in ("Sent first.", "Sent last.")]
    for stone in stones:
        send_stone(mira, "koda", stone=stone.pk, max_lod=0)
    expire(stones[0])
    delete(stones[1])
    assert not Stone.objects.exists()
    rows = personas.owner.get(f"{INBOX}/messages").json()["messages"]
    assert [row["payload"]["omissions"] for row in rows] == [{"gone": "expired"}, {"gone": "deleted"}]


def test_passages_are_priced_by_what_was_searched(koda: Agent, stone: Stone, reason: str) -> None:
    answer = read.call(caller(koda), {"message": "#1", "question": "What is there to know?"})
    assert DETAIL in answer.text
    assert answer.data.fields()["of_tokens"] == PRICES[1]
    assert f" of {PRICES[1]} tokens" in answer.text

"""The ledger books what an agent receives: lines, payloads with their headers, again where it is sent again."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from core.llm import count_tokens
from core.mcp.caller import Caller
from core.rest.tests.access_assertions import Personas
from inbox.mcp.inbox_tool import inbox
from inbox.models import Agent
from inbox.scopes import SCOPES
from inbox.services import issue_token
from inbox.services.manage_contacts import set_contact_policy
from inbox.services.record_list_reads import record_lines
from inbox.tests.factories import new_agent, send, send_stone
from stones.models import LedgerEntry, Stone
from stones.tests.factories import LONG, new_account, store, write_levels

INBOX = "/mcp/inbox"


@pytest.fixture
def koda(personas: Personas) -> Agent:
    return Agent.objects.get(account=personas.account, name="koda")


@pytest.fixture
def stone(koda: Agent) -> Stone:
    """Sent to koda up to LOD-1 by mira of its account, after a plain message."""
    mira = new_agent(koda.account, "mira")
    send(mira, "koda", payload="The build is green.")
    stone = store(koda.account, content=LONG, levels={0: "Rotate the keys."})
    write_levels(stone)
    send_stone(mira, "koda", stone=stone.pk)
    return stone


def entries() -> list[tuple[Any, ...]]:
    rows = LedgerEntry.objects.order_by("pk").values_list("stone", "reader__name", "kind", "level", "tokens")
    return sorted(rows, key=lambda row: row[0] or "")


@pytest.mark.parametrize("way", ["lines", "updates", "mcp"])
def test_lines(personas: Personas, koda: Agent, stone: Stone, way: str) -> None:
    if way == "mcp":
        text = inbox.call(Caller(koda.account, koda, frozenset(SCOPES)), {}).text
        lines = [line for line in text.split("\n") if line.startswith("#")]
    else:
        lines = personas.owner.get(f"{INBOX}/{way}").json()["lines"].split("\n")
    plain, of_stone = map(count_tokens, lines)
    assert entries() == [
        (None, "agent koda", "level", 0, plain),
        (stone.pk, "agent koda", "level", 0, of_stone),
    ]


def test_payloads_with_their_headers(personas: Personas, stone: Stone) -> None:
    rows = personas.owner.get(f"{INBOX}/messages").json()["messages"]
    delivered = count_tokens(rows[1]["payload"]["qastone"])
    assert entries() == [
        (None, "agent koda", "whole", 0, count_tokens("The build is green.")),
        (stone.pk, "agent koda", "whole", 1, delivered),
    ]
    assert rows[1]["tokens"]["payload"] == delivered > sum(rows[1]["tokens"]["levels"][:2])


def test_what_is_sent_again_is_paid_again(personas: Personas, stone: Stone) -> None:
    for _ in range(2):
        personas.owner.get(f"{INBOX}/lines")
    assert len(entries()) == 4
    # Nothing new: nothing is sent.
    assert personas.owner.get(f"{INBOX}/updates?after=2").status_code == 204
    assert personas.owner.get(f"{INBOX}/lines?after=2").json()["lines"] == ""
    assert personas.owner.get(f"{INBOX}/messages?after=2").json()["messages"] == []
    assert len(entries()) == 4


def test_what_another_account_sent_is_its_saving(personas: Personas, koda: Agent) -> None:
    sender = new_agent(new_account("bob"), "prax")
    set_contact_policy(account=koda.account, policy="open")
    stone = store(sender.account, content=LONG)
    send_stone(sender, "koda@ann", stone=stone.pk)
    personas.owner.get(f"{INBOX}/lines")
    entry = LedgerEntry.objects.get()
    assert (entry.account, entry.stone, entry.reader.name) == (sender.account, stone, "agent koda@ann")


@pytest.mark.parametrize("way", ["lines", "messages"])
@pytest.mark.parametrize(("length", "length_kept"), [(70, 49), (150, 40)])
def test_of_a_long_reader_the_account_stays(
    personas: Personas, length: int, length_kept: int, way: str
) -> None:
    """The ledger names one reader alike, whatever was read and however."""
    name, cleo = "k" * 64, new_account("cleo".ljust(length, "o"))
    agent = new_agent(cleo, name)
    set_contact_policy(account=cleo, policy="open")
    stone = store(personas.account, content=LONG)
    koda = Agent.objects.get(account=personas.account, name="koda")
    send_stone(koda, f"{name}@{cleo.username}", stone=stone.pk)
    client = APIClient(headers={"Authorization": f"Bearer {issue_token(agent=agent).text}"})
    assert client.get(f"{INBOX}/{way}").status_code == 200
    assert client.get(f"{INBOX}/messages/1/lod/1").status_code == 200
    assert client.get(f"/api/stone/{stone.pk}/lod/0").status_code == 200
    reader = f"{f'agent {name}'[:length_kept]}@{cleo.username}"
    assert set(LedgerEntry.objects.values_list("reader__name", flat=True)) == {reader[:120]}


@pytest.mark.parametrize("count", [1, 3])
def test_one_statement_however_many(
    koda: Agent, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    mira = new_agent(koda.account, "mira")
    for number in range(count):
        send_stone(mira, "koda", stone=store(koda.account, content=f"{LONG} {number}").pk)
    rows = list(koda.deliveries.visible().select_related("message__account", "message__stone"))
    with django_assert_num_queries(1):
        record_lines(rows, account=koda.account, reader="agent koda")
    assert LedgerEntry.objects.count() == count


def test_a_stone_that_was_deleted_meanwhile(koda: Agent, stone: Stone) -> None:
    rows = list(koda.deliveries.visible().select_related("message__account", "message__stone"))
    stone.delete()
    record_lines(rows, account=koda.account, reader="agent koda")
    assert list(LedgerEntry.objects.order_by("source").values_list("stone", flat=True)) == [None, None]
    assert set(LedgerEntry.objects.values_list("account", flat=True)) == {koda.account_id}


def test_page_and_ledger_show_one_number(client: Client, personas: Personas, stone: Stone) -> None:
    client.force_login(personas.account)

    def read() -> int:
        return sum(LedgerEntry.objects.filter(reader__name="person ann").values_list("tokens", flat=True))

    def total_of(query: str = "", **headers: str) -> str:
        page = client.get(f"/stones/{stone.pk}{query}", headers=headers).content.decode()
        return page.split('id="meter-sum"')[1].split("<strong>")[1].split("</strong>")[0].replace(",", "")

    # To hand it on is no read: neither the tab nor the button.
    assert (total_of("?tab=agent&lod=3"), read()) == ("0", 0)
    client.get(f"/stones/{stone.pk}/text")
    assert read() == 0
    for query in ("", "?lod=3", "", "?q=Which+port+has+job+7"):
        assert total_of(query) == str(read()) != "0"
    # The answer is beside the levels; their sum comes with it.
    answered = total_of("?q=Who+rotates+the+key", **{"HX-Request": "true", "HX-Target": "focus"})
    assert answered == str(read())

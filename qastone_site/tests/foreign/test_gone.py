"""A stone of another writer that was sent is deleted: the name in the delivered text still finds the reason."""

import pytest

from core.rest.tests.access_assertions import Personas
from inbox.mcp.read_tool import read
from inbox.models import Agent
from inbox.scopes import SCOPES
from inbox.services.manage_contacts import set_contact_policy
from inbox.tests.factories import new_agent, send_stone
from inbox.tests.test_gone_stones import assert_gone_reported, caller, delete
from qastone_site.tests.foreign.foreign_stones import SAMPLE
from stones.services import store_stone_text
from stones.tests.factories import new_account


@pytest.fixture
def koda(personas: Personas) -> Agent:
    return Agent.objects.get(account=personas.account, name="koda")


@pytest.mark.parametrize("name", ["f7a3b2c1", "f7a3b2c", "stone one"])
@pytest.mark.parametrize("scopes", [SCOPES, ("inbox:read",)], ids=["all scopes", "inbox"])
def test_by_the_name_that_another_writer_gave_it(
    personas: Personas, koda: Agent, scopes: tuple[str, ...], name: str
) -> None:
    text = SAMPLE.text.replace("f7a3b2c1", name)
    brought = store_stone_text(account=koda.account, text=text).stone
    send_stone(new_agent(koda.account, "mira"), "koda", stone=brought.pk)
    # While it is there, it is found by it, whatever the token may read.
    text = read.call(caller(koda, *scopes), {"stone": name, "level": 2}).text
    assert SAMPLE.levels[2] in text
    delete(brought)
    assert_gone_reported(personas, koda, scopes, name, SAMPLE.levels[1])


@pytest.mark.parametrize("max_lod", [0, 3])
def test_its_owner_s_account_is_deleted(personas: Personas, koda: Agent, max_lod: int) -> None:
    """Who was sent it has sent it on: the message stays, and offers no more than it holds."""
    bob = new_account("bob")
    brought = store_stone_text(account=bob, text=SAMPLE.text).stone
    set_contact_policy(account=koda.account, policy="open")
    send_stone(new_agent(bob, "mira"), "koda@ann", stone=brought.pk, max_lod=0)
    prax = new_agent(koda.account, "prax")
    send_stone(prax, "koda", stone=brought.pk, max_lod=max_lod)
    bob.delete()
    owner = personas.owner
    [row] = owner.get("/mcp/inbox/messages").json()["messages"]
    assert len(row["tokens"]["levels"]) == max_lod + 1
    assert row["next_level"] is None or row["next_level"] <= max_lod
    answer = owner.get(f"/mcp/inbox/messages/{row['tracking_id']}/lod/{min(max_lod + 1, 3)}").json()
    request = {"border_hash": "f7a3b2c1", "level": max_lod}
    held = owner.post("/mcp/inbox/request-lod", request, "json").json()
    assert held["content"] == SAMPLE.levels[max_lod]
    if max_lod == 0:
        assert answer["code"] == "stone_deleted"
        assert row["payload"]["omissions"] == {"gone": "deleted"}

"""To whom an agent may write: the account's own, and its correspondents elsewhere, the latest first."""

import pytest
from django.contrib.auth.models import User

from inbox.services import list_contactable_agents
from inbox.services.list_contactable_agents import contactable_agents
from inbox.services.manage_contacts import set_contact_policy
from inbox.tests.factories import deliver, new_agent, send
from stones.tests.factories import new_account


@pytest.fixture
def ann(db: None) -> User:
    account = new_account("ann")
    set_contact_policy(account=account, policy="open")
    return account


def test_correspondents_are_listed_beside_many_own_agents(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_contactable_agents, "MAX_AGENTS", 2)
    koda, *_ = (new_agent(ann, name) for name in ("koda", "mina", "prax", "zoe"))
    bob = new_account("bob")
    set_contact_policy(account=bob, policy="open")
    deliver(koda, sender=new_agent(bob, "bobs"))
    assert [agent.name for agent in contactable_agents(koda)] == ["mina", "prax", "bobs"]


def test_the_latest_correspondent_comes_first_either_way(ann: User) -> None:
    koda = new_agent(ann, "koda")
    bob, eve = new_account("bob"), new_account("eve")
    for account in (bob, eve):
        set_contact_policy(account=account, policy="open")
    deliver(koda, sender=new_agent(bob, "bobs"))
    new_agent(eve, "eves")
    send(koda, "eves@eve")
    assert [agent.name for agent in contactable_agents(koda)] == ["eves", "bobs"]

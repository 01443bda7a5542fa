"""Each named constraint of the inbox refuses an invalid row."""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils import timezone

from inbox.models import (
    MAX_HOPS,
    Agent,
    AgentToken,
    Contact,
    Delivery,
    Memory,
    MemoryPassage,
    Message,
    Webhook,
)
from inbox.services import site_agent
from inbox.tests.factories import deliver, new_agent
from stones.tests.factories import new_account, store


@pytest.fixture
def delivery(db: None) -> Delivery:
    """Number 1 of koda's inbox. Koda knows one other account, has a webhook and a memory, own and shared."""
    koda = new_agent(new_account("ann"), "koda")
    site_agent(koda.account, "helper")
    found = deliver(koda)
    Contact.objects.create(account=koda.account, other=new_account("bob"))
    webhook(found).save()
    memory(found, key="port").save()
    memory(found, key="port", shared=True).save()
    passage(found).save()
    return found


def agent(d: Delivery, /, **fields: Any) -> Agent:
    return Agent(**{"account_id": d.account_id, "name": "prax"} | fields)


def token(d: Delivery, /, **fields: Any) -> AgentToken:
    free = {"account_id": d.account_id, "agent_id": d.agent_id, "sha256": "0" * 64, "last4": "abcd"}
    return AgentToken(**free | fields)


def contact(d: Delivery, /, **fields: Any) -> Contact:
    return Contact(**{"account_id": d.account_id, "other": new_account()} | fields)


def message(d: Delivery, /, **fields: Any) -> Message:
    free = {"account_id": d.account_id, "sender_name": "koda", "body": "x", "scan": "x", "lod_tokens": [1]}
    return Message(**free | fields)


def another(d: Delivery, /, **fields: Any) -> Delivery:
    """A delivery of the same message to another agent."""
    free = {"account_id": d.account_id, "message": d.message, "recipient": "x", "sequence": 2}
    return Delivery(**free | ({} if "agent" in fields else {"agent": new_agent(d.agent.account)}) | fields)  # type: ignore[union-attr]  # it has one


def dead(d: Delivery, /, **fields: Any) -> Delivery:
    free = {
        "state": "dead",
        "dead_at": timezone.now(),
        "reason_code": "expired",
        "sequence": None,
        "agent": None,
    }
    return another(d, **free | fields)


def webhook(d: Delivery, /, **fields: Any) -> Webhook:
    free = {
        "account_id": d.account_id,
        "agent_id": d.agent_id,
        "url": "https://a.example/",
        "secret": "whsec_",
    }
    return Webhook(**free | fields)


def memory(d: Delivery, /, **fields: Any) -> Memory:
    return Memory(**{"account_id": d.account_id, "agent_id": d.agent_id, "text": "x", "tokens": 1} | fields)


def passage(d: Delivery, /, **fields: Any) -> MemoryPassage:
    free = {"memory": Memory.objects.order_by("pk")[0], "ordinal": 0, "start": 0, "end": 1}
    return MemoryPassage(account_id=d.account_id, **free | fields)


Break = Callable[[Delivery], Model]
BREAKS: dict[str, list[Break]] = {
    "agent_name_once_per_account": [lambda d: agent(d, name="koda")],
    "agent_name_valid": [
        lambda d: agent(d, name="a,b"),
        lambda d: agent(d, name="a b"),
        lambda d: agent(d, name="koda\n"),
        lambda d: agent(d, name=""),
        lambda d: agent(d, name="-a"),
    ],
    "agent_of_the_site_once_per_account": [lambda d: agent(d, kind="helper")],
    "token_scopes_known": [lambda d: token(d, scopes=["stones:read", "all"])],
    "contact_once": [lambda d: contact(d, other=Contact.objects.get().other)],
    "contact_is_another": [lambda d: contact(d, other_id=d.account_id)],
    "message_hops_limited": [lambda d: message(d, hops=MAX_HOPS + 1)],
    "message_of_stone_names_level": [
        lambda d: message(d, border_hash="0" * 8),
        lambda d: message(d, delivered_lod=1),
        lambda d: message(d, stone=store(new_account())),
    ],
    "delivery_sequence_once": [
        lambda d: another(d, agent=d.agent, sequence=d.sequence, message=deliver(new_agent()).message)
    ],
    "delivery_once_per_recipient": [lambda d: another(d, agent=d.agent)],
    "delivery_has_place_or_is_dead": [
        lambda d: another(d, sequence=None),
        lambda d: another(d, agent=None),
        lambda d: dead(d, sequence=2),
    ],
    "delivery_dead_with_reason": [
        lambda d: dead(d, dead_at=None),
        lambda d: dead(d, reason_code=""),
        lambda d: another(d, dead_at=timezone.now()),
        lambda d: another(d, reason_code="expired"),
    ],
    "memory_key_once_per_agent": [lambda d: memory(d, key="port")],
    "shared_memory_key_once": [lambda d: memory(d, key="port", shared=True)],
    "memory_passage_order": [lambda d: passage(d)],
    "memory_passage_not_empty": [lambda d: passage(d, ordinal=1, end=0)],
    "memory_vector_names_model": [
        lambda d: passage(d, ordinal=1, embedding=[1.0]),
        lambda d: passage(d, ordinal=1, embedding_model="m"),
    ],
    "webhook_once_per_agent": [lambda d: webhook(d)],
}
# The same rows without the fault.
TAKEN: list[Break] = [
    lambda d: agent(d),
    lambda d: token(d, scopes=["stones:read"]),
    lambda d: contact(d),
    lambda d: message(d, hops=MAX_HOPS),
    lambda d: message(d, border_hash="0" * 8, delivered_lod=0, stone=store(new_account())),
    lambda d: message(d, border_hash="0" * 8, delivered_lod=0),
    lambda d: another(d),
    lambda d: dead(d),
    lambda d: dead(d, agent=new_agent(), sequence=1),
    lambda d: memory(d, key="host"),
    lambda d: memory(d, key="port", superseded=timezone.now()),
    lambda d: passage(d, ordinal=1),
    lambda d: passage(d, ordinal=1, embedding=[1.0], embedding_model="m"),
    lambda d: webhook(d, url="https://b.example/"),
]


@pytest.mark.parametrize(
    ("name", "number"), [(name, n) for name, found in BREAKS.items() for n in range(len(found))]
)
def test_it_is_refused(delivery: Delivery, name: str, number: int) -> None:
    row = BREAKS[name][number](delivery)
    with pytest.raises(IntegrityError, match=f'"{name}"'), transaction.atomic():
        row.save(force_insert=True)


@pytest.mark.parametrize("number", range(len(TAKEN)))
def test_without_the_fault_it_is_taken(delivery: Delivery, number: int) -> None:
    TAKEN[number](delivery).save(force_insert=True)


def test_every_named_constraint_is_tried() -> None:
    named = {
        constraint.name
        for model in apps.get_app_config("inbox").get_models()
        for constraint in model._meta.constraints
    }
    assert set(BREAKS) == named

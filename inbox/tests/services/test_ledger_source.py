"""The source of ledger entries: the stone however it was read, else the message, and "" where nothing was saved."""

import pytest
from django.contrib.auth.models import User

from core.llm.model_doubles import FakeEmbedder, use_models
from inbox.helpers.chat_prompt import ChatSource
from inbox.models import Agent, Message
from inbox.services.copy_message import copy_text
from inbox.services.manage_contacts import set_contact_policy
from inbox.services.read_messages import focus_message, read_message
from inbox.services.record_chat_reads import record_model, record_quotes
from inbox.services.request_levels import request_lod
from inbox.tests.factories import deliver, new_agent, send_stone
from stones.models import LedgerEntry, Stone
from stones.services import delete_stone
from stones.tests.factories import LONG, new_account, store

READER = "agent koda"


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


@pytest.fixture
def koda(account: User) -> Agent:
    return new_agent(account, "koda")


@pytest.fixture
def mira(account: User) -> Agent:
    """Of another account: the copy of an own text is no read."""
    set_contact_policy(account=account, policy="open")
    return new_agent(new_account("bob"), "mira")


@pytest.fixture
def stone(mira: Agent) -> Stone:
    return store(mira.account, content=LONG, glow_channel="handoff")


def sources() -> list[tuple[str, str]]:
    return list(LedgerEntry.objects.order_by("pk").values_list("source", "glow_channel"))


def read_all(koda: Agent, message: Message) -> None:
    read_message(agent=koda, message="#1", level=1, reader=READER)
    with use_models(embedder=FakeEmbedder()):
        focus_message(agent=koda, message="#1", question="Which port?", max_tokens=200, reader=READER)
    copy_text(account=koda.account, message=message, reader="person ann")


def test_a_stone_is_one_source_however_it_is_read(koda: Agent, mira: Agent, stone: Stone) -> None:
    read_all(koda, send_stone(mira, "koda@ann", stone=stone.pk).message)
    request_lod(agent=koda, border_hash=stone.content.border_hash, level=0, reader=READER)
    assert sources() == [(stone.pk, "handoff")] * 4


def test_a_plain_message_is_its_own_source(koda: Agent, mira: Agent) -> None:
    message = deliver(koda, LONG, sender=mira).message
    read_all(koda, message)
    assert sources() == [(message.pk, "")] * 3


def test_of_a_stone_that_is_gone_the_message_is_left(koda: Agent, mira: Agent, stone: Stone) -> None:
    message = send_stone(mira, "koda@ann", stone=stone.pk).message
    delete_stone(account=mira.account, border_hash=stone.pk)
    message.refresh_from_db()
    read_all(koda, message)
    assert sources() == [(message.pk, "handoff")] * 3


def chat_source(stone: Stone, name: str = "s1") -> ChatSource:
    return ChatSource(
        name, "stone", stone.content.border_hash, "", LONG, "Port 7017.", stone.content.tokens, stone.pk
    )


def test_unused_sources_save_no_paste(koda: Agent, stone: Stone) -> None:
    other = store(koda.account, content=f"{LONG}!")
    used, unused = chat_source(stone), chat_source(other, "s2")
    record_model(koda, [used, unused], [used], 100_000)
    record_quotes(koda, [used])
    assert sources() == [(stone.pk, "handoff"), ("", "task"), ("", ""), (stone.pk, "handoff")]
    idle = LedgerEntry.objects.order_by("pk")[1]
    assert (idle.stone_id, idle.paste_tokens) == (other.pk, idle.tokens)

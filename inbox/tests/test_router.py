"""The router of the specification, from asynchronous Python."""

import pytest
from asgiref.sync import async_to_sync

from inbox.exceptions import RecipientNotFound
from inbox.models import Delivery, Message
from inbox.router import QAStoneRouter
from inbox.tests.factories import new_agent
from stones.exceptions import NotAStone
from stones.models import LedgerEntry
from stones.queries import assemble, find_stone
from stones.services import stone_text
from stones.tests.factories import LONG, new_account, store


@pytest.fixture
def text(db: None) -> str:
    author = new_account()
    return stone_text(assemble(find_stone(author, store(author, content=LONG).pk)))


def test_a_stone_is_routed_and_read_on(text: str) -> None:
    koda = new_agent(name="koda")
    prax = new_agent(koda.account, "prax")
    sender, receiver = QAStoneRouter(koda), QAStoneRouter(prax)
    sent = async_to_sync(sender.route_stone)(text, "prax")
    message = Message.objects.get()
    assert sent == {"tracking_id": message.pk, "border_hash": message.border_hash, "delivered_lod": 1}
    assert LONG not in message.body
    assert async_to_sync(receiver.request_higher_lod)(str(sent["border_hash"]), 3) == LONG
    assert Delivery.objects.get().read_lod == 3
    assert LedgerEntry.objects.get().reader.name == "agent prax"


def test_a_stone_is_stored_and_routed_by_its_hash(text: str) -> None:
    koda = new_agent(name="koda")
    router = QAStoneRouter(koda)
    name = async_to_sync(router.store_stone)(text)
    assert find_stone(koda.account, name).content.text == LONG
    sent = async_to_sync(router.route_stone)(name, "koda", max_lod=0)
    assert (sent["border_hash"], sent["delivered_lod"]) == (name, 0)


def test_refusals_come_through(text: str) -> None:
    router = QAStoneRouter(new_agent(name="koda"))
    with pytest.raises(RecipientNotFound):
        async_to_sync(router.route_stone)(text, "nobody")
    with pytest.raises(NotAStone):
        async_to_sync(router.store_stone)("no stone")

"""Messages are read by level and by question; each read is in the ledger and on the delivery."""

import pytest
from django.contrib.auth.models import User

from core.llm.model_doubles import FakeEmbedder, use_models
from inbox.exceptions import ExtraScopeRequired, MessageNotFound
from inbox.models import Agent, Delivery, DeliveryState
from inbox.services import acknowledge, set_contact_policy
from inbox.services.read_messages import focus_message, read_message
from inbox.services.request_levels import request_lod
from inbox.tests.factories import deliver, new_agent, send, send_stone
from stones.exceptions import AmbiguousHash, InvalidFocusQuestion, LevelNotFound, StoneNotFound
from stones.models import Content, LedgerEntry, Stone
from stones.services import LevelRead, delete_stone
from stones.tests.factories import LONG, SHORT, new_account, store

READER = "agent koda"


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


@pytest.fixture
def koda(account: User) -> Agent:
    return new_agent(account, "koda")


@pytest.fixture
def stone(account: User) -> Stone:
    return store(account, content=LONG)


def ledger() -> list[tuple[object, ...]]:
    fields = ("account__username", "reader__name", "kind", "level", "tokens", "paste_tokens")
    return list(LedgerEntry.objects.order_by("pk").values_list(*fields))


@pytest.mark.parametrize("name", ["#1", "1", " #1 ", "tracking_id", "lower case"])
def test_by_any_of_its_names(koda: Agent, name: str) -> None:
    message = deliver(koda, SHORT).message
    named = {"tracking_id": message.pk, "lower case": message.pk.lower()}.get(name, name)
    read = read_message(agent=koda, message=named, reader=READER)
    assert (read.message, read.content, read.level, read.next_level) == (message, SHORT, 0, None)


def test_a_long_one_level_by_level(koda: Agent) -> None:
    message = deliver(koda, LONG).message
    scan_tokens, tokens = message.lod_tokens
    low = read_message(agent=koda, message="#1", level=0, reader=READER)
    assert (low.name, low.content, low.tokens) == ("Scan", message.scan, scan_tokens)
    assert (low.next_level, low.next_tokens) == (1, tokens)
    top = read_message(agent=koda, message="#1", reader=READER)
    assert (top.level, top.name, top.content, top.tokens) == (1, "Source", LONG, tokens)
    assert (top.next_level, top.next_tokens) == (None, None)
    assert ledger() == [
        ("ann", READER, "level", 0, scan_tokens, tokens),
        ("ann", READER, "level", 1, tokens, tokens),
    ]


@pytest.mark.parametrize("level", [-1, 1, 2])
def test_no_such_level(koda: Agent, level: int) -> None:
    deliver(koda, SHORT)
    with pytest.raises(LevelNotFound, match=f"LOD-0 alone, no LOD-{level}: LOD-0 is the whole text"):
        read_message(agent=koda, message="#1", level=level, reader=READER)
    assert not LedgerEntry.objects.exists()
    assert Delivery.objects.get().state == DeliveryState.QUEUED


@pytest.mark.parametrize(
    "name", ["#2", "0", "", "#", "#-1", "yours", "9" * 30, "01KF7S9Y3M5D8R2E6T4W1Q0ZXC", "\x00"]
)
def test_what_is_not_there(koda: Agent, name: str) -> None:
    deliver(koda)
    with pytest.raises(MessageNotFound):
        read_message(agent=koda, message=name, reader=READER)


def test_what_is_in_another_inbox(koda: Agent) -> None:
    prax, thief = new_agent(koda.account, "prax"), new_agent(new_account())
    message = deliver(koda, sender=prax).message
    for agent in (prax, thief):
        for name in ("#1", message.pk):
            with pytest.raises(MessageNotFound):
                read_message(agent=agent, message=name, reader=READER)


def test_the_delivery_says_how_far(koda: Agent) -> None:
    deliver(koda, LONG)
    for level, read_lod in ((0, 0), (1, 1), (0, 1)):
        delivery = read_message(agent=koda, message="#1", level=level, reader=READER).delivery
        assert (delivery.state, delivery.read_lod) == ("read", read_lod)
        assert delivery.read_at is not None
        assert delivery.delivered_at is not None
    first = Delivery.objects.get().read_at
    acknowledge(agent=koda, message="#1")
    delivery = read_message(agent=koda, message="#1", reader=READER).delivery
    assert (delivery.state, delivery.read_at) == ("acknowledged", first)


def test_a_stone_beyond_what_was_delivered(koda: Agent, stone: Stone) -> None:
    prax = new_agent(new_account("bob"), "prax")
    set_contact_policy(account=prax.account, policy="open")
    send_stone(koda, "prax@bob", stone=stone.pk, max_lod=0)
    read = read_message(agent=prax, message="#1", level=3, reader="agent prax")
    assert (read.name, read.content, read.next_level) == ("Source", LONG, None)
    assert read_message(agent=prax, message="#1", reader="agent prax").level == 1
    assert [entry[3] for entry in ledger()] == [3, 1]
    assert LedgerEntry.objects.filter(stone=stone).count() == 2
    with pytest.raises(LevelNotFound):
        read_message(agent=prax, message="#1", level=4, reader="agent prax")


def test_the_last_level_of_a_text_is_its_source(koda: Agent, stone: Stone) -> None:
    long = deliver(koda, LONG).message
    assert [long.level_name(number) for number in range(2)] == ["Scan", "Source"]
    short = deliver(koda, SHORT).message
    assert short.level_name(0) == "Scan"
    of_stone = send_stone(koda, "koda", stone=stone.pk, max_lod=1).message
    assert [of_stone.level_name(number) for number in range(4)] == ["Scan", "Detail", "Deep", "Source"]


def test_the_copy_is_left_when_the_stone_is_gone(koda: Agent, stone: Stone) -> None:
    message = send_stone(koda, "koda", stone=stone.pk, max_lod=1).message
    detail = read_message(agent=koda, message="#1", level=1, reader=READER).content
    LedgerEntry.objects.all().delete()
    delete_stone(account=koda.account, border_hash=stone.pk)
    read = read_message(agent=koda, message="#1", level=1, reader=READER)
    assert (read.content, read.name, read.next_level) == (detail, "Detail", None)
    assert ledger() == [("ann", READER, "level", 1, message.lod_tokens[1], message.lod_tokens[3])]
    with pytest.raises(LevelNotFound, match="was deleted"):
        read_message(agent=koda, message="#1", level=3, reader=READER)


def test_request_lod_marks_what_brought_the_stone(koda: Agent, stone: Stone) -> None:
    prax = new_agent(koda.account, "prax")
    send_stone(koda, "koda", "prax", stone=stone.pk)
    send(koda, "koda")
    read = request_lod(agent=koda, border_hash=stone.content.border_hash, level=2, reader=READER)
    assert isinstance(read, LevelRead)
    assert (read.level.number, read.next.number if read.next else None) == (2, 3)
    states = Delivery.objects.order_by("pk").values_list("recipient", "state", "read_lod")
    assert list(states) == [("koda", "read", 2), ("prax", "queued", None), ("koda", "queued", None)]
    assert [entry[3] for entry in ledger()] == [2]
    with pytest.raises(StoneNotFound):
        request_lod(agent=prax, border_hash="0" * 8, level=0, reader=READER)
    thief = new_agent(new_account())
    with pytest.raises(StoneNotFound):
        request_lod(agent=thief, border_hash=stone.content.border_hash, level=0, reader=READER)


@pytest.mark.parametrize("name", ["hash", "sha256", "id"])
def test_a_token_of_the_inbox_alone_reads_what_was_sent_to_it(koda: Agent, stone: Stone, name: str) -> None:
    prax = new_agent(koda.account, "prax")
    content = stone.content
    identifier = {"hash": content.border_hash, "sha256": content.sha256, "id": stone.pk}[name]

    def source() -> str:
        return request_lod(
            agent=koda, border_hash=identifier, level=3, reader=READER, only_delivered=True
        ).content

    def refused() -> str:
        with pytest.raises(ExtraScopeRequired) as raised:
            source()
        return raised.value.message

    assert refused().startswith("This token lacks the scope 'stones:read'.")
    assert refused().endswith("Without it, only stones that were sent to 'koda' are read.")
    send_stone(prax, "prax", stone=stone.pk)
    send_stone(koda, "koda", stone=stone.pk)  # nobody opens a stone by naming it to itself
    refused()
    assert not LedgerEntry.objects.exists()
    send_stone(prax, "koda", stone=stone.pk, max_lod=0)
    assert source() == LONG
    read = request_lod(agent=koda, border_hash=identifier, reader=READER, only_delivered=True)
    assert isinstance(read, LevelRead)
    assert read.level.number == 1


def test_a_prefix_names_no_stone_that_was_not_sent(koda: Agent, stone: Stone) -> None:
    sent = twin_of(stone, koda.account)
    prefix = stone.content.sha256[:8]
    with pytest.raises(AmbiguousHash):
        request_lod(agent=koda, border_hash=prefix, level=0, reader=READER)
    send_stone(new_agent(koda.account), "koda", stone=sent.pk)
    for only_delivered in (False, True):
        read = request_lod(
            agent=koda, border_hash=prefix, level=0, reader=READER, only_delivered=only_delivered
        )
        assert isinstance(read, LevelRead)
        assert read.assembled.stone.pk == sent.pk
    send_stone(new_agent(koda.account), "koda", stone=stone.pk)
    for only_delivered in (False, True):
        with pytest.raises(AmbiguousHash):
            request_lod(agent=koda, border_hash=prefix, level=0, reader=READER, only_delivered=only_delivered)


def twin_of(stone: Stone, account: User) -> Stone:
    """A stone whose hash begins as that of another; to find a text with such a one would take years."""
    made = store(account, content=SHORT)
    sha256 = stone.content.sha256[:8] + made.content.sha256[8:]
    Content.objects.filter(pk=made.content_id).update(sha256=sha256, border_hash=sha256[:12])
    return Stone.objects.get(pk=made.pk)


def test_request_lod_marks_what_brought_another_account_s_copy(koda: Agent, stone: Stone) -> None:
    # Not by koda itself: its own would come before what it was sent.
    Stone.objects.filter(pk=stone.pk).update(source_agent="mira")
    sender = new_agent(new_account("bob"), "prax")
    set_contact_policy(account=koda.account, policy="open")
    sent = send_stone(sender, "koda@ann", stone=store(sender.account, content=LONG).pk)
    request_lod(agent=koda, border_hash=stone.content.sha256, level=2, reader=READER)
    delivery = sent.message.deliveries.get()
    assert (delivery.state, delivery.read_lod) == ("read", 2)


@pytest.mark.parametrize("kind", ["plain", "stone", "copy"])
def test_a_question(koda: Agent, stone: Stone, kind: str) -> None:
    if kind == "plain":
        send(koda, "koda", payload=LONG)
    else:
        send_stone(koda, "koda", stone=stone.pk, max_lod=3)
    if kind == "copy":
        delete_stone(account=koda.account, border_hash=stone.pk)
    with use_models(embedder=FakeEmbedder()):
        found = focus_message(
            agent=koda, message="#1", question="Which port has job number 7?", max_tokens=300, reader=READER
        )
    assert "port 7007" in found.focus.text
    assert found.focus.tokens <= 300
    assert (found.delivery.state, found.delivery.read_lod) == ("read", 0)
    assert [(entry[0], *entry[2:5]) for entry in ledger()] == [("ann", "focus", None, found.focus.tokens)]


@pytest.mark.parametrize(("question", "max_tokens"), [(" ", 100), ("a" * 1001, 100), ("a", 49), ("a", 8001)])
def test_what_is_no_question(koda: Agent, question: str, max_tokens: int) -> None:
    deliver(koda)
    with pytest.raises(InvalidFocusQuestion):
        focus_message(agent=koda, message="#1", question=question, max_tokens=max_tokens, reader=READER)
    assert Delivery.objects.get().state == DeliveryState.QUEUED

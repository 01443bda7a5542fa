"""The states of a delivery: forward only, whatever is called in whatever order; everything safe to repeat."""

from collections.abc import Callable
from itertools import permutations, product

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from inbox.exceptions import MessageNotFound
from inbox.models import BEFORE, Agent, Delivery, DeliveryState, Message, WebhookCall
from inbox.models.webhooks import Webhook
from inbox.services import (
    acknowledge,
    archive,
    dead_letter_deliveries,
    fetch,
    mark_read,
    read_message,
    unarchive,
)
from inbox.services.mark_deliveries import acknowledge_once, mark_delivered, record_reading
from inbox.tests.factories import deliver, new_agent
from stones.tests.factories import new_account

ORDER = ["queued", "delivered", "read", "acknowledged"]
CALLS: dict[str, Callable[[Agent], object]] = {
    "fetch": lambda agent: fetch(agent=agent),
    "read": lambda agent: read_message(agent=agent, message="#1", reader="agent koda"),
    "mark_read": lambda agent: mark_read(agent=agent, message="#1"),
    "acknowledge": lambda agent: acknowledge(agent=agent, message="#1"),
    "archive": lambda agent: archive(agent=agent, message="#1"),
    "unarchive": lambda agent: unarchive(agent=agent, message="#1"),
    "bury": lambda agent: dead_letter_deliveries(agent=agent),
}


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


@pytest.fixture
def koda(account: User) -> Agent:
    return new_agent(account, "koda")


def is_forward(before: str, after: str) -> bool:
    if after == "dead":
        return before in (*BEFORE[DeliveryState.DEAD], "dead")
    return before != "dead" and ORDER.index(after) >= ORDER.index(before)


@pytest.mark.django_db
@pytest.mark.parametrize("first", CALLS)
def test_never_backwards(koda: Agent, first: str) -> None:
    """Every sequence of three different calls, with its first twice."""
    deliver(koda)
    for rest in permutations([name for name in CALLS if name != first], 2):
        Delivery.objects.update(
            state="queued", dead_at=None, reason_code="", archived_at=None, read_lod=None, read_at=None
        )
        state = "queued"
        for name in (first, first, *rest):
            try:
                CALLS[name](koda)
            except MessageNotFound:
                assert state == "dead"
            now = Delivery.objects.get().state
            assert is_forward(state, now), (first, rest, name, state, now)
            state = now


@pytest.mark.parametrize(
    ("name", "state"),
    [("fetch", "delivered"), ("read", "read"), ("mark_read", "read"), ("acknowledge", "acknowledged")],
)
def test_where_each_call_leads(koda: Agent, name: str, state: str) -> None:
    deliver(koda)
    CALLS[name](koda)
    row = Delivery.objects.get()
    assert row.state == state
    reached = {"delivered": row.delivered_at, "read": row.read_at, "acknowledged": row.acknowledged_at}
    assert reached[state] is not None
    assert row.delivered_at is not None


@pytest.mark.parametrize("name", ["acknowledge", "archive", "unarchive", "mark_read"])
def test_safe_to_repeat(koda: Agent, name: str) -> None:
    deliver(koda)
    CALLS[name](koda)
    once = Delivery.objects.values().get()
    CALLS[name](koda)
    assert Delivery.objects.values().get() == once


@pytest.mark.parametrize("name", ["read", "mark_read", "acknowledge", "archive", "unarchive"])
@pytest.mark.parametrize("why", ["dead", "expired", "of another agent"])
def test_what_is_not_there(koda: Agent, name: str, why: str) -> None:
    if why == "of another agent":
        deliver(new_agent(koda.account), sender=koda)
    else:
        deliver(koda, ttl_seconds=60)
    if why == "dead":
        dead_letter_deliveries(agent=koda)
    if why == "expired":
        Message.objects.update(expires=timezone.now())
    before = Delivery.objects.values().get()
    with pytest.raises(MessageNotFound):
        CALLS[name](koda)
    assert Delivery.objects.values().get() == before


def test_it_dies_between_look_up_and_update(koda: Agent) -> None:
    """The UPDATE decides: a row that was loaded before its delivery died changes nothing."""
    delivery = deliver(koda)
    Delivery.objects.filter(pk=delivery.pk).update(
        state="dead", dead_at=timezone.now(), reason_code="expired", reason="Too late."
    )
    mark_delivered([delivery])
    assert record_reading(Delivery.objects.filter(pk=delivery.pk), 0) == 0
    assert Delivery.objects.get().state == "dead"


def test_archived_and_back(koda: Agent) -> None:
    deliver(koda)
    assert archive(agent=koda, message="#1").archived_at is not None
    delivery = unarchive(agent=koda, message="#1")
    assert (delivery.archived_at, delivery.state) == (None, "queued")


def test_the_first_that_acknowledges_is_told_so(koda: Agent) -> None:
    deliver(koda)
    done = [acknowledge_once(agent=koda, message="#1") for _ in range(3)]
    assert [each.already for each in done] == [False, True, True]
    assert {each.delivery.state for each in done} == {"acknowledged"}


def test_the_sender_hears_of_it_once(koda: Agent) -> None:
    delivery = deliver(koda)
    sender = delivery.message.sender
    assert sender is not None
    Webhook.objects.create(account=sender.account, agent=sender, url="https://example.com/", secret="whsec_x")
    for _ in range(2):
        acknowledge(agent=koda, message="#1")
    assert list(WebhookCall.objects.values_list("event", flat=True)) == ["message.acknowledged"]


def test_all_pairs_of_states_are_decided() -> None:
    allowed = {(before, after) for after, befores in BEFORE.items() for before in befores}
    for before, after in product(DeliveryState, DeliveryState):
        if before != after and after != DeliveryState.QUEUED:
            assert ((before, after) in allowed) == is_forward(before, after), (before, after)


def test_what_changed_meanwhile_is_not_called_delivered(koda: Agent) -> None:
    """Rows as they were looked up; one was acknowledged and one died before they are marked."""
    rows = [deliver(koda) for _ in range(4)]
    acknowledge(agent=koda, message="#1")
    Delivery.objects.filter(pk=rows[1].pk).update(
        state="dead", dead_at=timezone.now(), reason_code="expired", reason="Too late."
    )
    Delivery.objects.filter(pk=rows[3].pk).delete()
    mark_delivered(rows)
    assert [row.state for row in rows[:3]] == ["acknowledged", "dead", "delivered"]
    for row in rows[:3]:
        stored = Delivery.objects.get(pk=row.pk)
        assert (row.state, row.delivered_at, row.reason_code) == (
            stored.state,
            stored.delivered_at,
            stored.reason_code,
        )

"""Messages that expired unread, or whose agent was closed, become dead letters with a reason."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from inbox import tasks
from inbox.models import Agent, Delivery, Message, Webhook, WebhookCall
from inbox.queries.deliveries import dead_letters
from inbox.services import (
    acknowledge,
    archive,
    close_agent,
    dead_letter_deliveries,
    expire_messages,
    fetch,
    mark_read,
)
from inbox.services.expire_deliveries import BATCH, LOOK_BACK
from inbox.tests.factories import deliver, inbox_of, new_agent, send
from stones.tests.factories import new_account


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


@pytest.fixture
def koda(account: User) -> Agent:
    return new_agent(account, "koda")


def let_time_run_out() -> None:
    Message.objects.filter(expires__isnull=False).update(expires=timezone.now() - timedelta(seconds=1))


def test_the_time_to_live(koda: Agent) -> None:
    message = deliver(koda, ttl_seconds=60).message
    assert message.expires == message.created + timedelta(seconds=60)
    assert deliver(koda).message.expires is None


def test_expired_ones_are_not_listed_before_they_are_dead_letters(koda: Agent) -> None:
    deliver(koda, "late", ttl_seconds=60)
    deliver(koda, "lasting")
    let_time_run_out()
    fetched = fetch(agent=koda)
    assert ([row.sequence for row in fetched.deliveries], fetched.unread) == ([2], 1)


def test_messages_that_expired_long_ago_are_not_searched_again(koda: Agent) -> None:
    for _ in range(2):
        deliver(koda, ttl_seconds=60)
    let_time_run_out()
    old = Message.objects.earliest("pk")
    Message.objects.filter(pk=old.pk).update(expires=timezone.now() - LOOK_BACK)
    assert expire_messages() == 1
    assert Delivery.objects.get(message=old).state == "queued"


def test_they_become_dead_letters(koda: Agent) -> None:
    deliver(koda, ttl_seconds=60)
    deliver(koda, ttl_seconds=60)
    fetch(agent=koda, limit=1)
    let_time_run_out()
    assert expire_messages() == 2
    assert expire_messages() == 0
    row = Delivery.objects.order_by("pk")[0]
    assert (row.state, row.reason_code, row.sequence) == ("dead", "expired", 1)
    assert row.dead_at is not None
    assert row.reason
    assert dead_letters(koda.account).count() == 2


def test_what_was_read_stays(koda: Agent) -> None:
    for _ in range(3):
        deliver(koda, ttl_seconds=60)
    mark_read(agent=koda, message="#1")
    acknowledge(agent=koda, message="#2")
    archive(agent=koda, message="#3")
    let_time_run_out()
    assert expire_messages() == 1
    assert [number for number, _ in inbox_of(koda)] == [1, 2]


def test_the_task(koda: Agent) -> None:
    deliver(koda, ttl_seconds=60)
    let_time_run_out()
    assert tasks.expire_messages() == 1


def test_the_sender_hears_of_it(koda: Agent) -> None:
    delivery = deliver(koda, ttl_seconds=60)
    sender = delivery.message.sender
    assert sender is not None
    Webhook.objects.create(account=sender.account, agent=sender, url="https://example.com/", secret="whsec_x")
    let_time_run_out()
    expire_messages()
    assert WebhookCall.objects.get().event == "message.dead"


def test_of_an_unreachable_recipient_too(koda: Agent) -> None:
    Webhook.objects.create(account=koda.account, agent=koda, url="https://example.com/", secret="whsec_x")
    send(koda, "ghost", new_agent(koda.account, "prax").name)
    assert WebhookCall.objects.get().event == "message.dead"


def test_a_closed_agents(koda: Agent) -> None:
    deliver(koda)
    deliver(koda)
    mark_read(agent=koda, message="#1")
    assert dead_letter_deliveries(agent=koda) == 1
    assert list(dead_letters(koda.account).values_list("sequence", "reason_code")) == [(2, "agent_closed")]


def test_closing_notifies_the_senders_at_once(koda: Agent) -> None:
    delivery = deliver(koda)
    deliver(koda)
    mark_read(agent=koda, message="#2")
    sender = delivery.message.sender
    assert sender is not None
    Webhook.objects.create(account=sender.account, agent=sender, url="https://example.com/", secret="whsec_x")
    assert close_agent(agent=koda)
    assert list(dead_letters(koda.account).values_list("sequence", "reason_code")) == [(1, "agent_closed")]
    assert WebhookCall.objects.get().event == "message.dead"
    assert not close_agent(agent=koda)


def test_what_came_while_it_was_closed(koda: Agent) -> None:
    deliver(koda)
    Agent.objects.filter(pk=koda.pk).update(closed=timezone.now())
    assert expire_messages() == 1
    assert Delivery.objects.get().reason_code == "agent_closed"


def test_more_than_one_batch(koda: Agent) -> None:
    delivery = deliver(koda, ttl_seconds=60)
    many = BATCH + 1
    rows = [
        Delivery(account=koda.account, agent=new, message=delivery.message, recipient=new.name, sequence=1)
        for new in Agent.objects.bulk_create(
            Agent(account=koda.account, name=f"many{number}") for number in range(many)
        )
    ]
    Delivery.objects.bulk_create(rows)
    let_time_run_out()
    assert expire_messages() == many + 1

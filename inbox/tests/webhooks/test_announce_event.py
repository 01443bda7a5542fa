"""Which webhook gets which event, and the data in it."""

from datetime import datetime
from functools import partial

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from core.jobs.find_jobs import find_job
from inbox.models import CALL_WEBHOOK, Agent, Message, Webhook, WebhookCall
from inbox.services import acknowledge, expire_messages, set_contact_policy
from inbox.services.manage_webhooks import add_webhook, announce_event
from inbox.tests.factories import deliver, new_agent, send, send_stone
from stones.tests.factories import LONG, new_account, store

SECRET_TEXT = "The password of the staging server is hunter2."


def listening(agent: Agent, url: str = "https://example.com/hook") -> Webhook:
    return add_webhook(agent=agent, url=url)[0]


def events_of(agent: Agent) -> list[tuple[str, str]]:
    calls = WebhookCall.objects.filter(webhook__agent=agent).order_by("pk")
    return [(call.event, call.body["data"]["tracking_id"]) for call in calls]


def test_nobody_listens(agent: Agent, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    deliveries = [deliver(agent), deliver(agent)]
    with django_assert_num_queries(1):
        assert announce_event(event="message.received", deliveries=deliveries) == 0
    with django_assert_num_queries(0):
        assert announce_event(event="message.received", deliveries=[]) == 0
    assert not WebhookCall.objects.exists()


def test_a_message_calls_its_recipients_webhook(agent: Agent) -> None:
    sender = new_agent(agent.account, "ann")
    for each in (agent, sender):
        listening(each)
    sent = send(
        sender,
        "koda",
        payload=f"{LONG}\n\n{SECRET_TEXT}",
        subject="Staging",
        priority="urgent",
        needs_answer=True,
    )
    assert (events_of(agent), events_of(sender)) == ([("message.received", sent.message.pk)], [])
    body = WebhookCall.objects.get().body
    at = datetime.fromisoformat(body.pop("timestamp"))
    assert at.utcoffset() is not None
    assert body == {
        "type": "message.received",
        "data": {
            "tracking_id": sent.message.pk,
            "from_agent": "ann",
            "to_agent": "koda",
            "subject": "Staging",
            "lod_0": sent.message.scan,
            "lod_0_origin": "extract",
            "tokens": sent.message.lod_tokens[-1],
            "sequence": 1,
            "thread": sent.message.thread,
            "needs_answer": True,
            "priority": "urgent",
        },
    }
    assert SECRET_TEXT not in str(body)


def test_of_a_stone_only_its_scan_is_sent(agent: Agent) -> None:
    stone = store(agent.account, content=LONG)
    listening(agent)
    sent = send_stone(new_agent(agent.account), "koda", stone=stone.content.border_hash)
    data = WebhookCall.objects.get().body["data"]
    assert (data["lod_0"], data["tokens"]) == (sent.message.scan, sent.message.lod_tokens[-1])
    assert sent.message.body not in str(data)


def test_names_are_as_the_receiving_account_sees_them(agent: Agent) -> None:
    foreign = new_agent(new_account("mallory"), "koda")
    for each in (agent, foreign):
        listening(each)
    # Mallory's account is known once koda has written there.
    set_contact_policy(account=foreign.account, policy="open")
    send(agent, "koda@mallory")
    delivery = deliver(agent, sender=foreign)
    acknowledge(agent=agent, message=delivery.message_id)
    names = [
        (call.webhook.agent_id == agent.pk, call.body["data"]["from_agent"], call.body["data"]["to_agent"])
        for call in WebhookCall.objects.order_by("pk")
    ]
    me = f"koda@{agent.account.get_username()}"
    assert names == [(False, me, "koda"), (True, "koda@mallory", "koda"), (False, "koda", me)]


def test_an_acknowledgement_calls_the_senders_webhook_once(agent: Agent) -> None:
    sender = new_agent(agent.account)
    listening(sender)
    sent = send(sender, "koda")
    for _ in range(2):
        acknowledge(agent=agent, message=sent.message.pk)
    assert events_of(sender) == [("message.acknowledged", sent.message.pk)]


def test_a_dead_letter_calls_the_senders_webhook_with_its_reason(agent: Agent) -> None:
    sender = new_agent(agent.account)
    listening(sender)
    sent = send(sender, "koda", ttl_seconds=3600)
    Message.objects.update(expires=timezone.now())
    expire_messages()
    assert events_of(sender) == [("message.dead", sent.message.pk)]
    delivery = sent.message.deliveries.get()
    assert WebhookCall.objects.get().body["data"]["reason"] == delivery.reason


def test_each_webhook_and_each_delivery_has_a_call(agent: Agent) -> None:
    for number in range(3):
        listening(agent, f"https://example.com/{number}")
    other = new_agent(agent.account)
    listening(other)
    send(new_agent(agent.account), "koda", other.name)
    assert (len(events_of(agent)), len(events_of(other))) == (3, 1)


def test_a_disabled_webhook_is_not_called(agent: Agent) -> None:
    listening(agent)
    Webhook.objects.update(disabled="2026-01-01T00:00:00Z")
    send(new_agent(agent.account), "koda")
    assert events_of(agent) == []


def test_the_job_is_enqueued_on_commit(
    agent: Agent, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    listening(agent)
    with django_capture_on_commit_callbacks() as callbacks:
        send(new_agent(agent.account), "koda")
    enqueued = [found.args for found in callbacks if isinstance(found, partial)]
    assert ("webhooks", 1) in enqueued
    assert find_job(WebhookCall.objects.get(), CALL_WEBHOOK).state == "pending"


def test_an_unknown_event(agent: Agent) -> None:
    with pytest.raises(ValueError, match=r"message\.lost"):
        announce_event(event="message.lost", deliveries=[])

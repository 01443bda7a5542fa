"""Webhooks: an agent's addresses are told what happens to its messages, until each has taken it or is given up."""

from collections import defaultdict
from collections.abc import Iterable

from django.utils import timezone

from inbox.models import Delivery, Webhook, WebhookCall
from inbox.webhooks import Event, Told, body_of
from jobs.nudge import nudge_on_commit

DELIVER = "inbox.tasks.deliver_webhook"


def announce(*, event: str, deliveries: Iterable[Delivery]) -> int:
    """Have the webhooks of those concerned told of it, when the caller's transaction is committed.

    "message.received" is told to each delivery's own agent, "message.acknowledged" and "message.dead" to the sender.
    One query where nobody has a webhook. Returns how many calls there will be.
    """
    kind = Event(event)
    by_agent = defaultdict(list)
    for delivery in deliveries:
        told = delivery.agent_id if kind is Event.RECEIVED else delivery.message.sender_id
        if told is not None:
            by_agent[told].append(delivery)
    if not by_agent:
        return 0
    webhooks = list(Webhook.objects.filter(agent_id__in=by_agent, disabled=None))
    now = timezone.now()
    calls = [
        WebhookCall(
            account_id=webhook.account_id,
            webhook=webhook,
            event=kind.value,
            body=body_of(kind, _told(kind, delivery), at=now),
        )
        for webhook in webhooks
        for delivery in by_agent[webhook.agent_id]
    ]
    if calls:
        WebhookCall.objects.bulk_create(calls)
    for call in calls:
        nudge_on_commit(DELIVER, call.pk)
    return len(calls)


def _told(event: Event, delivery: Delivery) -> Told:
    """What that agent may know of it, with names as they look from its account."""
    message = delivery.message
    sender = message.sender_name
    if event is Event.RECEIVED and delivery.account_id != message.account_id:
        sender = f"{sender}@{message.account.get_username()}"
    return Told(
        tracking_id=message.pk,
        from_agent=sender,
        to_agent=delivery.agent.name if event is Event.RECEIVED and delivery.agent else delivery.recipient,
        subject=message.subject,
        lod_0=message.scan,
        tokens=message.lod_tokens[-1],
        sequence=delivery.sequence,
        thread=message.thread,
        needs_answer=message.needs_answer,
        priority=message.priority,
        reason=delivery.reason or delivery.reason_code if event is Event.DEAD else None,
    )

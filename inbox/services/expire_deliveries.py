"""Dead letters: messages that expired unread, or whose agent was closed."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from inbox.models import BEFORE, Agent, Delivery, DeliveryState, Inbox
from inbox.models.deliveries import AGENT_CLOSED
from inbox.services.manage_webhooks import announce_event

BATCH = 500
# How far back expired messages are searched: what was read in time stays expired for ever. A site that was off for
# longer than this leaves its oldest unread, expired messages as they are: not listed, and never dead letters.
LOOK_BACK = timedelta(days=30)
UNREAD_STATES = BEFORE[DeliveryState.DEAD]
EXPIRED = ("expired", "It was not read before its time ran out.")
CLOSED = (AGENT_CLOSED, "The agent was closed before it read the message.")


def expire_messages() -> int:
    """Mark as dead letters what expired unread, and what reached an agent while it was being closed. Returns how many.

    Safe to run at any time, also twice at once. An expired message is not listed any more before this has run.
    """
    open_ = Delivery.objects.filter(state__in=UNREAD_STATES)
    now = timezone.now()
    expired = open_.filter(message__expires__gt=now - LOOK_BACK, message__expires__lte=now)
    return _dead_letter_all(expired, EXPIRED) + _dead_letter_all(
        open_.filter(agent__closed__isnull=False), CLOSED
    )


@transaction.atomic
def dead_letter_deliveries(*, agent: Agent, reason: tuple[str, str] = CLOSED) -> int:
    """Mark all that the agent has not read as dead, for `reason`: a stable code and a sentence. Returns how many."""
    # Who is about to deliver holds this lock: what it delivers becomes a dead letter with the rest.
    Inbox.objects.select_for_update().filter(agent=agent).first()
    return _dead_letter_all(Delivery.objects.filter(agent=agent, state__in=UNREAD_STATES), reason)


def _dead_letter_all(deliveries: QuerySet[Delivery], reason: tuple[str, str]) -> int:
    total = 0
    while count := _dead_letter_batch(deliveries, reason):
        total += count
    return total


@transaction.atomic
def _dead_letter_batch(deliveries: QuerySet[Delivery], reason: tuple[str, str]) -> int:
    """The first BATCH of them; rows that somebody else has locked are skipped. Returns how many."""
    locked = deliveries.select_for_update(of=("self",), skip_locked=True).select_related("message", "agent")
    rows = list(locked.order_by("pk")[:BATCH])
    code, text = reason
    Delivery.objects.filter(Q(state__in=UNREAD_STATES), pk__in=[row.pk for row in rows]).update(
        state=DeliveryState.DEAD, dead_at=timezone.now(), reason_code=code, reason=text
    )
    for row in rows:
        row.state, row.reason_code, row.reason = DeliveryState.DEAD, code, text
    announce_event(event="message.dead", deliveries=rows)
    return len(rows)

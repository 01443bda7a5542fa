"""Messages that nobody will read any more: their time ran out, or their agent was closed."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from inbox.models import BEFORE, Agent, Delivery, DeliveryState, Inbox
from inbox.services.webhooks import announce

BATCH = 500
# How far back is looked for what expired: what was read in time stays expired for ever. A site that was off for
# longer than this leaves its oldest unread, expired messages as they are: listed to nobody, never called dead.
LOOK_BACK = timedelta(days=30)
CAN_DIE = BEFORE[DeliveryState.DEAD]
EXPIRED = ("expired", "It was not read before its time ran out.")
CLOSED = ("agent_closed", "The agent was closed before it read the message.")


def expire_messages() -> int:
    """Bury what expired unread, and what reached an agent while it was being closed. Returns how many.

    Safe to run at any time, also twice at once. An expired message is not listed any more before this has run.
    """
    open_ = Delivery.objects.filter(state__in=CAN_DIE)
    now = timezone.now()
    expired = open_.filter(message__expires__gt=now - LOOK_BACK, message__expires__lte=now)
    return _bury_all(expired, EXPIRED) + _bury_all(open_.filter(agent__closed__isnull=False), CLOSED)


@transaction.atomic
def bury_deliveries(*, agent: Agent, reason: tuple[str, str] = CLOSED) -> int:
    """Say of all that an agent has not read that it is dead, for this reason: a stable code and a sentence."""
    # Who is about to deliver holds this lock: what it delivers is buried with the rest.
    Inbox.objects.select_for_update().filter(agent=agent).first()
    return _bury_all(Delivery.objects.filter(agent=agent, state__in=CAN_DIE), reason)


def _bury_all(deliveries: QuerySet[Delivery], reason: tuple[str, str]) -> int:
    many = 0
    while buried := _bury(deliveries, reason):
        many += buried
    return many


@transaction.atomic
def _bury(deliveries: QuerySet[Delivery], reason: tuple[str, str]) -> int:
    """The first of them. What somebody reads or buries at this moment is left alone."""
    locked = deliveries.select_for_update(of=("self",), skip_locked=True).select_related("message", "agent")
    rows = list(locked.order_by("pk")[:BATCH])
    code, text = reason
    Delivery.objects.filter(Q(state__in=CAN_DIE), pk__in=[row.pk for row in rows]).update(
        state=DeliveryState.DEAD, dead_at=timezone.now(), reason_code=code, reason=text
    )
    for row in rows:
        row.state, row.reason_code, row.reason = DeliveryState.DEAD, code, text
    announce(event="message.dead", deliveries=rows)
    return len(rows)

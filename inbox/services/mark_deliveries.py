"""The states of a delivery. They only go forward: every step is one conditional UPDATE."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Case, F, QuerySet, Value, When
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from inbox.exceptions import MessageNotFound
from inbox.models import BEFORE, Agent, AgentKind, Delivery, DeliveryState
from inbox.queries.deliveries import find_delivery
from inbox.services.manage_webhooks import announce_event

# All columns of a delivery but its foreign keys.
_STATE_FIELDS = [field.attname for field in Delivery._meta.concrete_fields if not field.is_relation]


def mark_delivered(deliveries: Iterable[Delivery]) -> None:
    """Set queued rows to delivered, as their agent has fetched them; the objects then have the stored values.

    One UPDATE, none where nothing is queued.
    """
    new = [each for each in deliveries if each.state == DeliveryState.QUEUED]
    if not new:
        return
    now = timezone.now()
    rows = Delivery.objects.filter(pk__in=[each.pk for each in new])
    changed = rows.filter(state__in=BEFORE[DeliveryState.DELIVERED]).update(
        state=DeliveryState.DELIVERED, delivered_at=now
    )
    for each in new:
        each.state, each.delivered_at = DeliveryState.DELIVERED, now
    if changed < len(new):
        # Some were read, or died, since they were looked up.
        _load_states(new)


def _load_states(deliveries: Sequence[Delivery]) -> None:
    """Give these objects the stored values. One query."""
    stored = Delivery.objects.in_bulk([each.pk for each in deliveries])
    for each in deliveries:
        for name in _STATE_FIELDS:
            setattr(each, name, getattr(stored.get(each.pk, each), name))


def record_reading(deliveries: QuerySet[Delivery], level: int) -> int:
    """Set deliveries to read up to this level or a higher one of before. Returns how many were not dead."""
    now = timezone.now()
    is_first = When(state__in=BEFORE[DeliveryState.READ], then=Value(DeliveryState.READ.value))
    return deliveries.exclude(state=DeliveryState.DEAD).update(
        state=Case(is_first, default=F("state")),
        # Of NULL and a number Postgres takes the number.
        read_lod=Greatest(F("read_lod"), Value(level)),
        read_at=Coalesce("read_at", Value(now)),
        delivered_at=Coalesce("delivered_at", Value(now)),
    )


def mark_read(*, agent: Agent, message: str) -> Delivery:
    """Mark LOD-0, which a list holds, as read. Safe to repeat. Raises MessageNotFound."""
    delivery = find_delivery(agent, message)
    return refresh_delivery(delivery, record_reading(Delivery.objects.filter(pk=delivery.pk), 0), message)


def mark_persons_read(deliveries: Sequence[Delivery]) -> int:
    """Mark LOD-0 as read in persons' own inboxes; an agent's, and what expired, stays as it is.

    Returns how many were unread; the objects then have the stored values. Two queries, none for no deliveries.
    """
    if not deliveries:
        return 0
    unread = Delivery.objects.visible().filter(
        pk__in=[each.pk for each in deliveries],
        agent__kind=AgentKind.PERSON,
        state__in=BEFORE[DeliveryState.READ],
    )
    changed = record_reading(unread, 0)
    _load_states(deliveries)
    return changed


class Acknowledgement(NamedTuple):
    """`already`: it was acknowledged before this call. Of several calls at once one alone has it False."""

    delivery: Delivery
    already: bool


def acknowledge(*, agent: Agent, message: str) -> Delivery:
    """The delivery of `acknowledge_once`."""
    return acknowledge_once(agent=agent, message=message).delivery


@transaction.atomic
def acknowledge_once(*, agent: Agent, message: str) -> Acknowledgement:
    """Tell the sender that the message was taken care of. Safe to repeat. Raises MessageNotFound."""
    delivery = find_delivery(agent, message)
    now = timezone.now()
    row = Delivery.objects.filter(pk=delivery.pk)
    changed = row.filter(state__in=BEFORE[DeliveryState.ACKNOWLEDGED]).update(
        state=DeliveryState.ACKNOWLEDGED,
        acknowledged_at=now,
        delivered_at=Coalesce("delivered_at", Value(now)),
    )
    if changed:
        announce_event(event="message.acknowledged", deliveries=[delivery])
    refresh_delivery(delivery, row.filter(state=DeliveryState.ACKNOWLEDGED).count(), message)
    return Acknowledgement(delivery, already=not changed)


def archive(*, agent: Agent, message: str) -> Delivery:
    """Safe to repeat: the first time stays. Raises MessageNotFound."""
    return _set_archived(agent, message, timezone.now())


def unarchive(*, agent: Agent, message: str) -> Delivery:
    """Safe to repeat. Raises MessageNotFound."""
    return _set_archived(agent, message, None)


def _set_archived(agent: Agent, message: str, at: datetime | None) -> Delivery:
    delivery = find_delivery(agent, message)
    rows = Delivery.objects.filter(pk=delivery.pk).exclude(state=DeliveryState.DEAD)
    return refresh_delivery(
        delivery, rows.update(archived_at=Coalesce("archived_at", Value(at)) if at else None), message
    )


def refresh_delivery(delivery: Delivery, changed: int, message: str) -> Delivery:
    """The row as it is stored. Raises MessageNotFound for `changed` 0: it died since it was looked up."""
    if not changed:
        raise MessageNotFound(
            f"There is no message {message[:40]!r} in the inbox any more: it expired just now, or the agent was "
            "closed. List the inbox anew."
        )
    delivery.refresh_from_db(fields=_STATE_FIELDS)
    return delivery

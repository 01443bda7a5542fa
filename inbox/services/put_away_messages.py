"""Putting away messages for the person, their own and their agents'. What the agents see in their inboxes stays."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from inbox.models import AgentKind, Delivery, DeliveryState


@transaction.atomic
def put_away_messages(deliveries: Iterable[Delivery]) -> list[int]:
    """Put them away for the person. Safe to repeat: the first time stays. Returns the ids of those that it changed."""
    changed: list[int] = []
    for field, rows in _by_field(deliveries):
        new = list(rows.filter(**{field: None}).select_for_update(of=("self",)).values_list("pk", flat=True))
        Delivery.objects.filter(pk__in=new).update(**{field: timezone.now()})
        changed += new
    return changed


@transaction.atomic
def move_back(deliveries: Iterable[Delivery]) -> int:
    """Undo what the person has put away, not what its agent has. Safe to repeat. Returns how many came back."""
    changed = (rows.exclude(**{field: None}).update(**{field: None}) for field, rows in _by_field(deliveries))
    return sum(changed)


def snooze(deliveries: Iterable[Delivery], until: datetime) -> None:
    """Let them be out of the person's lists of what is to be done until then. A later time takes the place."""
    Delivery.objects.filter(pk__in=[each.pk for each in deliveries]).update(snoozed_until=until)


def wake(deliveries: Iterable[Delivery]) -> int:
    """Undo it. Safe to repeat. Returns how many were snoozed."""
    rows = Delivery.objects.filter(pk__in=[each.pk for each in deliveries], snoozed_until__gt=timezone.now())
    return rows.update(snoozed_until=None)


def snooze_times(now: datetime) -> dict[str, datetime]:
    """What a person may choose: in three hours, or eight o'clock of the next day or Monday, in the zone of `now`."""
    morning = now.replace(hour=8, minute=0, second=0, microsecond=0)
    return {
        "hours": now + timedelta(hours=3),
        "day": morning + timedelta(days=1),
        "week": morning + timedelta(days=7 - now.weekday()),
    }


def _by_field(deliveries: Iterable[Delivery]) -> list[tuple[str, QuerySet[Delivery]]]:
    """The rows by the field that is set: in their own inbox the person is the agent, whose rows are archived."""
    rows = Delivery.objects.filter(pk__in=[each.pk for each in deliveries]).exclude(state=DeliveryState.DEAD)
    own = rows.filter(agent__kind=AgentKind.PERSON)
    return [("archived_at", own), ("put_away_at", rows.exclude(agent__kind=AgentKind.PERSON))]

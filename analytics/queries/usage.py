"""What people did, counted from the events that came in."""

from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Aggregate, Count, F, FloatField, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from analytics import sums
from analytics.models import Event, EventType
from analytics.queries.savings import instants
from analytics.sums import Usage

MOST_ROWS = 20
# How often a menu was opened is for its customiser: nobody chose anything by it.
MENU_OPENED = "menu-open:"


class _Median(Aggregate):
    function = "percentile_disc"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()


def usage(account: User, since: date, until: date) -> Usage:
    """Of the days of UTC from `since` to `until`, both included. Five queries, however many events there are."""
    start, end = instants(since, until)
    events = Event.objects.filter(account=account, timestamp__gte=start, timestamp__lt=end).order_by()
    clicks = events.filter(type__in=[EventType.MENU_CLICK, EventType.CUSTOM])
    counts = _counts(events)
    return Usage(
        since=since,
        until=until,
        events=counts.pop("events"),
        actions=_most_used(clicks.exclude(name__startswith=MENU_OPENED)),
        shortcuts=_most_used(events.filter(type=EventType.SHORTCUT)),
        pages=_pages(events),
        received=_received(events),
        assistant=sums.Assistant(**counts),
    )


def _most_used(events: QuerySet[Event]) -> tuple[sums.Count, ...]:
    rows = events.values_list("name").annotate(count=Count("pk")).order_by("-count", "name")
    return tuple(sums.Count(name, count) for name, count in rows[:MOST_ROWS])


def _pages(events: QuerySet[Event]) -> tuple[sums.Page, ...]:
    seen = events.filter(type__in=[EventType.PAGE_VISIT, EventType.PAGE_EXIT]).values_list("app", "page")
    rows = seen.annotate(
        visits=Count("pk", filter=Q(type=EventType.PAGE_VISIT)),
        median=_Median("duration_ms", filter=Q(type=EventType.PAGE_EXIT)),
    ).order_by("-visits", "app", "page")
    return tuple(
        sums.Page(app, page, visits, None if median is None else int(median))
        for app, page, visits, median in rows[:MOST_ROWS]
    )


def _received(events: QuerySet[Event]) -> tuple[sums.Received, ...]:
    met = events.filter(type=EventType.QASTONE_RECEIVED).values_list("glow_channel")
    rows = met.annotate(count=Count("pk"), read=_total("tokens")).order_by("-count", "glow_channel")
    return tuple(sums.Received(*row) for row in rows)


def _counts(events: QuerySet[Event]) -> dict[str, Any]:
    met, loaded = Q(type=EventType.QASTONE_RECEIVED), Q(type=EventType.LOD_LOADED)
    return events.aggregate(
        events=Count("pk"),
        received=Count("pk", filter=met),
        loaded=Count("pk", filter=loaded),
        loaded_tokens=_total("tokens", filter=loaded),
        saved_tokens=_total("saved_tokens", filter=met | loaded),
        helpers=Count("pk", filter=Q(type=EventType.HELPER_SPAWNED)),
        copies=Count("pk", filter=Q(type=EventType.COPY)),
        pastes=Count("pk", filter=Q(type=EventType.PASTE)),
    )


def _total(field: str, filter: Q | None = None) -> Coalesce:
    return Coalesce(Sum(F(field), filter=filter), 0)

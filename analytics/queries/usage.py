"""Usage figures, counted from events."""

from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Aggregate, Count, F, FloatField, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from analytics import sums
from analytics.models import Event, EventType
from analytics.queries.savings import instants
from analytics.sums import UsageFigures

MAX_ROWS = 20
# Opening a menu is no action; the proposals for menus count it.
MENU_OPENED = "menu-open:"


class _Median(Aggregate):
    function = "percentile_disc"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()


def usage(account: User, since: date, until: date) -> UsageFigures:
    """The usage of the days (UTC) from `since` to `until`, both included. Five queries."""
    start, end = instants(since, until)
    events = Event.objects.filter(account=account, timestamp__gte=start, timestamp__lt=end).order_by()
    clicks = events.filter(type__in=[EventType.MENU_CLICK, EventType.CUSTOM])
    counts = _counts(events)
    return UsageFigures(
        since=since,
        until=until,
        events=counts.pop("events"),
        actions=_most_used(clicks.exclude(name__startswith=MENU_OPENED)),
        shortcuts=_most_used(events.filter(type=EventType.SHORTCUT)),
        pages=_pages(events),
        received=_received(events),
        assistant=sums.AssistantUse(**counts),
    )


def _most_used(events: QuerySet[Event]) -> tuple[sums.NamedCount, ...]:
    rows = events.values_list("name").annotate(count=Count("pk")).order_by("-count", "name")
    return tuple(sums.NamedCount(name, count) for name, count in rows[:MAX_ROWS])


def _pages(events: QuerySet[Event]) -> tuple[sums.PageUse, ...]:
    visits_by_page = events.filter(type__in=[EventType.PAGE_VISIT, EventType.PAGE_EXIT]).values_list(
        "app", "page"
    )
    rows = visits_by_page.annotate(
        visits=Count("pk", filter=Q(type=EventType.PAGE_VISIT)),
        median=_Median("duration_ms", filter=Q(type=EventType.PAGE_EXIT)),
    ).order_by("-visits", "app", "page")
    return tuple(
        sums.PageUse(app, page, visits, None if median is None else int(median))
        for app, page, visits, median in rows[:MAX_ROWS]
    )


def _received(events: QuerySet[Event]) -> tuple[sums.ReceivedStones, ...]:
    received = events.filter(type=EventType.QASTONE_RECEIVED).values_list("glow_channel")
    rows = received.annotate(count=Count("pk"), read=_total("tokens")).order_by("-count", "glow_channel")
    return tuple(sums.ReceivedStones(*row) for row in rows)


def _counts(events: QuerySet[Event]) -> dict[str, Any]:
    received, loaded = Q(type=EventType.QASTONE_RECEIVED), Q(type=EventType.LOD_LOADED)
    return events.aggregate(
        events=Count("pk"),
        received=Count("pk", filter=received),
        loaded=Count("pk", filter=loaded),
        loaded_tokens=_total("tokens", filter=loaded),
        saved_tokens=_total("saved_tokens", filter=received | loaded),
        helpers=Count("pk", filter=Q(type=EventType.HELPER_SPAWNED)),
        copies=Count("pk", filter=Q(type=EventType.COPY)),
        pastes=Count("pk", filter=Q(type=EventType.PASTE)),
    )


def _total(field: str, filter: Q | None = None) -> Coalesce:
    return Coalesce(Sum(F(field), filter=filter), 0)

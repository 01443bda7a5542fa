"""The days and the order that a list's address asks for: `?since=2026-11-01&until=2026-11-30&sort=oldest`.

The order is one of the list's own; newest first is its page by keys, any other one shows the first rows alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple, TypeVar

from django.db.models import Func, Model, QuerySet

from core.pages.key_pages import KeyPage

PARAMETERS = ("since", "until", "sort")
ModelRow = TypeVar("ModelRow", bound=Model)
Rows = TypeVar("Rows", bound=QuerySet[Any])


class Order(NamedTuple):
    """How a list calls an order, and the fields that make it."""

    words: str
    fields: tuple[str | Func, ...]


Orders = Mapping[str, Order]
"""By the value of `sort`; newest first ("") is none of them."""


@dataclass(frozen=True)
class ListWindow:
    """Days in UTC, both included; None: open on that side."""

    since: date | None = None
    until: date | None = None
    # It hides none.
    order: Order | None = field(default=None, compare=False)

    @property
    def is_used(self) -> bool:
        """Whether the list is another one than REST's, which knows neither days nor orders."""
        return bool(self.since or self.until or self.order)

    def of_days(self, rows: Rows, column: str) -> Rows:
        return on_days(rows, column, self.since, self.until)


EVERYTHING = ListWindow()


def read_window(query: Mapping[str, str], orders: Orders) -> ListWindow:
    """What the address does not say rightly is left out."""
    since, until = (parse_day(query.get(name, "")) for name in ("since", "until"))
    return ListWindow(since, until, orders.get(query.get("sort", "")))


def on_days(rows: Rows, column: str, since: date | None, until: date | None) -> Rows:
    """Those whose moment in `column` is on one of the days in UTC."""
    if since:
        rows = rows.filter(**{f"{column}__gte": datetime.combine(since, time.min, UTC)})
    if until and until < date.max:
        rows = rows.filter(**{f"{column}__lt": datetime.combine(until, time.min, UTC) + timedelta(days=1)})
    return rows


def day_faults(query: Mapping[str, str]) -> list[str]:
    """Sentences about days of the address that are none, or are the wrong way round."""
    given = {name: query.get(name, "").strip()[:40] for name in ("since", "until")}
    faults = [
        f"`{name}={value}` is no day and was left out: write it as 2026-12-31."
        for name, value in given.items()
        if value and parse_day(value) is None
    ]
    since, until = (parse_day(value) for value in given.values())
    if since and until and since > until:
        faults.append(f"The first day, {since}, is after the last, {until}: nothing can be between them.")
    return faults


def parse_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        return None


def first_rows(rows: QuerySet[ModelRow], order: Order, size: int) -> KeyPage[ModelRow]:
    """The first ones by the order. There is no next page."""
    return KeyPage(list(rows.order_by(*order.fields)[:size]), "", "")

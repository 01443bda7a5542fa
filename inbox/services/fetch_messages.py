"""An agent fetches the rows of its inbox. The cursor is a sequence, so nothing is skipped and nothing comes twice."""

from dataclasses import dataclass
from itertools import accumulate

from inbox.models import Agent, Delivery, Message
from inbox.queries.deliveries import (
    NO_FILTER,
    DeliveryFilter,
    agent_deliveries,
    unread_count,
    with_answers,
)
from inbox.services.mark_deliveries import mark_delivered

MAX_ROWS = 100
# Of the bodies of one answer, the first in any case: some 2 MB of text.
MAX_BODY_TOKENS = 500_000


@dataclass(frozen=True)
class FetchResult:
    """Rows in order of arrival. `next_after` is the cursor behind the last; `more`: there are later rows already."""

    deliveries: list[Delivery]
    next_after: int
    more: bool
    unread: int


def fetch(
    *,
    agent: Agent,
    after: int = 0,
    limit: int = 20,
    filters: DeliveryFilter = NO_FILTER,
    latest: bool = False,
    mark: bool = True,
    bodies: bool = True,
) -> FetchResult:
    """What came after a sequence, at most `limit` (and MAX_ROWS) rows: the first, or the last if `latest`.

    `mark` sets them to delivered. `bodies` False leaves the messages' bodies in the database, for rows
    that do not show them: each may have 1 MB. With them there are as many rows as MAX_BODY_TOKENS take.
    """
    limit = max(1, min(limit, MAX_ROWS))
    found = with_answers(agent_deliveries(agent, filters).filter(sequence__gt=after))
    found = found.order_by("-sequence" if latest else "sequence")
    rows = list(found.defer("message__body")[: limit + 1])
    first = _with_bodies(rows[:limit]) if bodies else rows[:limit]
    page = first[::-1] if latest else first
    if mark:
        mark_delivered(page)
    last = page[-1].sequence if page else None
    return FetchResult(
        page, after if last is None else last, len(rows) > len(page) and not latest, unread_count(agent)
    )


def _with_bodies(rows: list[Delivery]) -> list[Delivery]:
    """The first of them whose bodies MAX_BODY_TOKENS take, with these. One query, none for no rows."""
    sizes = accumulate(sum(row.message.prices) for row in rows)
    page = [
        row
        for at, (row, size) in enumerate(zip(rows, sizes, strict=True))
        if not at or size <= MAX_BODY_TOKENS
    ]
    keys = [row.message_id for row in page]
    bodies = dict(Message.objects.filter(pk__in=keys).values_list("pk", "body")) if keys else {}
    for row in page:
        row.message.body = bodies[row.message_id]
    return page

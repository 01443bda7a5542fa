"""An agent fetches the rows of its inbox. The cursor is a sequence, so nothing is skipped and nothing comes twice."""

from dataclasses import dataclass

from inbox.models import Agent, Delivery
from inbox.queries.deliveries import (
    NO_FILTER,
    DeliveryFilter,
    agent_deliveries,
    unread_count,
    with_answers,
)
from inbox.services.mark_deliveries import mark_delivered

MAX_ROWS = 200


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
    that do not show them: each may have 1 MB.
    """
    limit = max(1, min(limit, MAX_ROWS))
    found = with_answers(agent_deliveries(agent, filters).filter(sequence__gt=after))
    found = found.order_by("-sequence" if latest else "sequence")
    rows = list((found if bodies else found.defer("message__body"))[: limit + 1])
    page = rows[:limit][::-1] if latest else rows[:limit]
    if mark:
        mark_delivered(page)
    last = page[-1].sequence if page else None
    return FetchResult(
        page, after if last is None else last, len(rows) > limit and not latest, unread_count(agent)
    )

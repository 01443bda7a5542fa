"""The figures of the panel: a week of the ledger in five numbers."""

from datetime import UTC, timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils import timezone

from analytics.queries import savings, usage

DAYS = 7


class Insights(NamedTuple):
    """`saved` in tokens, and `percent` of what pasting would have cost (None: nothing was pasted)."""

    days: int
    saved: int
    percent: float | None
    received: int
    loaded: int


def insights(account: User) -> Insights:
    """The figures of the last seven days (UTC), today included."""
    until = timezone.now().astimezone(UTC).date()
    since = until - timedelta(days=DAYS - 1)
    saved = savings(account, since=since, until=until)
    used = usage(account, since, until)
    return Insights(DAYS, saved.saved, saved.percent, used.assistant.received, used.assistant.loaded)

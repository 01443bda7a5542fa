"""The dashboard's savings of the last days, for the overview."""

from datetime import UTC, datetime

from django.contrib.auth.models import User

from analytics.queries import savings
from analytics.sums import Savings, period_of

DAYS = 14


def recent_savings(account: User) -> Savings:
    """The savings of the last DAYS days, today included."""
    since, until = period_of(DAYS, today=datetime.now(UTC).date())
    return savings(account, since=since, until=until)

"""Periods of whole days, in UTC."""

from datetime import date, timedelta

DAYS = (7, 14, 30, 90)
"""What a page offers."""
MOST_DAYS = 366


def period_of(days: int, *, today: date) -> tuple[date, date]:
    """The first and last of so many days up to today, today included. Raises ValueError for none or too many."""
    if not 1 <= days <= MOST_DAYS:
        raise ValueError(f"days must be from 1 to {MOST_DAYS}, not {days}.")
    return today - timedelta(days=days - 1), today


def days_between(since: date, until: date) -> list[date]:
    """Each day of them, both included."""
    return [since + timedelta(days=number) for number in range((until - since).days + 1)]

"""Periods of whole days, in UTC."""

from datetime import date, timedelta

DAYS = (7, 14, 30, 90)
"""The choices of the dashboard."""
MAX_DAYS = 366


def period_of(days: int, *, today: date) -> tuple[date, date]:
    """First and last of so many days, the last being today. Raises ValueError unless 1 to MAX_DAYS."""
    if not 1 <= days <= MAX_DAYS:
        raise ValueError(f"days must be from 1 to {MAX_DAYS}, not {days}.")
    return today - timedelta(days=days - 1), today


def days_between(since: date, until: date) -> list[date]:
    """All days from the first to the last, both included."""
    return [since + timedelta(days=number) for number in range((until - since).days + 1)]

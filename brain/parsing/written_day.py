"""The day that a title or a file's name gives: `2026-03-12 dentist.md`, `Retro of 12 March 2026`."""

from contextlib import suppress
from datetime import date

from core.text.written_dates import dates_of


def written_day(text: str, latest: date) -> date | None:
    """The one whole date in it; None where there is none, or several, or one after `latest`, which is a plan."""
    days = set()
    for year, month, day in dates_of(text):
        with suppress(ValueError):
            days.add(date(year, month, day))
    return days.pop() if len(days) == 1 and max(days) <= latest else None

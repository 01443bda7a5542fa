"""The day that a title, a file's name or a line of a diary gives: `2026-03-12 dentist.md`, `Retro of 12 March 2026`."""

from contextlib import suppress
from datetime import date

from core.text.written_dates import dates_of

MOST_WORDS = 6
"""Of a line that gives the day of what follows: `## Ludlow, Thursday 12 March 2026`."""


def written_day(text: str, latest: date) -> date | None:
    """The one whole date in it; None where there is none, or several, or one after `latest`, which is a plan."""
    days = set()
    for year, month, day in dates_of(text):
        with suppress(ValueError):
            days.add(date(year, month, day))
    return days.pop() if len(days) == 1 and max(days) <= latest else None


def day_of_lines(body: str, latest: date) -> date | None:
    """The last day that a line of its own gives, at the head of a note or of each entry of a diary; None without one.

    The first line under a heading, or that heading, is one, or none counts: a date further down is of what that part
    tells. So is one in a line of more words than the first.
    """
    lines = [line for line in body.splitlines() if line.strip()]
    most, days = MOST_WORDS, []
    for at, line in enumerate(lines):
        if len(line.split()) <= most and (day := written_day(line, latest)):
            days.append(day)
            most = min(most, len(line.split()))
        elif not days and not (at == 0 and line.lstrip().startswith("#")):
            return None
    return max(days, default=None)

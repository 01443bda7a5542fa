"""The day that a title, a file's name or a line of a diary gives: `2026-03-12 dentist.md`, `Retro of 12 March 2026`."""

import re
from contextlib import suppress
from datetime import date

from core.text.written_dates import dates_of

MOST_WORDS = 6
"""Of a line that gives the day of what follows: `## Ludlow, Thursday 12 March 2026`."""
_NUMBER = re.compile(r"\d+")


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
    tells.
    """
    days = [_day_of_line(line, latest) for line in body.splitlines() if line.strip()]
    is_head = body.lstrip().startswith("#")
    return max(filter(None, days)) if any(days[: 1 + is_head]) else None


def _day_of_line(line: str, latest: date) -> date | None:
    words = line.split()
    is_short = len(words) <= MOST_WORDS and len(_NUMBER.findall(line)) <= 3
    return written_day(line, latest) if is_short else None

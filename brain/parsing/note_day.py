"""The day of a note that nobody dates, and where it is from."""

import re
from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any

from brain.parsing.entry_days import diary_days, log_days
from brain.parsing.entry_years import years_of
from brain.parsing.written_day import (
    HEAD_LINES,
    MAX_LINE,
    day_of_chat,
    day_of_mails,
    days_of_lines,
    written_day,
)
from core.text.written_dates import named_months

_MONTH_FIGURES = re.compile(r"(?<!\d)(?<!\d[.-])((?:19|20)\d\d)[-. ](0[1-9]|1[0-2])(?![\d]|[-.]\d)")
_WRITTEN_IN = re.compile(
    r"(?:^\W*|[(\[;*.–—-] ?)(?:version of|as of|stand|(?:last )?(?:updated|revised|reviewed|amended|edited|changed"
    r"|checked|touched)|last (?:\w+ )?(?:edit|change|update|revision)s?|aktualisiert|überarbeitet|zuletzt geändert)"
    r"(?: in)?:? ([^\W\d_]{3,10}\.? (?:19|20)\d\d)(?!\d)",
    re.IGNORECASE,
)
_OF_MONTH = re.compile(
    r"(?!.*\b(?:plan|budget|calendar|schedule|forecast|from|since|until|before|after|by|due|ends?|starts?|begins?|bis|ab"
    r"|seit)\b)(?:[^\W\d_]+,? ){0,2}[^\W\d_]{3,10}\.? (?:19|20)\d\d",
    re.IGNORECASE,
)
"""A title that is a month's: `Newsletter, May 2025`."""


class DaySource(StrEnum):
    """Where the day of a note is from; as words of a page."""

    FRONT_MATTER = "front matter"
    TITLE = "title"
    FILE = "file name"
    MAIL = "newest mail"
    CHAT = "newest message"
    TEXT = "first lines"
    ENTRIES = "last entry"
    NONE = ""


def note_day(
    title: str, body: str, latest: date, file: str = "", front_matter: Mapping[str, Any] | None = None
) -> tuple[date | None, DaySource]:
    """The day that a note gives itself besides its front matter, and where; None: none that is not after `latest`."""
    lines = days_of_lines(body, latest)
    years = years_of(title, file, front_matter or {})
    entries = [*diary_days(title, body, latest, years), *log_days(title, body, latest)]
    if lines and lines[0] in entries:
        lines += entries
    found = (
        (written_day(title, latest), DaySource.TITLE),
        (written_day(file, latest), DaySource.FILE),
        (day_of_mails(body, latest), DaySource.MAIL),
        (day_of_chat(body, latest), DaySource.CHAT),
        (max(lines, default=None), DaySource.ENTRIES if len(lines) > 1 else DaySource.TEXT),
        (max(entries, default=None), DaySource.ENTRIES),
        (_first_of_month(file, latest), DaySource.FILE),
        (_month_of_writing(title, body, latest), DaySource.TEXT),
    )
    return next((each for each in found if each[0]), (None, DaySource.NONE))


def _first_of_month(file: str, latest: date) -> date | None:
    """Of the one month that a file's name gives: `minutes_2024-09.md`, `roster june 2025.txt`. "2011-12" may be the
    years from one to the next: it is none.
    """
    name = PurePosixPath(file.replace("\\", "/")).stem.replace("_", " ")
    months = {(int(found[1]), int(found[2])) for found in _MONTH_FIGURES.finditer(name)}
    months |= named_months(name)
    if len(months) != 1:
        return None
    [(year, month)] = months
    is_years = month == (year + 1) % 100
    return None if is_years or date(year, month, 1) > latest else date(year, month, 1)


def _month_of_writing(title: str, body: str, latest: date) -> date | None:
    """The first of the one month that a short title, or what the title or a line of the head says of when it was
    written, gives: `Newsletter, May 2025`, `Kit (checked Jan 2026)`, `Version of September 2025.`
    """
    lines = [title, *body.strip().split("\n", HEAD_LINES)[:HEAD_LINES]]
    months = {
        month
        for line in lines
        for found in _WRITTEN_IN.finditer(line[:MAX_LINE])
        for month in named_months(found[1])
    }
    for line in lines[:2] if not months else ():
        months |= named_months(line) if _OF_MONTH.fullmatch(line.strip(" #*_")) else set()
    days = [date(year, month, 1) for year, month in months]
    return days[0] if len(days) == 1 and days[0] <= latest else None

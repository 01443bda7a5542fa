"""In which years the entries of a diary are whose heads do not say it: by the title, by whole dates of other heads, or
by the days of the week.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

from brain.parsing.day_heads import DayHead, has_whole_day

_YEAR = re.compile(r"(?<![\d£€$.,])((?:19|20)\d\d)(?!\d|[.,]\d)")
_YEAR_FIELDS = ("title", "year", "jahr", "season", "period", "date", "day", "datum", "created")
_PART_OF_YEAR = r"spring|summer|autumn|fall|frühling|frühjahr|sommer|herbst"
_SPAN = re.compile(
    r"(?<![\d./-])((?:19|20)\d\d) ?[/–—-] ?((?:19|20)?\d\d)(?!\d|[./-]\d)"
    rf"|\b(?:{_PART_OF_YEAR}|winter|seasons?|saison|years?|schuljahr|jahr|term|semester|ws)\W{{1,2}}"
    r"'?(\d\d) ?[/–—-] ?'?(\d\d)(?!\d|[./-]\d)",
    re.IGNORECASE,
)
"""`2025/26`, `winter 25/26`."""
_MONTH = re.compile(r"\d{4}-(?:0\d|1[0-2])")
_SHORT_YEAR = re.compile(rf"\b(?:{_PART_OF_YEAR})\W{{1,2}}'?(\d\d)(?=\W*$|[,;:)]| [–—-] )", re.IGNORECASE)
"""`autumn 25`. A winter's may be that of its beginning or of its end."""
_FIRST_MONTH = 4
_LAST_MONTH = 7
"""Of what is called by two years: in the first and in the second one, wherever it begins."""
_NEW_YEAR = 6
"""Months from one entry back to the next by which a diary goes on into another year where others go back, too."""
_OUT_OF_ORDER = 31
"""Days back from one entry to the next, within a year, by which it may as well stand in the wrong place."""
_YEARS_BACK = 5
"""Further back the days of the week come round again."""
_MIN_WEEKDAYS = 2


def years_of(title: str, file: str, front_matter: Mapping[str, Any]) -> tuple[int, ...]:
    """The one year that the title and the file's name give, or else the front matter, or the two of a winter or a
    season; a whole date gives none.
    """
    path = PurePosixPath(file.replace("\\", "/"))
    texts = [title, " ".join([*path.parts[:-1], path.stem]).replace("_", " ")]
    if not (found := _named_years([text for text in texts if not has_whole_day(text)])):
        fields = {name.lower(): str(value)[:100] for name, value in front_matter.items()}
        found = _named_years([f"{name} {fields[name]}" for name in _YEAR_FIELDS if name in fields])
    return found[0] if len(found) == 1 else ()


def _named_years(texts: Sequence[str]) -> list[tuple[int, ...]]:
    """Of which there is one if they agree."""
    spans = {span for text in texts for span in _spans(text)}
    years = {int(year) for text in texts for year in _YEAR.findall(text)}
    years |= {2000 + int(year) for text in texts for year in _SHORT_YEAR.findall(text)}
    if len(spans) == 1 and years <= {*min(spans)}:
        return [*spans]
    return [*spans, *((year,) for year in years)]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    for found in _SPAN.finditer(text):
        first, second = int(found[1] or 2000 + int(found[3])), int(found[2] or found[4])
        if (first + 1 - second) % 100 == 0 and not _MONTH.fullmatch(found[0]):
            yield first, first + 1


def date_heads(heads: Sequence[DayHead | date], years: tuple[int, ...], latest: date) -> list[date | None]:
    """The day of each, in order; None: its year is not known. The newest may stand first. `years`: as of `years_of`."""
    in_order = heads[::-1] if _is_newest_first(heads) else heads
    if any(isinstance(head, date) for head in heads):
        days = _by_whole_dates(in_order, latest)
    else:
        days = _by_first_year([head for head in in_order if isinstance(head, DayHead)], years, latest)
    return days if in_order is heads else days[::-1]


def _is_newest_first(heads: Sequence[DayHead | date]) -> bool:
    whole = [head for head in heads if isinstance(head, date)]
    if whole and whole[0] != whole[-1]:
        return whole[0] > whole[-1]
    steps = [(second.month - first.month, second.day - first.day) for first, second in pairwise(heads)]
    back = [
        days < 0 if not months else -_NEW_YEAR < months < 0 or months >= _NEW_YEAR for months, days in steps
    ]
    return 2 * sum(back) > len([step for step in steps if any(step)])


def _by_whole_dates(heads: Sequence[DayHead | date], latest: date) -> list[date | None]:
    """By those that stand before and behind a head."""
    days = list[date | None]()
    following = _following(heads)
    first = next((head for head in heads if isinstance(head, date)), None)
    at = heads.index(first) if first else 0
    after = first
    for head in reversed(heads[:at]):
        day = _before(head, after) if isinstance(head, DayHead) and after else None
        days.append(day)
        after = day or after
    days.reverse()
    before = first
    for head, later in zip(heads[at:], following[at:], strict=True):
        day = head if isinstance(head, date) else _between(head, before, later, latest) if before else None
        days.append(day)
        before = day or before
    return days


def _following(heads: Sequence[DayHead | date]) -> list[date | None]:
    """The whole date at or behind each."""
    found, later = list[date | None](), None
    for head in reversed(heads):
        later = head if isinstance(head, date) else later
        found.append(later)
    return found[::-1]


def _before(head: DayHead, following: date) -> date | None:
    is_behind = (head.month, head.day) > (following.month, following.day)
    return _in_order(head, following, -1) if is_behind else head.of_year(following.year)


def _after(head: DayHead, before: date, latest: date) -> date | None:
    """None: it is after `latest`, or as likely in the wrong place as of the next year."""
    if (head.month, head.day) >= (before.month, before.day):
        return head.of_year(before.year)
    day = _in_order(head, before, 1)
    return day if day and day <= latest else None


def _in_order(head: DayHead, neighbour: date, years: int) -> date | None:
    """Of another year than its neighbour, on whose wrong side it would stand in the same one."""
    same = head.of_year(neighbour.year)
    if same and head.weekday is not None and head.is_on(same):
        return same
    return (
        None
        if same and abs((same - neighbour).days) <= _OUT_OF_ORDER
        else head.of_year(neighbour.year + years)
    )


def _between(head: DayHead, before: date, following: date | None, latest: date) -> date | None:
    if following is None:
        return _after(head, before, latest)
    fits = [
        day
        for year in range(before.year, following.year + 1)
        if (day := head.of_year(year)) and before <= day <= following and head.is_on(day)
    ]
    return fits[0] if len(fits) == 1 else None


def _by_first_year(heads: Sequence[DayHead], years: tuple[int, ...], latest: date) -> list[date | None]:
    if len(years) == 1:
        return _from_year(heads, years[0], latest)
    first_years = years or range(latest.year - _YEARS_BACK, latest.year + 1)
    dated = [_from_year(heads, year, latest) for year in first_years]
    if years:
        fits = [days for days in dated if _is_within(days, years)]
        fits = fits if len(fits) == 1 else [days for days in fits if _is_on_weekdays(heads, days)]
    else:
        tells = len([head for head in heads if head.weekday is not None]) >= _MIN_WEEKDAYS
        fits = [days for days in dated if tells and _is_on_weekdays(heads, days, latest)]
    if len(fits) > 1:
        # A note has the day of its last entry.
        fits = [days for days in fits if days[-1] == latest]
    return fits[0] if len(fits) == 1 else [None] * len(heads)


def _is_on_weekdays(heads: Sequence[DayHead], days: Sequence[date | None], latest: date = date.max) -> bool:
    return all(day and head.is_on(day) and day <= latest for head, day in zip(heads, days, strict=True))


def _from_year(heads: Sequence[DayHead], year: int, latest: date) -> list[date | None]:
    """The first in it, each other one behind that before."""
    days, before = list[date | None](), None
    for head in heads:
        day = _after(head, before, latest) if before else head.of_year(year)
        days.append(day)
        before = day or before
    return days


def _is_within(days: Sequence[date | None], years: tuple[int, ...]) -> bool:
    first, last = date(years[0], _FIRST_MONTH, 1), date(years[-1], _LAST_MONTH, 31)
    return all(day and first <= day <= last for day in days)

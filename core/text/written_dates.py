"""Dates and hours of a text, in whatever spelling."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from core.text import calendar_words

ISO_DATE = re.compile(r"(?<!\d)(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?!\d)")
_DAY_FIRST = re.compile(r"(?<![\d.])(?<!\d{4}[/-])(\d\d?)[./-](\d\d?)[./-](\d{4})(?!\d)")
"""Not within `2020-1-24-2019-in-review`."""
_MONTHS = (
    "january januar enero janvier gennaio januari|"
    "february februar febrero février febbraio|"
    "march märz marzo mars|"
    "april abril avril aprile|"
    "may mai mayo maggio maio mei|"
    "june juni junio juin giugno|"
    "july juli julio juillet luglio|"
    "august agosto août|"
    "september septiembre septembre settembre setembro|"
    "october oktober octubre octobre ottobre outubro|"
    "november noviembre novembre|"
    "december dezember diciembre décembre dicembre dezembro"
)
MONTH_NAMES = tuple(_MONTHS.replace("|", " ").split())
_MONTH = {
    name[:length]: number
    for number, names in enumerate(_MONTHS.split("|"), start=1)
    for name in names.split()
    for length in (3, 4, len(name))
    if length <= len(name)
}
NAMED_DATE = re.compile(
    r"(?<!\w)(?:(\d\d?)(?:st|nd|rd|th|\.|º)? (?:de |of )?([^\W\d_]{3,10})\.?,? (?:de )?(\d{4})|"
    r"([^\W\d_]{3,10})\.? (\d\d?)(?:st|nd|rd|th)?,? (\d{4}))(?!\w)"
)
_DAY_AND_MONTH = re.compile(
    r"(?<![\w.])(\d\d?)(?:st|nd|rd|th|\.|º)?[ -]?(?:de |of )?([^\W\d_]{3,10})(?![^\W\d_])|"
    r"(?<!\w)([^\W\d_]{3,10})\.? (\d\d?)(?:st|nd|rd|th)?(?![\w:/]|\.\d)|"
    r"(?<![\w.])(\d\d?)\.(\d\d?)\.(?!\d)"
)
_FIGURES = re.compile(r"(?<![\w.,:/-])(\d\d?)([./-])(\d\d?)\2(\d{4}|(?<=[./])\d\d)(?![\w/-]|[.,:]\d)")
"""`25/4/24`, `29.04.2026`."""
_SHORT_NAMED = re.compile(
    r"(?<![\w.,:/-])(?:(\d\d?)(?:st|nd|rd|th|\.|º)? (?:of )?([^\W\d_]{3,10})\.?"
    r"|([^\W\d_]{3,10})\.? (\d\d?)(?:st|nd|rd|th)?),?"
    r" ['’]?(\d\d)(?![\w/%°€£$-]|[.,:]\d)"
)
_MONTH_OF_YEAR = re.compile(r"(?<!\d )(?<![\w-])([^\W\d_]{3,10})[-. ]{1,2}((?:19|20)\d\d)(?!\d)")
_CLOSES = re.compile(r"[.*_]{0,3}(?:[)\]:]|[ \t]*(?:\n|$))")
_STATES = re.compile(
    r"\b(?:updated|dated|revised|changed|as of|stand|aktualisiert|geändert|datiert)(?: vom| am| on)?[ *_]*:?[ *_]*$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:\b(?:v|ver|versions?|releases?|builds?|updates?|patch(?:es)?|chapter|kapitel|section|abschnitt|article|artikel"
    r"|clause|part|teil|page|seite|volume|band|issue|heft|room|raum|zimmer|hall|halle|saal|flat|house|haus|gate|platform"
    r"|gleis|number|nummer|no|nr)|§)\W{0,2}$",
    re.IGNORECASE,
)
WEEKDAY = (
    f"(?:{calendar_words.WEEKDAY}|{calendar_words.SHORT_WEEKDAY}|{calendar_words.GERMAN_WEEKDAY}|sonnabend"
    f"|{calendar_words.GERMAN_SHORT_WEEKDAY})"
)
_OPENS = re.compile(r"[\s#>*_\[(~•+–—-]{0,20}")
_DATE_WORD = re.compile(
    r"[^\W\d_][)\]]?,[ *_]*$|\b(?:vom|am|den|der|on|of|the|as of|date|dated|datum|datiert|stand|written|recorded|sent"
    r"|gesendet|signed|held|decided|updated|revised|changed|aktualisiert|geändert|verfasst|geschrieben|fecha"
    rf"|{WEEKDAY})\b[ *_.,:]{{1,6}}$",
    re.IGNORECASE,
)
_CLOSED = re.compile(
    r"[*_]{0,3}(?:\.?[*_]{0,3}\s*$|\.\s|\.\w{1,5}$|\s?[,:;!?)\]|–—]|\s-\s|\s(?:um |at )?\d\d?[:.]\d\d)"
)
_YEARS_BACK = 70
_EAST_ASIAN_DATE = re.compile(r"(\d{4}) ?年 ?(\d\d?) ?月 ?(\d\d?) ?日")
_CLOCK = re.compile(r"(\d\d?)(?:([:.h])(\d\d))?(?: ?(?:([ap])\.?m|(h|uhr)))?(?!\w)")


def month_number(name: str) -> int:
    """From 1, of a month's name or its beginning; 0: it is none."""
    return _MONTH.get(name.lower(), 0)


def named_months(text: str) -> set[tuple[int, int]]:
    """(year, month) of each month of a year that a text names, not within a whole date: `Sept 2024`."""
    found = ((int(each[2]), month_number(each[1])) for each in _MONTH_OF_YEAR.finditer(text))
    return {(year, month) for year, month in found if month}


def days_of(text: str) -> Iterator[tuple[tuple[int, int], int, int]]:
    """((month, day), start, end) of each day without regard to its year."""
    at = 0
    while match := _DAY_AND_MONTH.search(text, at):
        day, name = (match[1], match[2]) if match[1] else (match[4], match[3])
        month = int(match[6]) if match[6] else month_number(name)
        if month:
            yield (month, int(match[5] or day)), match.start(), match.end()
        # `Release 14 December`: the number after a word that is no month may begin the date.
        at = match.end() if month or match[6] else match.end(1) if match[1] else match.start(4)


def dates_of(text: str) -> Iterator[tuple[int, int, int]]:
    """(year, month, day) of each whole date, as it is written: there may be no such day."""
    for found, _ in _placed_dates(text):
        yield found


def place_dates(text: str) -> Iterator[tuple[date, int]]:
    """The days of whole dates, each with where it begins."""
    for found, start in _placed_dates(text):
        with suppress(ValueError):
            yield date(*found), start


class FigureDate(NamedTuple):
    """A date in figures as it is read with the day first, and with the month first; None: there is no such day."""

    day_first: date | None
    month_first: date | None
    start: int

    @property
    def days(self) -> list[date]:
        """All that it may be."""
        return list(dict.fromkeys(each for each in (self.day_first, self.month_first) if each))


def figure_dates(text: str, latest: date) -> Iterator[FigureDate]:
    """`25/4/24`, `29.04.2026`. Between dots the day stands first, wherever there is such a day. A year of two figures
    is of the last 70 up to that of `latest`; else it is none, nor behind the word of a version.
    """
    for match in _FIGURES.finditer(text):
        is_short = len(match[4]) == 2
        if is_short and _NUMBERED.search(text[max(match.start() - 12, 0) : match.start()]):
            continue
        year = _whole_year(int(match[4]), latest) if is_short else int(match[4])
        first, second = (_date(year, *each) for each in ((match[3], match[1]), (match[1], match[3])))
        month_first = first if first and match[2] == "." else second
        if first or month_first:
            yield FigureDate(first, month_first, match.start())


def number_places(text: str) -> set[int]:
    """Where figures like `4.2.16` begin that may be the number of a version or a section. A date of that form opens the
    text, or stands behind a word for dates, a weekday or a comma, and nothing runs on behind it, unless it opens the
    text with a 0 before a figure. Where one is none, no other is.
    """
    found = [match for match in _FIGURES.finditer(text) if match[2] == "." and len(match[4]) == 2]
    return set() if all(map(_is_placed_as_date, found)) else {match.start() for match in found}


def _is_placed_as_date(match: re.Match[str]) -> bool:
    text, start = match.string, match.start()
    opens = _OPENS.fullmatch(text, 0, start)
    if opens and "0" in (match[1][0], match[3][0]):
        return True
    is_placed = opens or _DATE_WORD.search(text[max(start - 40, 0) : start])
    return bool(is_placed and _CLOSED.match(text, match.end()))


def short_named_dates(text: str, latest: date) -> Iterator[tuple[date, int]]:
    """`7 Mar '26`, `7 March 26`, each with where it begins: only where nothing but a year may stand, at the end of a
    line, before a bracket or a colon, or behind a word such as "updated". The year is of the last 70.
    """
    for match in _SHORT_NAMED.finditer(text):
        day, name = (match[1], match[2]) if match[1] else (match[4], match[3])
        is_closed = _CLOSES.match(text, match.end()) or _STATES.search(
            text[max(match.start() - 40, 0) : match.start()]
        )
        is_number = _NUMBERED.search(text[max(match.start() - 12, 0) : match.start()])
        month = 0 if is_number else month_number(name)
        found = _date(_whole_year(int(match[5]), latest), str(month), day) if month and is_closed else None
        if found:
            yield found, match.start()


def _whole_year(short: int, latest: date) -> int:
    """0: there is none."""
    year = latest.year - (latest.year - short) % 100
    return year if year > latest.year - _YEARS_BACK and latest != date.max else 0


def _date(year: int, month: str, day: str) -> date | None:
    try:
        return date(year, int(month), int(day))
    except ValueError:
        return None


def _placed_dates(text: str) -> Iterator[tuple[tuple[int, int, int], int]]:
    for match in ISO_DATE.finditer(text):
        yield (int(match[1]), int(match[2]), int(match[3])), match.start()
    for match in _DAY_FIRST.finditer(text):
        # 03/04/2026 is one day to Americans and another to everybody else.
        yield (int(match[3]), int(match[2]), int(match[1])), match.start()
        yield (int(match[3]), int(match[1]), int(match[2])), match.start()
    for match in _EAST_ASIAN_DATE.finditer(text):
        yield (int(match[1]), int(match[2]), int(match[3])), match.start()
    for match in NAMED_DATE.finditer(text):
        day, month, year = (match[1], match[2], match[3]) if match[1] else (match[5], match[4], match[6])
        if number := month_number(month):
            yield (int(year), number, int(day)), match.start()


def tell_day(day: date) -> str:
    """ "9 July 2026"."""
    return f"{day.day} {day:%B %Y}"


def on_24_hours(sentence: str, start: int, end: int) -> str:
    """`16:30` for `4:30 pm`, `06:00` for `6am` and `6:00`, `16:00` for `16 h`, of the number at this place of a text in
    lower case; empty where it is no time of day.
    """
    match = _CLOCK.match(sentence, start)
    if match is None or match.end() < end:
        return ""
    hour, separator, minutes, half, unit = match.groups(default="")
    is_clock = half or unit or (separator and separator != ".")
    if not is_clock or int(hour) > (12 if half else 24) or int(minutes or 0) > 59:
        return ""
    value = int(hour) % 12 + 12 * (half == "p") if half else int(hour)
    return f"{value:02}:{minutes or '00'}"

"""What opens with a day: the heading of an entry in a diary, the line of a log."""

import re
from datetime import date
from typing import NamedTuple

from brain.parsing.written_day import placed_days, written_day
from core.text.written_dates import WEEKDAY, days_of, month_number

_WEEKDAYS = ("mo", "di tu", "mi we", "do th", "fr", "sa sonnabend", "so su")
"""How they begin."""
_DATE_WORD = re.compile(rf"\d{{1,4}}(?:st|nd|rd|th)?|{WEEKDAY}|the|of|on|den|der|am|de|º", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_BEFORE_DAY = re.compile(rf"\W*(?:{WEEKDAY}\b\W*)?(?:(?:the|on|den|der|am)\b\W*)?$", re.IGNORECASE)
_WEEKDAY_BEFORE = re.compile(rf"\b({WEEKDAY})\b", re.IGNORECASE)
_WEEKDAY_BEHIND = re.compile(rf"\W{{0,3}}({WEEKDAY})\b\.?(?=\W*$|[*_]{{0,2}}\s?[:,;)–—-])", re.IGNORECASE)
_BEHIND_DAY = re.compile(rf"\W*(?:{WEEKDAY}\b)?\W*$|[*_]{{0,2}}\s?[:,;(–—-]", re.IGNORECASE)
_IDENTIFIER = r"[^\W\d_]{0,8}[-.# ]{0,2}\d{1,5}(?:[.-]\d{1,4}){0,2}"
_OPENING = re.compile(
    r"[ \t>*_•+`~–—-]{0,12}(?:\d{1,3}[.)][ \t]+)?[*_\[(#]{0,4}"
    rf"(?:{_IDENTIFIER}[^\w\n]{{1,8}})?(?:{WEEKDAY}\b[.,]{{0,2}} )?",
    re.IGNORECASE,
)
_DATE_ALONE = re.compile(
    r"\d{1,4}(?P<separator>[-/.])\d{1,2}(?P=separator)\d{1,4}(?![\w/]|[.-]\d)(?! ?(?:to|bis|until|[–—-] ?\d))"
    r"|[^\W_](?:[^\W_]|[., -]){6,26}?(?=[*_]{0,3}(?:[:–—|)\]]|[ \t]-[ \t]|\.?[*_]{2}|,? \d\d?:\d\d))"
)
_BOLD = re.compile(r"(\*\*|__)(?=\S)([^\n]{1,80}?)(?<=\S)\1")
_ITEM = re.compile(r"^[ \t]{0,8}(?:[-*+•][ \t]{1,4}(?!\[.\]))?")
_NAMED_DAY = (
    r"(?:\d\d?(?:st|nd|rd|th|\.|º)?[ -]?(?:de |of )?[^\W\d_]{3,10}|[^\W\d_]{3,10}\.? \d\d?(?:st|nd|rd|th)?)"
    r"(?:\.?,? (?:de )?(?:\d{4}|['’]\d\d|\d\d(?=\W*$)))?"
)
_DAY_PHRASE = re.compile(
    rf"({WEEKDAY}\b[.,]{{0,2}} )?(?:(?:the|den|der|am)\b )?"
    rf"(?:\d{{1,4}}([-/.])\d{{1,2}}\2\d{{2,4}}|\d\d?\.\d\d?\.|{_NAMED_DAY})(?![\w/]|[.:-]\d)",
    re.IGNORECASE,
)
_ONLY_BEHIND = re.compile(rf"\W*(?:{WEEKDAY}\b)?\W*", re.IGNORECASE)
_LEAD_MARKS = re.compile(r"[.,:;]{0,2}(?: ?[–—-](?=\s))?\s*")
LATEST = date(2069, 12, 31)
"""For the form alone: two figures are a year of this century."""
_FIGURE = re.compile(r"\d[^\n]{1,20}\d")
MAX_OPENING = 80
_MOST_LEAD = 120
_MOST_DATE_WORDS = 4


class DayHead(NamedTuple):
    """A head that is a day: `6 June`, `Monday 4 September`, `29 June: Lit.`"""

    month: int
    day: int
    weekday: int | None = None
    """From 0, Monday."""

    def is_on(self, day: date) -> bool:
        """Whether its weekday, if it tells one, is that of the day."""
        return self.weekday in (None, day.weekday())

    def of_year(self, year: int) -> date | None:
        try:
            return date(year, self.month, self.day)
        except ValueError:
            return None


def is_only_day(text: str) -> bool:
    """With or without its weekday and its year."""
    is_day = next(days_of(text), None) is not None or has_whole_day(text)
    return is_day and not holds_more_than_days(text)


def has_whole_day(text: str) -> bool:
    return bool(placed_days(text, LATEST))


def holds_more_than_days(text: str) -> bool:
    """Whether a word stands there that is of no date."""
    return any(
        not (word.isdigit() or _DATE_WORD.fullmatch(word) or month_number(word))
        for word in _WORD.findall(text)
    )


def read_day_head(text: str) -> DayHead | None:
    """Of a head without a year that is a day, or one and what stands behind a mark, which may name other days: None for
    others.
    """
    found = next(days_of(text), None)
    if found is None:
        return None
    (month, day), start, end = found
    if any(at < end for _, at in placed_days(text, LATEST)):
        return None
    if not _BEFORE_DAY.fullmatch(text[:start]) or not _BEHIND_DAY.match(text[end:]):
        return None
    named = _WEEKDAY_BEFORE.search(text[:start]) or _WEEKDAY_BEHIND.match(text[end:])
    return DayHead(month, day, _weekday(named[1]) if named else None)


def _weekday(name: str) -> int:
    name = name.lower()
    return next(at for at, starts in enumerate(_WEEKDAYS) if name.startswith(tuple(starts.split())))


def lead_day(line: str) -> str:
    """The day with which a line or an item opens in bold, or with its weekday: "Tue 9 Sept" of `**Tue 9 Sept** Rain.`,
    "8 Dec 2025" of `**8 Dec 2025, from Ann**`, "Fri 14 Nov" of `Fri 14 Nov Rain.` Empty: with none.
    """
    line = _ITEM.sub("", line[:_MOST_LEAD], count=1)
    bold = _BOLD.match(line)
    text = bold[2] if bold else line
    found = _DAY_PHRASE.match(text)
    if found is None or not (bold or found[1]) or not is_only_day(found[0]):
        return ""
    return found[0] if not bold or _BEHIND_DAY.match(text[found.end() :]) else ""


def lead_end(line: str) -> int:
    """Where what stands behind that day and its marks begins; 0: it has none, or is in bold with more."""
    day, line = lead_day(line), line[:_MOST_LEAD]
    if not day:
        return 0
    item = _ITEM.match(line)
    start = item.end() if item else 0
    bold = _BOLD.match(line, start)
    if bold and not _ONLY_BEHIND.fullmatch(bold[2], len(day)):
        return 0
    marks = _LEAD_MARKS.match(line, bold.end() if bold else start + len(day))
    return marks.end() if marks else 0


def opens_with_day(text: str) -> bool:
    """With a whole one, in the past or not: `2026-05-18 – Launch`."""
    return opening_day(text, LATEST) is not None


def opening_day(line: str, latest: date) -> date | None:
    """The day of a whole date with which a line begins, also behind what it is numbered with: `2026-03-02 09:00 text`,
    `- 2 March 2026: text`, `**D8 — 2026-04-09.** text`.
    """
    line = line[:MAX_OPENING]
    if not _FIGURE.search(line):
        return None
    for _, start in sorted(placed_days(line, latest), key=lambda each: each[1]):
        before = _OPENING.fullmatch(line, 0, start)
        found = _DATE_ALONE.match(line, start) if before else None
        if found and len(found[0].split()) <= _MOST_DATE_WORDS:
            return written_day(found[0], latest)
    return None

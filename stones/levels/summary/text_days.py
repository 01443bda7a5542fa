"""The days that a text has, in whatever spelling, and whether a day of its summary is none of them."""

import re

from core.text.written_dates import dates_of, days_of, month_number

MAX_LENGTH = 45
"""Characters on either side of a number that may belong to its date, and the word after it."""
_HOMOGRAPHS = frozenset(["ago", "gen", "mag", "mar", "mars", "may", "mai", "out", "set", "sett", "march"])
"""Beginnings and names of months that are other words too: `set 5`, `5 days ago`, `may`."""
_NEVER_MONTHS = frozenset(["ago", "gen", "mag", "out", "set", "sett"])
"""Those that are no month in English even with a capital."""
_WORD = re.compile(r"[^\W\d_]{3,10}")
_SLASHED = re.compile(r"(?<![\d./-])(?:(\d\d?)/(\d\d?)|(\d\d)[.-](\d\d))(?![\d/-]|\.\d)")
_LINKED = (
    r"(?:\d\d?(?:st|nd|rd|th|\.|º)?"
    r"(?:,? (?:and|und|to|bis|et|y|e|al?|au|en|or|oder|through|until) (?:the )?| ?[-–—,/&] ?))"
)
_LIST_BEFORE = re.compile(
    rf"(?<![\w.])({_LINKED}{{1,12}})\d\d?(?:st|nd|rd|th|\.|º)? ?(?:de |of )?([^\W\d_]{{3,10}})(?!\w)"
)
_LIST_AFTER = re.compile(rf"(?<!\w)([^\W\d_]{{3,10}})\.? ({_LINKED}{{1,12}}\d\d?)(?!\w|\.\d)")
_MONTH_HEADING = re.compile(r"^[ \t#*>|_-]*([^\W\d_]{3,10})(?: \d{4})?[ \t*_]*(?::|\||$)", re.M)
_ALONE = r"(?<![\w.]){day}(?:st|nd|rd|th|\.(?=\s)|º)(?! ?[^\W\d_]{{3}})|(?<![\w.]){day}(?:st|nd|rd|th)(?!\w)"
_FOREIGN = r"(?<!\d){day}(?!\d)[\s.-]{{0,2}}(?![a-zA-Zº])[^\W\d_]"
_NEXT_WORD = re.compile(r" ([^\W\d_]{4})")


class TextDays:
    """`text` in lower case."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.dates = frozenset(dates_of(text))
        self.places: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for day, start, end in days_of(text):
            self.places.setdefault(day, []).append((start, end))
        # Those of whole dates, of lists and of figures alone.
        self.others = {(month, day) for _, month, day in self.dates} | _listed(text)
        self._headings = {month_number(match[1]) for match in _MONTH_HEADING.finditer(text)} - {0}

    def missing(self, sentence: str, start: int, end: int) -> str:
        """The day with its month at this place of `sentence`, as it stands there, if the text has no such day;
        empty if there is none here, or the text may have it in a way that is not understood.
        """
        first = max(0, start - MAX_LENGTH)
        around = sentence[first : end + MAX_LENGTH]
        for day, begin, stop in days_of(around):
            if begin <= start - first and end - first <= stop and self._is_missing(day, around, begin, stop):
                return around[begin:stop].strip()
        return ""

    def holds_date(self, date: tuple[int, int, int]) -> bool:
        """Whether it is in the text, which may name the year elsewhere."""
        year, *day = date
        is_in_other_year = any([month, number] == day for _, month, number in self.dates)
        return date in self.dates or (
            (*day,) in self.places and not is_in_other_year and str(year) in self._text
        )

    def _is_missing(self, day: tuple[int, int], sentence: str, begin: int, stop: int) -> bool:
        words = _WORD.findall(sentence[begin:stop])
        name = next((word for word in words if month_number(word) == day[0]), "")
        if not name or day in self.places or day in self.others or not 1 <= day[1] <= 31:
            return False
        if name.lower() in _NEVER_MONTHS or (name in _HOMOGRAPHS and name.islower()):
            return False
        return not (
            day[0] in self._headings
            or re.search(_ALONE.format(day=day[1]), self._text)
            or re.search(_FOREIGN.format(day=day[1]), self._text)
            or self._is_counted(day[1], sentence, stop)
        )

    def _is_counted(self, number: int, sentence: str, stop: int) -> bool:
        """`In December 24 tests failed`, where the text has 24 tests."""
        word = _NEXT_WORD.match(sentence, stop)
        return word is not None and f"{number} {word[1].lower()}" in self._text


def _listed(text: str) -> set[tuple[int, int]]:
    """Days of `14, 15 and 24 December`, of `December 14-24`, and of `24/12`, whichever of the two is the month."""
    found: set[tuple[int, int]] = set()
    for match in _LIST_BEFORE.finditer(text):
        found |= {(month_number(match[2]), int(day)) for day in re.findall(r"\d+", match[1])}
    for match in _LIST_AFTER.finditer(text):
        found |= {(month_number(match[1]), int(day)) for day in re.findall(r"\d+", match[2])}
    for match in _SLASHED.finditer(text):
        one, other = int(match[1] or match[3]), int(match[2] or match[4])
        found |= {(one, other), (other, one)}
    return found

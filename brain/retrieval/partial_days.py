"""A day as far as a question tells it: "the May meeting", "the talk of 3 June"."""

import re
from dataclasses import dataclass

from core.text.calendar_words import MONTH
from core.text.written_dates import month_number

_DAY = r"\d\d?(?:st|nd|rd|th)?\b"
_PARTIAL = re.compile(
    rf"\b(?:(?:of|on|from|in) (?:the )?)?(?:(?P<before>{_DAY}) (?:of )?)?(?P<month>{MONTH})\b"
    rf"(?: (?P<behind>{_DAY}))?(?:,? (?P<year>(?:19|20)\d\d)\b)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PartialDay:
    month: int
    day: int = 0
    """0: any; so the year."""
    year: int = 0

    def holds(self, other: "PartialDay") -> bool:
        return other.month == self.month and self.day in (0, other.day) and self.year in (0, other.year)


def cut_day(text: str) -> tuple[str, PartialDay | None]:
    """The text without the first day or month that it names, and that day; None where it names none."""
    found = _PARTIAL.search(text)
    if found is None:
        return text, None
    rest = " ".join(f"{text[: found.start()]} {text[found.end() :]}".split())
    day = re.sub(r"\D", "", found["before"] or found["behind"] or "0")
    return rest, PartialDay(month_number(found["month"].lower()), int(day), int(found["year"] or 0))

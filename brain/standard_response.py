"""The standard response, in the specification's fields, JSON in its camelCase. Nothing is checked here."""

import re
from datetime import date

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel
from pydantic.json_schema import SkipJsonSchema

from brain.answer_sources import PROFILE_ID, AnswerSource, SourceType
from core.text.written_dates import WEEKDAY, place_dates, tell_day

_MONTH = r"(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|o[ck]t|nov|de[cz])[^\W\d_]{0,6}\.?"
_NUMBERED = ["room", "rooms", "number", "no", "no.", "nr", "nr.", "hall", "house", "flat", "unit", "gate"]
_NUMBERED += ["page", "part", "step", "version", "chapter", "item"]
_NO_NUMBER = "".join(rf"(?<!\b{re.escape(word)} )" for word in _NUMBERED)
"""Behind what has a number."""
_MOST_LEAD = 40


class _Camel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class Citation(_Camel):
    """A place in a note. `excerpt` stands in the note word for word."""

    note_id: str
    note_title: str
    excerpt: str | None = None
    note_day: SkipJsonSchema[date | None] = Field(default=None, exclude_if=lambda day: day is None)
    """Of the message, the entry or the line that is cited, else of the note. No model is asked for it: it is the
    source's own.
    """

    @property
    def label(self) -> str:
        """Its title with its day: "Rates, 9 July 2026"."""
        return title_with_day(self.note_title, self.note_day)


def title_with_day(title: str, day: date | None, max_characters: int | None = None) -> str:
    """The day goes behind a title that does not hold it, or whose cut to `max_characters` would not."""
    cut = _cut(title, max_characters)
    if day is None or any(each == day for each, _ in place_dates(cut)):
        return cut
    held = next((start for each, start in place_dates(title) if each == day), None)
    if held is not None:
        at = max(held - _MOST_LEAD, 0)
        cut = _cut(f"{title[:at]}{_date_lead(day).sub('', title[at:held])}", max_characters)
    return f"{cut}, {tell_day(day)}"


def _date_lead(day: date) -> re.Pattern[str]:
    """Before a date in a title: its weekday, and the day from which it goes on, "5 & 6 April 2025"."""
    earlier = "|".join(map(str, range(1, day.day))) or "(?!)"
    first = rf"{_NO_NUMBER}(?:0?(?:{earlier})(?:st|nd|rd|th|\.)?|\d\d?(?:st|nd|rd|th|\.)? {_MONTH})(?!\w)"
    return re.compile(
        rf"[ ,(–-](?:[ ,(–-]|(?:of|on|from|vom|am|den|the)(?=[ ,(–-]|$)"
        rf"|(?:{first} ?)?(?:[&+/–-]|and|und|to|bis)(?=[ \d]|$)"
        rf"|(?=(?-i:[A-Z])){WEEKDAY}(?=[., ]|$)\.?)*$",
        re.IGNORECASE,
    )


def _cut(title: str, max_characters: int | None) -> str:
    is_short = max_characters is None or len(title) <= max_characters
    return title if is_short else f"{title[:max_characters].rstrip()}…"


def cite(source: AnswerSource, excerpt: str, start: int | None = None) -> Citation:
    """`start`: where the excerpt begins in the source; None: its day is that of the source."""
    day = source.day if start is None else source.day_at(start)
    return Citation(note_id=source.id, note_title=source.title, excerpt=excerpt, note_day=day)


class ExternalSource(_Camel):
    """A page outside. `source` is who publishes it: "Wikipedia"."""

    title: str
    source: str
    url: str
    excerpt: str | None = None


class Metadata(_Camel):
    has_sources: bool
    source_types: list[SourceType] = Field(default_factory=list)
    citations: list[Citation] = Field(default_factory=list)
    external_sources: list[ExternalSource] = Field(default_factory=list)
    used_profile: bool = False
    source_explanation: str = ""

    @property
    def has_uncited_profile(self) -> bool:
        """The profile was used and none of the citations is of it: it is the last of the numbered sources."""
        return self.used_profile and all(each.note_id != PROFILE_ID for each in self.citations)


class StandardResponse(_Camel):
    """`model_dump(mode="json", by_alias=True)` is the specification's JSON."""

    answer: str
    metadata: Metadata

"""What an answer may cite: a note, the profile or a web page, each with the passages that were found in it.

Pure: shared by retrieval, prompting, checking and every interface.
"""

from bisect import bisect_right
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from core.text.hidden_spans import blank_comments

PROFILE_ID = "profile"
"""The profile's id as a source; those of notes are ULIDs, those of web pages their URLs."""


class SourceType(StrEnum):
    """The specification's names."""

    NOTES = "notes"
    EXTERNAL = "external"
    PROFILE = "profile"


@dataclass(frozen=True, slots=True)
class SourcePassage:
    """A verbatim part of a source: text[start:end] of a note's body, a profile's text, a page's extract."""

    start: int
    end: int
    text: str
    score: float = 0.0
    """Comparable among the passages of one question."""
    trail: str = ""
    """Titles of the headings above it, joined by " › "."""


class DatedSpan(NamedTuple):
    """text[start:end] of a note is of this day: a message, a mail, an entry of a diary, a line of a log. None: its day
    is not known.
    """

    start: int
    end: int
    day: date | None
    is_entry: bool = False
    """Of a diary."""


@dataclass(frozen=True, slots=True)
class AnswerSource:
    """`passages` are in the order of the text and do not overlap."""

    type: SourceType
    id: str
    title: str
    passages: tuple[SourcePassage, ...]
    score: float = 0.0
    url: str = ""
    """Of an external source."""
    origin: str = ""
    """The publisher of an external source: "Wikipedia"."""
    day: date | None = None
    """That a note gives itself; None: it has none of its own."""
    probable_day: date | None = None
    """Without a day of its own: the last of the day and month with which it begins. It orders, and is never shown."""
    dated: tuple[DatedSpan, ...] = ()
    """The parts of a note that have a day of their own, in order, without overlap."""

    def without_comments(self) -> "AnswerSource":
        """As a reader sees it, at the same places: comments are blank."""
        passages = (replace(each, text=blank_comments(each.text)) for each in self.passages)
        return replace(self, passages=tuple(passages))

    def dated_at(self, at: int) -> DatedSpan | None:
        """The part in which the character at this place of the text is."""
        before = bisect_right(self.dated, at, key=lambda span: span.start)
        return self.dated[before - 1] if before and at < self.dated[before - 1].end else None

    def day_at(self, at: int) -> date | None:
        """Of that part, else of the note."""
        span = self.dated_at(at)
        return span.day if span else self.day

    def written_at(self, at: int) -> date | None:
        """The same, else the probable day."""
        span = self.dated_at(at)
        return span.day if span else self.day or self.probable_day

"""What an answer may cite: a note, the profile or a web page, each with the passages that were found in it.

Pure: shared by retrieval, prompting, checking and every interface.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

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

"""Enums of the whole quickstart, the database included."""

from enum import IntEnum, StrEnum
from typing import Literal

OwnerKind = Literal["entry", "skill"]
"""Of an indexed text."""


class Intent(StrEnum):
    """What an asker is after (the specification's four)."""

    UNDERSTANDING = "understanding"
    ACTION = "action"
    NAVIGATION = "navigation"
    HYBRID = "hybrid"

    @property
    def words(self) -> str:
        return _INTENT_WORDS[self]


_INTENT_WORDS: dict[str, str] = {
    Intent.UNDERSTANDING: "an explanation",
    Intent.ACTION: "how to do it",
    Intent.NAVIGATION: "where it is",
    Intent.HYBRID: "an explanation and how to do it",
}


class AskOutcome(StrEnum):
    """The result of asking."""

    ANSWERED = "answered"
    ASK_BACK = "ask_back"
    NO_ANSWER = "no_answer"


class TextKind(IntEnum):
    """The part of its owner that an indexed text is."""

    QUESTION = 1
    VARIANT = 2
    ANSWER = 3
    TITLE = 4
    TRIGGER = 5
    DESCRIPTION = 6
    BODY = 7
    # The labels of its tree path, and its tags.
    PLACE = 8
    # Combinations of others: the beginning of an answer after all its wordings; a title with its description.
    OPENING = 9
    SUMMARY = 10


REPEATING = (TextKind.OPENING, TextKind.SUMMARY)
"""They help to find their owner, but repeat its other texts: hits are not judged by them."""

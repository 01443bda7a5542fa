"""The kinds that every part of the quickstart speaks of, the database included."""

from enum import IntEnum, StrEnum


class Intent(StrEnum):
    """What an asker is after (the specification's four)."""

    UNDERSTANDING = "understanding"
    ACTION = "action"
    NAVIGATION = "navigation"
    HYBRID = "hybrid"


class AskOutcome(StrEnum):
    """What came of a question."""

    ANSWERED = "answered"
    ASK_BACK = "ask_back"
    NO_ANSWER = "no_answer"


class TextKind(IntEnum):
    """What of its owner an indexed text is."""

    QUESTION = 1
    VARIANT = 2
    ANSWER = 3
    TITLE = 4
    TRIGGER = 5
    DESCRIPTION = 6
    BODY = 7
    # The labels of its tree path, and its tags.
    PLACE = 8
    # What repeats others, together: how an answer begins, behind all that asks for it; a title with its description.
    OPENING = 9
    SUMMARY = 10


REPEATING = (TextKind.OPENING, TextKind.SUMMARY)
"""They help to find their owner, and say nothing that its other texts do not: a hit is not judged by them."""

"""Which questions ask what is allowed, and which sentences say it. English alone."""

import re

from core.text.bm25_words import split_words
from core.text.filler_words import OPENING

_ASKS_PERMISSION = re.compile(
    rf"\W*{OPENING}(?:may\b|(?:am|are|is)\b.*\b(?:allowed|permitted|forbidden|ok(?:ay)?)\b"
    r"|(?:do|does) (?:you|they|we|he|she|it|the)\b.*\b(?:allow|permit|accept)\b"
    r"|can (?:i|we|you|one|people|guests|visitors|anybody|anyone)\b)",
    re.IGNORECASE,
)
_STATES_PERMISSION = re.compile(
    r"\b(?:allow(?:s|ed|ing)?|permit(?:s|ted)?|forbid(?:s|den)?|prohibit(?:s|ed)?|banned|may not|must not|mustn['’]t"
    r"|not without|(?:is|are) (?:welcome|fine|ok(?:ay)?)|ok(?:ay)? (?:for|to|with|if|on))\b"
    r"|(?:^|[.:;,] )(?:please )?(?:no|yes|never|only|don['’]t)\b"
    r"|\bno \w+,? please\b",
    re.IGNORECASE,
)
PERMITTED = frozenset(split_words("allow allowed permit permitted ok okay"))
"""By which it is asked, and need not be said."""


def asks_permission(query: str) -> bool:
    """Whether it asks what is allowed."""
    return _ASKS_PERMISSION.match(query) is not None


def states_permission(sentence: str) -> bool:
    """Whether it allows or forbids something."""
    return _STATES_PERMISSION.search(sentence) is not None

"""Whether a question asks what is allowed, and a sentence says what is or is not. English alone."""

import re

_ASKS = re.compile(
    r"\W*(?:and |but |so )?(?:may\b|(?:am|are|is)\b.*\b(?:allowed|permitted|forbidden|ok(?:ay)?)\b"
    r"|(?:do|does) (?:you|they|we|he|she|it|the)\b.*\b(?:allow|permit|accept)\b"
    r"|can (?:i|we|you|one|people|guests|visitors|anybody|anyone)\b)",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\b(?:allow(?:s|ed|ing)?|permit(?:s|ted)?|forbid(?:s|den)?|prohibit(?:s|ed)?|banned|may not|must not|mustn['’]t"
    r"|not without|(?:is|are) (?:welcome|fine|ok(?:ay)?))\b|(?:^|[.:;,] )(?:please )?(?:no|yes|never|only|don['’]t)\b"
    r"|\bno \w+,? please\b",
    re.IGNORECASE,
)


def asks_permission(query: str) -> bool:
    return _ASKS.match(query) is not None


def states_permission(sentence: str) -> bool:
    """Whether it allows or forbids something."""
    return _SAYS.search(sentence) is not None

"""Whether a question asks for a reason, and whether a text gives one. English and German."""

import re
from collections.abc import Sequence

_ASKS = re.compile(
    r"\b(?:why|how come|what for|for what reason|what(?:['’]s| is| are| was) the reason"
    r"|warum|wieso|weshalb|wozu)\b",
    re.IGNORECASE,
)
_ASKS_HOW = re.compile(
    r"\bhow (?:do|can|could|should|to)\b|\bwhat (?:do|can|should) (?:i|we)\b", re.IGNORECASE
)
_ASKS_OTHERWISE = re.compile(
    r"\W*(?:how|what|which|where|when|who|can|could|may|might|must|shall|should|will|would|do|does|did|has|have|is|are"
    r"|was|were)\b",
    re.IGNORECASE,
)
_GIVES = re.compile(
    r"\b(?:because|since|so that|therefore|thus|hence|reasons?|cause[sd]?|due to|in order to|otherwise"
    r"|weil|denn|deshalb|damit|daher|sonst)\b",
    re.IGNORECASE,
)


def asks_reason(question: str) -> bool:
    return _ASKS.search(question) is not None


def asks_reason_alone(question: str) -> bool:
    """Whether it does not ask for a way as well: "why is it slow, and how do I make it fast?"."""
    return asks_reason(question) and _ASKS_HOW.search(question) is None


def gives_reason(wordings: Sequence[str], text: str) -> bool:
    """Whether a text, whose own question is the first of its wordings, is asked for a reason itself, says one, or tells
    of a state ("Payment declined"), and not how, what or whether something is.
    """
    is_told = any(map(asks_reason, wordings)) or _GIVES.search(text) is not None
    return is_told or _ASKS_OTHERWISE.match(wordings[0]) is None

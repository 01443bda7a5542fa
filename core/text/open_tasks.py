"""What a list of tasks has ticked, and whether a question asks, in English, for the rest of it."""

import re

_ASKS_OPEN = re.compile(
    r"\bstill (?:(?:have|has|had|need|needs|got|must|should|be|to)\b|open|missing|left|undone|outstanding)"
    r"|\b(?:left|remains?|remaining|open|outstanding|missing|yet|there) (?:for (?:me|us) )?to (?:be )?\w"
    r"|\b(?:is|are|what['’]?s) (?:still |not |yet )*(?:left|open|outstanding|undone|unfinished|done yet|to do)\b"
    r"|\b(?:have|has)(?:n['’]t| (?:\w+ )?not) [^?]*\b(?:yet|done)\b|\bto-?dos?\b",
    re.IGNORECASE,
)
_TICKED = re.compile(r"\W*?(?:\[[xX✓✔]\]|[✓✔☑✅])\s")


def asks_open(question: str) -> bool:
    """Whether it asks what is still to be done."""
    return _ASKS_OPEN.search(question) is not None


def is_ticked(text: str) -> bool:
    """Whether it is a task that is marked as done: "[x] van"."""
    return _TICKED.match(text[:40]) is not None

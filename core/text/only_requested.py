"""What is only asked for, applied for, offered or planned in a text, beside what came of it: "we asked for 6,000, they
give 4,500". A question for what was given is answered by the second alone. English.
"""

import re

_GIVING = (
    r"giv(?:e|es|en|ing)|gave|gets?|got|receiv\w+|grant(?:s|ed)?|award(?:s|ed)?|donat\w+|contribut\w+|approv\w+"
    r"|lends?|lent"
)
_DOING = r"pay|paid|spend|spent|costs?|earn(?:ed)?|win|won|sell|sold|buy|bought|raised?|order(?:ed)?|deliver(?:ed)?"
_ASKS_OUTCOME = re.compile(
    rf"\b(?:{_GIVING})\b|\b(?:did|has|have|had|was|were)\b.*\b(?:{_DOING})\b|\b(?:paid|spent|earned|won|sold|bought)\b",
    re.I,
)
_REQUEST = re.compile(
    r"\bappl(?:y|ies|ied|ying) (?:[\w'’&-]+ ){0,6}?for\b|\bapplications?\b|\b(?:asks?|asked|asking)\b"
    r"(?! (?:whether|if|who|what|when|where|how|why|that)\b)|\brequest(?:s|ed|ing)?\b|\bpropos(?:e|es|ed|als?|ing)\b"
    r"|\bbids?\b|\bhop(?:e|es|ed|ing)\b|\bwould like\b|\bwant(?:s|ed)?\b|\bwish(?:es|ed)?\b|\bpromis\w+|\bpledg\w+"
    r"|\boutstanding\b|\bexpect(?:s|ed|ing)?\b",
    re.I,
)
_PLAN = re.compile(
    rf"{_REQUEST.pattern}|\bplan(?:s|ned)?\b|\bestimat\w+|\bbudget\w*|\bquot(?:es?|ed|ations?)\b|\boffer(?:s|ed)?\b"
    r"|\bwould\b|\b(?:they|we|he|she|it|i|you)['’]d\b",
    re.I,
)
"""With what comes near what it will be."""
_LISTED = re.compile(r"\b(?:quotes|quotations|offers|estimates|bids) ?:(?:[^.!?;\n]|\.(?=\d))*", re.I)
"""Sums, each offered."""
_OPEN = re.compile(r"\b(?:will|would|should|could|can|may|might|shall|how (?:do|can) i)\b", re.I)
"""Asks for what is to be, which a plan says."""
_CLAUSE = re.compile(
    r"(?<=[.!?;])\s+|\n+|,\s+(?!\W?\d|(?:for|to|towards?|an?|plus|or|each)\b)"
    r"|\s(?:and|but)\s+(?=(?:they|we|he|she|it|i|you|get|got|gives?|gave|receiv\w+|paid|was|were|has|have|had|is|are|then)\b)",
    re.I,
)


def asks_outcome(query: str) -> bool:
    """Whether it asks what was given, got, paid or the like, and not what somebody asked for."""
    if _PLAN.search(query) or _OPEN.search(query):
        return False
    return _ASKS_OUTCOME.search(query) is not None


def without_requests(text: str, *, plans: bool = False) -> str:
    """With blanks for its clauses that only ask; `plans`: or offer, estimate or plan."""
    wished = _PLAN if plans else _REQUEST
    if not wished.search(text):
        return text
    if plans:
        text = _LISTED.sub(lambda found: " " * len(found[0]), text)
    characters, start = list(text), 0
    for end, following in [*(each.span() for each in _CLAUSE.finditer(text)), (len(text), 0)]:
        if wished.search(text, start, end):
            characters[start:end] = " " * (end - start)
        start = following
    return "".join(characters)

"""Questions about messages, told from their words: whom of the correspondents one names, and a word of messaging."""

import re
from collections.abc import Collection

_MESSAGING = re.compile(
    r"\b(?:asks?|asked|asking|says?|said|tells?|told|writes?|wrote|written|sends?|sent|messages?|messaged|mails?|mailed"
    r"|repl(?:y|ies|ied)|answers?|answered|wants?|wanted|requests?|requested|reports?|reported|inbox|hear|heard|news"
    r"|contact(?:ed)?)\b",
    re.IGNORECASE,
)
_OF_THE_ASKER = re.compile(
    r"\b(?:did|have|had) i\b|\bi (?:\w+ ){0,2}(?:asked|said|told|wrote|sent)\b", re.IGNORECASE
)
"""What the asker wrote stands in no message to the asker."""
_WORD = re.compile(r"[\w-]+")


def named_correspondents(question: str, names: Collection[str]) -> frozenset[str]:
    """Those of `names` (`koda`, of another account `koda@ann`) whose messages the question is about; mostly none.

    A part of a name on either side of the "@" is enough.
    """
    if not _MESSAGING.search(question) or _OF_THE_ASKER.search(question):
        return frozenset()
    words = {word.casefold() for word in _WORD.findall(question)}
    return frozenset(name for name in names if words.intersection(name.casefold().split("@")))

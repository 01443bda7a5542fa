"""Which words of a question nothing that is quoted holds: what it asks about may not be there."""

import re
from collections.abc import Sequence

from core.text.bm25_words import split_words
from core.text.expected_form import expected_form
from core.text.guess_language import guess_language

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_ASKING = frozenset(
    split_words(
        "tell remind know show find said say says note notes noted please exactly actually again still really ever just"
        " something anything thing things like kind sort get got give make made take use used happen happens happened"
        " one ones much many again yet already now also too up out off over"
    )
)
"""Stems of words that ask, or that say too little to be missed."""
_MEASURE = re.compile(r"\bhow (?!to\b)\w+|\bper\b", re.I)
"""Asks for a measure: "how long" is answered by hours."""
_NAMES = frozenset(split_words("name names named called"))
_PROPER = re.compile(r"(?<=[\w,;:(] )[A-Z][\w'’-]+")
"""A capital within a sentence: in English a name."""
_WHY = re.compile(r"\s*(?:and |but |so )?why\b", re.I)
_REASON = re.compile(
    r"\b(?:because|since|as|so|due|reasons?|therefore|thus|hence|otherwise|causes?d?|why|for fear|to avoid"
    r"|in order)\b|[:—–;]",
    re.I,
)


def unnamed_words(query: str, quoted: str) -> list[str]:
    """In the question's order and spelling. `quoted`: a quotation and the title of its note.

    A name that is asked for counts as named where one stands there that the question does not know; "why" is
    missing where no reason is given. Other languages than English: by their words alone.
    """
    held = set(split_words(quoted))
    form = expected_form(query)
    known = held | _ASKING | (form.stems if form else frozenset())
    if any(name.lower() not in query.lower() for name in _PROPER.findall(quoted)):
        known |= _NAMES
    words = (word for word in _WORD.findall(_MEASURE.sub(" ", query)) if split_words(word))
    missing = [word for word in dict.fromkeys(words) if not known.intersection(split_words(word))]
    if _WHY.match(query) and not _REASON.search(quoted) and guess_language(quoted) in ("en", ""):
        return ["why", *missing]
    return missing


def describe_unnamed(words: Sequence[str]) -> str:
    """As a sentence; empty for none."""
    if not words:
        return ""
    named = ", ".join(f"“{word}”" for word in words)
    return f"What is quoted does not hold {named}: it may not answer."

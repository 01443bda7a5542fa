"""How a question wants something done, or to be: longer, cheaper, in bulk, by date.

Such words change what is asked, but weigh little beside those of its subject: a text that says nothing of them answers
another question. English.
"""

import re

from core.text.bm25_words import split_words

_QUALITIES = (
    ("longer", "long length extend more large"),
    ("shorter", "short length brief less few cut"),
    ("bigger larger higher", "big large high size length enlarge increase raise more maximum"),
    ("smaller lower", "small low size shrink reduce decrease less few minimum"),
    ("faster quicker", "fast quick speed accelerate slow second millisecond"),
    ("slower", "slow speed delay second"),
    ("cheaper", "cheap price cost less free save token budget"),
    ("dearer costlier", "price cost expensive token budget"),
    ("automatically automatic", "auto itself themselves schedule timer cron hourly daily every always"),
    ("manually", "manual hand yourself"),
    ("bulk", "batch many several multiple all once each every"),
    ("better best worse worst", "good bad prefer recommend compare improve quality"),
    ("alphabetically alphabetical", "alphabet sort order"),
)
"""Words of a quality, and others that tell of it."""
_TOLD_BY = {
    stem: frozenset(split_words(f"{words} {others}"))
    for words, others in _QUALITIES
    for stem in split_words(words)
}
_MORE = re.compile(
    r"\b(?:more|less|least|most)\s+(?P<what>[\w-]{3,}(?:ive|ful|able|ible|ous|al|ant|ent|ly|ic))\b", re.I
)
"""Adjectives and adverbs: "more memory" is an amount."""
_BY = re.compile(
    r"\b(?:sort|order|group|filter|list|arrange|rank)\w*\b(?:\s+[\w'-]+){0,5}?\s+by\s+(?:the\s+)?(?P<what>\w+)",
    re.I,
)


def lacks_qualifier(question: str, text: str) -> str:
    """A word for how it is wanted that a text says nothing of; empty where it has all, or there is none."""
    stems = frozenset(split_words(text))
    for word in question.split():
        told_by = _TOLD_BY.get("".join(split_words(word)[:1]))
        if told_by and not told_by & stems:
            return word.strip(".,;:!?")
    for found in (*_MORE.finditer(question), *_BY.finditer(question)):
        if not stems.issuperset(split_words(found["what"])):
            return str(found["what"])
    return ""

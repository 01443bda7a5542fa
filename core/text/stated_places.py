"""Whether a text says where something is. English alone."""

import re

from core.text.bm25_words import split_words
from core.text.expected_form import DATE_OR_TIME

_WORDS = re.compile(r"[^\W_]+")
_PLACE = re.compile(
    r"\b(?:in|at|on|under|behind|beside|near|next to|opposite|inside|outside|above|below|between|from|to|into|onto|off"
    r"|around|across|by|along|through|via|with)((?: [\w'’-]+){1,4})"
    r"|(?:: | [-–—] )([\w'’-].*)"
    r"|\b((?:up|down)stairs|home|abroad|away|outside|inside|north|south|east|west|everywhere|nowhere)\b",
    re.I,
)
"""What may say where: what a preposition has, what stands behind a label, an adverb."""
_NO_PLACES = frozenset(
    split_words(
        "two three four five six seven eight nine ten eleven twelve none nobody everybody all time vote votes"
    )
)


def says_where(context: str, quoted: str) -> bool:
    """Whether a word that the question lacks, and that is no time, stands where a place would."""
    known = set(split_words(f"{context} him her us one")) | _NO_PLACES
    return any(
        set(split_words(word)) - known and not DATE_OR_TIME.holds.search(word)
        for found in _PLACE.finditer(quoted)
        for word in _WORDS.findall(" ".join(filter(None, found.groups())))
    )

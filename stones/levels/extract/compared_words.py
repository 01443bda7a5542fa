"""The words by which two texts are compared, and by which a sentence is about what a whole text is about."""

import re
from collections.abc import Iterable, Set
from itertools import chain

from core.text.bm25_words import is_east_asian

NAME_CHARACTERS = 5
"""Of a word by which a sentence is about the subject of a text: shorter ones stand everywhere."""
RECURRING = 0.3
"""Share of these words that stand elsewhere in the text, too."""
MIN_RECURRING = 2
_WORD = re.compile(r"[^\W_]{3,}")
_DEFINES = re.compile(
    r"(?:\S+ ){1,6}?(?:is|are|ist|sind|es|son|est) (?:an?|the|our|one of|ein\w*|una?|une)\b"
)


def compared_words(text: str) -> frozenset[str]:
    """East Asian text by pairs of characters."""
    words = _WORD.findall(text.lower())
    return frozenset(chain.from_iterable(map(_pieces, words)) if is_east_asian(text) else words)


def names_in(words: Iterable[str]) -> frozenset[str]:
    """Those by which a sentence may be about the subject of a text."""
    return frozenset(word for word in words if len(word) >= NAME_CHARACTERS)


def is_on_subject(text: str, named: Set[str], recurring: Set[str], title: Set[str]) -> bool:
    """Whether the sentence has a word of the title, words that stand in other sentences, too (`recurring`), or says
    what something is. `named`: its own (`names_in`).
    """
    is_recurring = len(named & recurring) >= max(MIN_RECURRING, RECURRING * len(named))
    return not named.isdisjoint(title) or is_recurring or _DEFINES.match(text) is not None


def _pieces(word: str) -> list[str]:
    return [word[at : at + 2] for at in range(len(word) - 1)] if is_east_asian(word) else [word]

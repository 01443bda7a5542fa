"""Slips of the fingers in a question: "dokcer file for my servce".

Without a dictionary: a word that no text of the collection has, and one of its own words at a slip's distance. First
letters are rarely wrong, and short words have too many neighbours, so neither is changed. What is right and unknown
("heap") then mostly stays as it is.
"""

import re
from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

from texts.words import STOP_WORDS, words

SHORTEST = 5
"""Letters."""
LONG = 8
"""From so many letters on, two slips are forgiven."""

_WORD = re.compile(r"[^\W_]+")


class Vocabulary:
    """The words of a collection's texts, as people write them, by first letter. Built once a version of it."""

    def __init__(self, texts: Iterable[str]) -> None:
        found = {word.lower() for text in texts for word in _WORD.findall(text)}
        self._known = found | STOP_WORDS
        self._stems = {stem for word in found for stem in words(word)}
        self._by_letter: dict[str, list[str]] = {}
        # In a fixed order: of equally near words the first is taken.
        for word in sorted(self._known):
            if len(word) >= SHORTEST - 1 and word.isalpha():
                self._by_letter.setdefault(word[0], []).append(word)

    def meant(self, word: str) -> str:
        """The word of these texts that was meant; the same one where it is known, short, or like none."""
        lower = word.lower()
        if len(lower) < SHORTEST or not lower.isascii() or not lower.isalpha() or lower in self._known:
            return word
        if self._stems.issuperset(words(lower)):
            return word
        slips = 1 if len(lower) < LONG else 2
        near = self._by_letter.get(lower[0], ())
        found = process.extractOne(lower, near, scorer=OSA.distance, score_cutoff=slips)
        return found[0] if found else word


def spelled(question: str, vocabulary: Vocabulary) -> str:
    """The question as it was meant. The same where nothing looks like a slip."""
    return _WORD.sub(lambda match: vocabulary.meant(match[0]), question)

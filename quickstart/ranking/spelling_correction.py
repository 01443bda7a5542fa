"""Typing errors in a question: "dokcer file for my servce".

Without a dictionary: a word that no text of the collection has is replaced by a close one that some has. First
letters are rarely wrong, and short words have too many neighbours, so neither is changed. Correct but unknown words
("heap") mostly stay as they are.
"""

import re
from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

from core.text.bm25_words import STOP_WORDS, split_words

MIN_LETTERS = 5
"""Letters."""
LONG = 8
"""From this length on two errors are tolerated."""

_WORD = re.compile(r"[^\W_]+")


class Vocabulary:
    """The words of a collection's texts, as written, by first letter. Built once per version."""

    def __init__(self, texts: Iterable[str]) -> None:
        found = {word.lower() for text in texts for word in _WORD.findall(text)}
        self._words = found | STOP_WORDS
        self._stems = {stem for word in found for stem in split_words(word)}
        self._by_letter: dict[str, list[str]] = {}
        # In a fixed order: of equally close words the first is used.
        for word in sorted(self._words):
            if len(word) >= MIN_LETTERS - 1 and word.isalpha():
                self._by_letter.setdefault(word[0], []).append(word)

    def knows(self, word: str) -> bool:
        """Whether these texts have it, in some form."""
        return word.lower() in self._words or self._stems.issuperset(split_words(word.lower()))

    def correct(self, word: str) -> str:
        """The closest word of these texts; the same word if it is known, short, or close to none."""
        lower = word.lower()
        if len(lower) < MIN_LETTERS or not lower.isascii() or not lower.isalpha() or self.knows(lower):
            return word
        slips = 1 if len(lower) < LONG else 2
        near = self._by_letter.get(lower[0], ())
        found = process.extractOne(lower, near, scorer=OSA.distance, score_cutoff=slips)
        return found[0] if found else word


def correct_spelling(question: str, vocabulary: Vocabulary) -> str:
    """The corrected question; the same if nothing looks like a typing error."""
    return _WORD.sub(lambda match: vocabulary.correct(match[0]), question)

"""Words of a text, and BM25 over the passages of one document.

BM25 as in Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), with low saturation and mild length
correction, because passages are short and of about one size.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

SATURATION = 0.3
LENGTH_CORRECTION = 0.3

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_HUMPS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+")
_LONGEST_WORD = 64
_SHORTEST_PART = 3

_STOP_WORDS = (
    "a about an and any are as at be been but by can could did do does for from had has have how i if in into is"
    " it its may me my of on or our should so such than that the their them then there these they this those to"
    " was we were what when where which who whom whose why will with would you your"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())

# Words of questions about a handoff, and stems of the sections that answer them: Porter does not unite these.
_RELATED = {
    "decid": ("decis",),
    "decis": ("decid",),
    "undecid": ("open", "question", "decis", "await"),
    "left": ("remain", "next", "todo", "pend", "open"),
    "remain": ("next", "todo", "pend", "open"),
    "unfinish": ("remain", "next", "todo", "pend", "open"),
    "todo": ("next", "remain", "pend"),
    "next": ("todo", "remain"),
    "broken": ("bug", "fail", "error"),
    "blocker": ("block",),
}


def split_words(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order; names also by their parts, East Asian text by pairs."""
    return [_stem(word) for word in _raw_words(text) if word not in STOP_WORDS]


def expand_related(question_words: Sequence[str]) -> list[str]:
    """Related stems of a handoff for the question's; none of the question's own."""
    return [word for stem in question_words for word in _RELATED.get(stem, ()) if word not in question_words]


def is_east_asian(text: str) -> bool:
    """Whether it has characters of a script that does not separate words by spaces."""
    return _EAST_ASIAN.search(text) is not None


class PassageWords:
    """An index of the words of passages; scoring takes time in the number of occurrences of the question's words."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._places: dict[str, list[tuple[int, int]]] = {}
        lengths = []
        for at, text in enumerate(texts):
            counts = Counter(split_words(text))
            lengths.append(counts.total())
            for word, times in counts.items():
                self._places.setdefault(word, []).append((at, times))
        self._relative_lengths = np.array(lengths) / max(1.0, float(np.mean(lengths)) if lengths else 1.0)

    def weight(self, word: str) -> float:
        """Inverse document frequency, above 0."""
        holding = len(self._places.get(word, ()))
        return math.log(1 + (len(self._relative_lengths) - holding + 0.5) / (holding + 0.5))

    def holds(self, word: str) -> bool:
        return word in self._places

    def best_coverage(self, question: Sequence[str]) -> float:
        """Share, by weight, of the question's words that the best passage holds: 0 to 1."""
        return float(np.max(self.coverages(question), initial=0.0))

    def coverages(self, question: Sequence[str]) -> NDArray[np.float64]:
        """Share, by weight, of the question's words that each passage holds, (n,)."""
        covered = np.zeros(len(self._relative_lengths))
        question_words = dict.fromkeys(question)
        for word in question_words:
            covered[[at for at, _ in self._places.get(word, ())]] += self.weight(word)
        total = sum(self.weight(word) for word in question_words)
        return covered / total if total else covered

    def scores(self, question: Sequence[str]) -> NDArray[np.float64]:
        """BM25 of each passage, (n,); 0 for a passage without a word of the question."""
        lengths = self._relative_lengths
        damping = SATURATION * (1 - LENGTH_CORRECTION + LENGTH_CORRECTION * lengths)
        scores = np.zeros(len(lengths))
        for word in dict.fromkeys(question):
            for at, times in self._places.get(word, ()):
                scores[at] += self.weight(word) * times * (SATURATION + 1) / (times + damping[at])
        return scores


def _raw_words(text: str) -> Iterator[str]:
    for match in _WORD.finditer(text):
        word = match[0]
        if _EAST_ASIAN.search(word):
            yield from _pairs(word)
        elif word.isascii() and not word.islower() and not word.isupper():
            parts = [part.lower() for part in _HUMPS.findall(word[:_LONGEST_WORD])]
            yield word[:_LONGEST_WORD].lower()
            if len(parts) > 1:  # getUser, not SARS or mRNA
                yield from (part for part in parts if len(part) >= _SHORTEST_PART)
        else:
            yield word[:_LONGEST_WORD].lower()


def _pairs(word: str) -> Iterator[str]:
    """East Asian scripts do not separate words: every two neighbouring characters count as one."""
    for run in _EAST_ASIAN.findall(word):
        yield from (run[at : at + 2] for at in range(max(1, len(run) - 1)))
    yield from (part.lower() for part in _EAST_ASIAN.split(word) if part)


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    """By Porter's English stemmer; words with other letters or digits stay as they are."""
    if not (word.isascii() and word.replace("'", "").replace("’", "").isalpha()):
        return word
    import snowballstemmer  # all its languages come with it

    # A stemmer per call: it stores the current word in itself, and the site's threads share this module.
    return str(snowballstemmer.stemmer("english").stemWord(word.replace("’", "'")))

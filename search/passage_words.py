"""An index of the words of a few passages, made in memory: those of one document, or of one manual.

BM25 as in Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), with low saturation and mild length
correction, because passages are short and of about one size.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from core.text.bm25_words import split_words
from search.passage_score import Numbers, word_weights

SATURATION = 0.3
LENGTH_CORRECTION = 0.3


class PassageWords:
    """Scoring takes time in the number of occurrences of the question's words."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._places: dict[str, list[tuple[int, int]]] = {}
        lengths = []
        for at, text in enumerate(texts):
            counts = Counter(split_words(text))
            lengths.append(counts.total())
            for word, times in counts.items():
                self._places.setdefault(word, []).append((at, times))
        self._relative_lengths = np.array(lengths) / max(1.0, float(np.mean(lengths)) if lengths else 1.0)

    def holds(self, word: str) -> bool:
        return word in self._places

    def coverages(self, question: Sequence[str]) -> Numbers:
        """Share, by weight, of the question's words that each passage holds, (n,): 0 to 1."""
        covered = np.zeros(len(self._relative_lengths))
        words, weights = self._weigh(question)
        for word, weight in zip(words, weights, strict=True):
            covered[[at for at, _ in self._places.get(word, ())]] += weight
        return covered / weights.sum() if words else covered

    def scores(self, question: Sequence[str]) -> Numbers:
        """BM25 of each passage, (n,); 0 for a passage without a word of the question."""
        damping = SATURATION * (1 - LENGTH_CORRECTION + LENGTH_CORRECTION * self._relative_lengths)
        scores = np.zeros(len(self._relative_lengths))
        for word, weight in zip(*self._weigh(question), strict=True):
            for at, times in self._places.get(word, ()):
                scores[at] += weight * times * (SATURATION + 1) / (times + damping[at])
        return scores

    def _weigh(self, question: Sequence[str]) -> tuple[list[str], Numbers]:
        words = list(dict.fromkeys(question))
        holding = [len(self._places.get(word, ())) for word in words]
        return words, word_weights(holding, len(self._relative_lengths))

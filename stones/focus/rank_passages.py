"""Ranks the passages of a document for a question, by words and vectors, relative to the document itself.

Neither a cosine nor a BM25 score is comparable between two documents. So both are expressed in standard deviations of
this document's own passages before they are added. Alternatives that were tried: docs/adr/0005-focused-reading.md.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.text.bm25_words import PassageWords, expand_related, split_words
from core.text.passages import Passage, embedding_text

WORDS_WEIGHT = 0.8
"""Of the words; the vectors weigh 1."""
NEIGHBOUR_WEIGHT = 0.15
"""An answer is often next to the passage that names its subject."""
LENGTH_WEIGHT = 0.7
"""A passage must be worth its cost: of two equally likely ones the shorter comes first."""
SHORT_CHARACTERS = 120
"""Below this a passage gains nothing more from being short."""
EVIDENCE = 0.2
COVERAGE_WEIGHT = 0.5
"""At a total below EVIDENCE there is no match. It refused 1 of 651 questions asked of their own document, and 51% and
75% of those asked of a document of the other collection.
"""

Scores = NDArray[np.float64]


def rank(
    question: str,
    passages: Sequence[Passage],
    similarities: NDArray[np.floating] | None,
    *,
    nearest: bool = False,
    by_cost: bool = True,
) -> Scores:
    """The worth of each passage for this question, (n,); the document's average is about 0.

    `similarities` is the cosine of each passage's vector with the question's, (n,); None ranks by words alone. All
    scores are -inf if nothing in the document clearly matches the question, unless `nearest` asks for the nearest all
    the same. `by_cost` False: length does not count, for callers that return the same amount of either.
    """
    if not passages:
        return np.zeros(0)
    question_words = list(dict.fromkeys(split_words(question)))
    index = PassageWords([embedding_text(passage) for passage in passages])
    related_words = expand_related(question_words)
    if not (
        nearest or any(map(index.holds, related_words)) or _is_match(question_words, index, similarities)
    ):
        return np.full(len(passages), -np.inf)
    scores = WORDS_WEIGHT * _standardize(index.scores([*question_words, *related_words]))
    if similarities is not None:
        scores += _standardize(np.asarray(similarities, dtype=np.float64))
    scores = _add_neighbours(scores)
    return scores - LENGTH_WEIGHT * _relative_cost(passages) if by_cost else scores


def _is_match(
    question_words: Sequence[str], index: PassageWords, similarities: NDArray[np.floating] | None
) -> bool:
    """Whether the document is about the question: by how far its best passage stands out, in words and vectors."""
    if similarities is None:
        return not question_words or any(index.holds(word) for word in question_words)
    has_outlier = float(np.max(similarities) - np.mean(similarities) / 2)
    return has_outlier + COVERAGE_WEIGHT * index.best_coverage(question_words) >= EVIDENCE


def _standardize(values: Scores) -> Scores:
    spread = float(np.std(values))
    return (values - np.mean(values)) / spread if spread > 1e-9 else np.zeros(len(values))


def _add_neighbours(scores: Scores) -> Scores:
    near = np.zeros(len(scores))
    near[1:] += scores[:-1]
    near[:-1] += scores[1:]
    return scores + NEIGHBOUR_WEIGHT * near


def _relative_cost(passages: Sequence[Passage]) -> Scores:
    """Logarithm of the relative length, 0 for the average: benefit per cost is the best loading order (Smith, 1956)."""
    logarithms = np.log([max(SHORT_CHARACTERS, len(passage.text)) for passage in passages])
    return np.asarray(logarithms - np.mean(logarithms), dtype=np.float64)

"""Scores of an account's passages for a question, by vectors and words.

Neither measure is comparable between two collections, so both are taken in standard deviations over all passages that
were scanned, and added. A word's weight is its rarity among the account's own passages.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from search.passage_score import passage_scores
from search.word_weights import Numbers, coverages, held_share, held_words, word_weights

WORDS_WEIGHT = 0.5
"""Of the words; the vectors weigh 1."""
PART_SHARE = 0.5
"""Of the best part in the similarity of a passage; the rest is the passage's own."""


@dataclass(frozen=True, slots=True)
class PassageScores:
    """All passages, in the order of the chunks; arrays are (n,)."""

    chunk_indexes: NDArray[np.intp]
    """Index of each passage among the chunks."""
    similarities: Numbers
    """Cosine with the question, mixed with that of its best part; NaN without a vector."""
    coverages: Numbers
    """Share, by weight, of the question's words that the passage holds, its title's included: 0 to 1."""
    familiar: float
    """Share, by weight, of the question's words that any passage holds: 0 to 1."""
    scores: Numbers

    def order(self, chosen: NDArray[np.bool_]) -> list[int]:
        """Indexes of the `chosen` passages, (n,) bool, best first."""
        return [int(at) for at in np.argsort(-self.scores, kind="stable") if chosen[at]]


def score_passages(
    texts: NDArray[np.bytes_], ends: NDArray[Any], similarities: NDArray[Any], masks: NDArray[Any], words: int
) -> PassageScores:
    """From chunks to passages. All arrays are (n,), chunks of one text together and in order; `texts` names their
    text.

    Bit w of a mask is set if the chunk holds the question's word w.
    """
    is_passage = ~_parts(texts, ends)
    chunk_indexes = np.flatnonzero(is_passage)
    own = similarities[chunk_indexes].astype(np.float64)
    best = _best_parts(similarities, is_passage, chunk_indexes)
    # A passage without parts, or whose parts have no vectors, counts as its own part.
    mixed = (1 - PART_SHARE) * own + PART_SHARE * np.where(np.isnan(best), own, best)
    held = held_words(masks[chunk_indexes], words)
    holding = held.sum(axis=1)
    weights = word_weights(holding, len(chunk_indexes))
    covered = coverages(held, weights)
    scores = passage_scores(mixed, covered, words_weight=WORDS_WEIGHT)
    return PassageScores(chunk_indexes, mixed, covered, held_share(holding, weights), scores)


def best_texts(
    passage_scores: PassageScores, texts: NDArray[np.bytes_], order: Sequence[int]
) -> dict[bytes, float]:
    """Names of the texts of the passages in `order`, best first, with the score of the best passage of each."""
    found: dict[bytes, float] = {}
    for at in order:
        found.setdefault(bytes(texts[passage_scores.chunk_indexes[at]]), float(passage_scores.scores[at]))
    return found


def _parts(texts: NDArray[np.bytes_], ends: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether a chunk is a part of the passage before it: a passage ends later than all before it in its text."""
    if not len(texts):
        return np.zeros(0, dtype=bool)
    number = np.cumsum(np.concatenate([[False], texts[1:] != texts[:-1]]))
    # Ends that increase from one text to the next, so that one running maximum serves them all.
    reach = number * (int(ends.max()) + 1) + ends.astype(np.int64)
    furthest = np.maximum.accumulate(reach)
    return np.concatenate([[False], reach[1:] <= furthest[:-1]])


def _best_parts(
    similarities: NDArray[Any], is_passage: NDArray[np.bool_], chunk_indexes: NDArray[np.intp]
) -> Numbers:
    """NaN for a passage without one."""
    parts = np.where(is_passage, np.nan, similarities.astype(np.float64))
    return np.fmax.reduceat(parts, chunk_indexes) if len(chunk_indexes) else parts

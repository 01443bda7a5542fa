"""The one score of a passage: how near it is, and how well its words fit, each in standard deviations.

Neither a cosine nor a measure of words means the same in two collections, and ranks alone (RRF) lose how far the
first stands out. So both are standardised over what they are compared with, and added.

A word weighs by how few hold it (inverse document frequency), counted over what the asker may see and nothing else,
so that nobody's texts have an influence on what another finds.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def held_words(masks: NDArray[np.integer[Any]], words: int) -> NDArray[np.int64]:
    """(words, n): 1 where the passage holds the word. Bit w of a mask stands for word w < `words` ≤ 63."""
    return (np.asarray(masks, dtype=np.int64)[np.newaxis, :] >> np.arange(words)[:, np.newaxis]) & 1


def word_weights(holding: Sequence[int] | NDArray[np.integer[Any]], count: int) -> Numbers:
    """Inverse document frequencies, above 0: of words that `holding` of `count` hold."""
    many = np.asarray(holding, dtype=np.float64)
    return np.asarray(np.log1p((count - many + 0.5) / (many + 0.5)), dtype=np.float64)


def relative_word_weights(holding: Sequence[int] | NDArray[np.integer[Any]], count: int) -> Numbers:
    """The same relative to a word that none of them holds: 0 to 1 for any `count`."""
    return word_weights(holding, count) / word_weights([0], count)


def shares(weights: Numbers) -> Numbers:
    """Weights as shares of their sum; all 0 if that is 0."""
    total = float(weights.sum())
    return weights / total if total else weights


def coverages(held: NDArray[Any], weights: Numbers) -> Numbers:
    """Share, by weight, of the question's words that each passage holds, (n,): 0 to 1. Shapes (w, n) and (w,)."""
    return np.asarray(shares(weights) @ held, dtype=np.float64)


def held_share(holding: Sequence[int] | NDArray[np.integer[Any]], weights: Numbers) -> float:
    """Share, by weight, of the question's words that anything holds: 0 to 1."""
    return float(shares(weights)[np.asarray(holding) > 0].sum())


def standardize(values: Numbers, fallback: Numbers | None = None, counts: Numbers | None = None) -> Numbers:
    """In standard deviations from the mean, all 0 where there is no spread; NaNs become those of `fallback`, or 0.

    `counts` (n,): how many values each stands for; None: one.
    """
    has_value = ~np.isnan(values)
    result = np.zeros(len(values)) if fallback is None else fallback.copy()
    if has_value.any():
        known = values[has_value]
        weights = None if counts is None else counts[has_value]
        distances = known - np.average(known, weights=weights)
        spread = float(np.sqrt(np.average(distances**2, weights=weights)))
        result[has_value] = distances / spread if spread > 1e-9 else 0.0
    return result


def passage_scores(
    cosines: Numbers, words: Numbers, *, words_weight: float, counts: Numbers | None = None
) -> Numbers:
    """(n,). Cosines weigh 1; what has no vector (NaN) is scored by its words in both places. `counts` (n,): how many
    passages each stands for; None: one.
    """
    by_words = standardize(words, counts=counts)
    return standardize(cosines, fallback=by_words, counts=counts) + words_weight * by_words

"""Words as evidence: which of a question's words something holds, and how much each of them says.

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

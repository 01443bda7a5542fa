"""The features of a passage and its score. Pure: values in, values out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

COVERAGE_WEIGHT = 2.0
"""Of coverage beside the cosine, which is in standard deviations of the account's cosines."""
USUAL_DEVIATION = 0.1
"""Of cosines, where there are too few to tell."""
WORD_CANDIDATES = 2_000
"""At most about so many passages are looked at because of their words."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PassageHit:
    passage: int
    owner: Any
    """The owner's primary key."""
    start: int
    end: int
    cosine: float | None
    """With the question; None: no vector of the question's model."""
    coverage: float
    """Share, by inverse document frequency, of the question's words that it holds: 0 to 1."""
    score: float


def word_weights(frequencies: Sequence[int], passages: int) -> Numbers:
    """Inverse document frequencies, as shares of their sum."""
    many = np.asarray(frequencies, dtype=np.float64)
    weights = np.log1p(np.maximum(passages - many + 0.5, 0.5) / (many + 0.5))
    return weights / weights.sum() if len(weights) else weights


def held_words(masks: NDArray[np.int64], words: int) -> NDArray[np.int64]:
    """(words, n): 1 where the passage holds the word; bit w of a mask stands for word w."""
    return (masks[np.newaxis, :] >> np.arange(words)[:, np.newaxis]) & 1


def score_hits(cosines: Numbers, coverages: Numbers, *, mean: float, deviation: float) -> Numbers:
    """(n,). A passage without a vector (NaN) counts as one of the mean."""
    return np.nan_to_num((cosines - mean) / (deviation or USUAL_DEVIATION)) + COVERAGE_WEIGHT * coverages


def best_places(values: Numbers, many: int) -> set[int]:
    """Places of the largest values; of equal ones the first, NaN never."""
    best = np.argsort(-values, kind="stable")[:many]
    return {int(at) for at in best if not np.isnan(values[at])}


def word_groups(frequencies: Mapping[str, int], passages: int) -> list[tuple[str, ...]]:
    """Which words, or pairs of words, a passage has to hold to be looked at.

    The rarest words first, as long as few passages hold them; commoner ones in pairs.
    """
    budget = WORD_CANDIDATES
    groups: list[tuple[str, ...]] = []
    common: list[str] = []
    for stem, many in sorted(frequencies.items(), key=lambda item: item[1]):
        if many <= budget and not common:
            groups.append((stem,))
            budget -= many
        else:
            common.append(stem)
    for pair in combinations(common, 2):
        expected = frequencies[pair[0]] * frequencies[pair[1]] // max(passages, 1)
        if expected <= budget:
            groups.append(pair)
            budget -= expected
    return groups

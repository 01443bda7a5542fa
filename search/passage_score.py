"""The one score of a passage: how near it is, and how well its words fit, each in standard deviations.

Neither a cosine nor a measure of words means the same in two collections, and ranks alone (RRF) lose how far the
first stands out. So both are standardised over what they are compared with, and added.
"""

import numpy as np

from search.word_weights import Numbers


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

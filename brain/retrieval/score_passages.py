"""Scores of an account's passages for a question, by vectors and words.

Neither measure is comparable between two collections, so both are taken in standard deviations over all passages that
were scanned, and added. A word's weight is its rarity among the account's own passages.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from search.found_passages import FoundPassages
from search.passage_score import Numbers, coverages, held_share, held_words, passage_scores, word_weights

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


def score_passages(found: FoundPassages) -> PassageScores:
    """From chunks to passages."""
    chunk_indexes = _passage_starts(found)
    own, best = found.similarities[chunk_indexes], _best_parts(found.similarities, chunk_indexes)
    # A passage without parts, or whose parts have no vectors, counts as its own part.
    mixed = (1 - PART_SHARE) * own + PART_SHARE * np.where(np.isnan(best), own, best)
    counts = _represented_counts(found, chunk_indexes)
    weights = word_weights(
        found.holding, len(chunk_indexes) if counts is None else max(len(chunk_indexes), round(counts.sum()))
    )
    covered = coverages(held_words(found.masks[chunk_indexes], len(weights)), weights)
    scores = passage_scores(mixed, covered, words_weight=WORDS_WEIGHT, counts=counts)
    return PassageScores(chunk_indexes, mixed, covered, held_share(found.holding, weights), scores)


def best_texts(
    passage_scores: PassageScores, texts: NDArray[np.bytes_], order: Sequence[int]
) -> dict[bytes, float]:
    """Names of the texts of the passages in `order`, best first, with the score of the best passage of each."""
    found: dict[bytes, float] = {}
    for at in order:
        found.setdefault(bytes(texts[passage_scores.chunk_indexes[at]]), float(passage_scores.scores[at]))
    return found


def _passage_starts(found: FoundPassages) -> NDArray[np.intp]:
    """The places of passages among chunks; each is followed by its parts."""
    owners, stretches = found.owners, found.stretches
    assert stretches is not None
    is_first = np.ones(len(owners), dtype=bool)
    is_first[1:] = (owners[1:] != owners[:-1]) | (stretches[1:] != stretches[:-1])
    return np.flatnonzero(is_first)


def _best_parts(similarities: Numbers, chunk_indexes: NDArray[np.intp]) -> Numbers:
    """NaN for a passage without one."""
    parts = similarities.copy()
    parts[chunk_indexes] = np.nan
    return np.fmax.reduceat(parts, chunk_indexes) if len(chunk_indexes) else parts


def _represented_counts(found: FoundPassages, chunk_indexes: NDArray[np.intp]) -> Numbers | None:
    """How many passages each stands for: one that is likely for itself, those of the sample for all others."""
    if found.sample is None or found.likely is None or not found.sample.any():
        return None
    sizes = np.diff(chunk_indexes, append=len(found.ids))
    is_likely = np.logical_or.reduceat(found.likely, chunk_indexes)
    sampled = np.add.reduceat(found.sample.astype(np.int64), chunk_indexes)
    # Of every chunk one passage with as many as its own: so many passages are there.
    total = found.count * float(np.average(1 / sizes, weights=sampled))
    others = ~is_likely
    return np.where(is_likely, 1.0, max(total - is_likely.sum(), 0.0) / max(others.sum(), 1))

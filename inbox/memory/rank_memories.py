"""In what order memories answer a question: vectors and words, each in standard deviations of the candidates.

Neither score means the same in two memories of different size, and ranks alone (RRF) throw away how far the first
stands out. So both are standardised over the candidates, the best by either, and added.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

WORDS_WEIGHT = 0.5
"""Of the words beside the vectors, which weigh 1. Read off a plateau: 0.3 to 0.7 differ by less than the noise."""
RECENCY_WEIGHT = 0.1
"""The most that being the newest candidate is worth, in standard deviations: it settles ties and little else."""
EVIDENCE = 0.2
COVERAGE_WEIGHT = 0.5
"""A match as focused reading defines it (stones/focus/rank_passages.py)."""

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MemoryCandidate:
    """A memory as the search saw it: what its best passage reached."""

    memory: str
    key: str
    created: datetime
    tokens: int
    coverage: float
    """Share, by weight, of the question's words that one of its passages holds: 0 to 1."""
    similarity: float | None
    """Cosine with the question; None: not embedded yet, or the embedder does not answer."""


@dataclass(frozen=True, slots=True)
class RankedMemory:
    candidate: MemoryCandidate
    score: float
    is_match: bool
    """Whether it, or an older one of its key, speaks of the question; else it only comes nearest."""


def rank_memories(candidates: Sequence[MemoryCandidate], *, mean_similarity: float) -> list[RankedMemory]:
    """The candidates, best first; of those under one key the newest comes first, and matches when any of them does.

    `mean_similarity` is that of all memories that were scanned, candidates or not.
    """
    scores = _scores(candidates)
    order = _sort_newest_first_by_key(candidates, [int(at) for at in np.argsort(-scores, kind="stable")])
    matching = {at for at in order if _is_match(candidates[at], mean_similarity)}
    # An older text that matches must not be listed without the one that replaced it.
    newest: dict[str, int] = {}
    for at in order:
        newest.setdefault(candidates[at].key, at)
    matching |= {newest[key] for at in matching if (key := candidates[at].key)}
    return [RankedMemory(candidates[at], float(scores[at]), at in matching) for at in order]


def order_passages(coverages: Sequence[float], similarities: Sequence[float | None]) -> list[int]:
    """Places of a memory's passages, the one that answers best first. Without all vectors, words alone decide."""
    scores = WORDS_WEIGHT * _standardize(np.array(coverages, dtype=np.float64))
    embedded = [each for each in similarities if each is not None]
    if len(embedded) == len(similarities):
        scores = scores + _standardize(np.array(embedded, dtype=np.float64))
    return [int(at) for at in np.argsort(-scores, kind="stable")]


def _scores(candidates: Sequence[MemoryCandidate]) -> Scores:
    by_words = _standardize(np.array([each.coverage for each in candidates], dtype=np.float64))
    similarities = np.array(
        [np.nan if each.similarity is None else each.similarity for each in candidates], dtype=np.float64
    )
    embedded = ~np.isnan(similarities)
    # What has no vector yet is judged by its words in both places.
    by_vectors = by_words.copy()
    by_vectors[embedded] = _standardize(similarities[embedded])
    return by_vectors + WORDS_WEIGHT * by_words + RECENCY_WEIGHT * _recency(candidates)


def _standardize(values: Scores) -> Scores:
    spread = float(np.std(values)) if len(values) else 0.0
    return (values - np.mean(values)) / spread if spread > 1e-9 else np.zeros(len(values))


def _recency(candidates: Sequence[MemoryCandidate]) -> Scores:
    """1 for the newest, 0 for the oldest, by their order alone."""
    places = np.zeros(len(candidates))
    oldest_first = sorted(
        range(len(candidates)), key=lambda at: (candidates[at].created, candidates[at].memory)
    )
    places[oldest_first] = np.linspace(0.0, 1.0, len(candidates))
    return places


def _sort_newest_first_by_key(candidates: Sequence[MemoryCandidate], order: Sequence[int]) -> list[int]:
    """The same order, in which those of one key have changed places among themselves."""
    of_key: dict[str, list[int]] = defaultdict(list)
    for at in order:
        if candidates[at].key:
            of_key[candidates[at].key].append(at)
    newest = {
        key: iter(sorted(group, key=lambda at: (candidates[at].created, candidates[at].memory), reverse=True))
        for key, group in of_key.items()
    }
    return [next(newest[key]) if (key := candidates[at].key) else at for at in order]


def _is_match(candidate: MemoryCandidate, mean_similarity: float) -> bool:
    if candidate.similarity is None:
        return candidate.coverage > 0
    stands_out = candidate.similarity - mean_similarity / 2
    return stands_out + COVERAGE_WEIGHT * candidate.coverage >= EVIDENCE

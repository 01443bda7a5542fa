"""In what order memories answer a question: vectors and words, each in standard deviations of the candidates.

Neither score means the same in two memories of different size, and ranks alone (RRF) throw away how far the first
stands out. So both are standardised over the candidates, the best by either, and added.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from search.confidence import PASSAGE, PASSAGE_BY_WORDS, confidence
from search.passage_score import Numbers, passage_scores

WORDS_WEIGHT = 0.5
"""Of the words beside the vectors, which weigh 1. Read off a plateau: 0.3 to 0.7 differ by less than the noise."""
RECENCY_WEIGHT = 0.1
"""The most that being the newest candidate is worth, in standard deviations: it settles ties and little else."""
MATCH_ABOVE = 0.5
"""Confidence."""


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
    """Places of a memory's passages, the one that answers best first."""
    scores = _passage_scores(coverages, similarities)
    return [int(at) for at in np.argsort(-scores, kind="stable")]


def _scores(candidates: Sequence[MemoryCandidate]) -> Numbers:
    found = _passage_scores([each.coverage for each in candidates], [each.similarity for each in candidates])
    return found + RECENCY_WEIGHT * _recency(candidates)


def _passage_scores(coverages: Sequence[float], similarities: Sequence[float | None]) -> Numbers:
    cosines = np.array([np.nan if each is None else each for each in similarities], dtype=np.float64)
    return passage_scores(cosines, np.array(coverages, dtype=np.float64), words_weight=WORDS_WEIGHT)


def _recency(candidates: Sequence[MemoryCandidate]) -> Numbers:
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
    parameters = PASSAGE_BY_WORDS if candidate.similarity is None else PASSAGE
    features = {
        "cosine": candidate.similarity or 0.0,
        "mean_cosine": mean_similarity,
        "coverage": candidate.coverage,
    }
    return confidence(features, parameters) >= MATCH_ABOVE

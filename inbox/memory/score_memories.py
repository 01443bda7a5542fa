"""From the scores of passages to those of memories: a memory counts as its best passage.

A question's word weighs by how few passages hold it (inverse document frequency), counted over what the asker may
recall, so that nobody else's texts have an influence. How often a short passage repeats a word adds nothing: with
counts and lengths (BM25) the fused order was no better on any collection.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAX_CANDIDATES = 100
"""The best so many by words, and as many by vectors, are compared with each other."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MemoryScores:
    """Memories by the best of their passages, the latest id first."""

    memories: NDArray[np.bytes_]
    coverages: Numbers
    """Share, by weight, of the question's words that one passage holds: 0 to 1."""
    similarities: Numbers
    """Cosine with the question; NaN where no passage has a vector."""
    weights: Numbers
    """Of the question's words, as shares of their sum."""
    all_embedded: bool

    @property
    def mean_similarity(self) -> float:
        embedded = self.similarities[~np.isnan(self.similarities)]
        return float(np.mean(embedded)) if len(embedded) else 0.0

    def position(self, memory: str) -> int | None:
        """The index of this memory; None: it was not scanned."""
        at = len(self.memories) - 1 - int(np.searchsorted(self.memories[::-1], memory.encode()))
        return at if at >= 0 and self.memories[at] == memory.encode() else None

    def candidates(self) -> list[int]:
        """Indices of the best by words and the best by vectors, MAX_CANDIDATES of each, in ascending order."""
        by_words = np.argsort(-self.coverages, kind="stable")[:MAX_CANDIDATES]
        by_vectors = np.argsort(-self.similarities, kind="stable")[:MAX_CANDIDATES]  # NaN comes last
        found = {int(at) for at in by_words if self.coverages[at] > 0}
        return sorted(found | {int(at) for at in by_vectors if not np.isnan(self.similarities[at])})


def score_memories(
    memories: NDArray[np.bytes_], similarities: NDArray[Any], masks: NDArray[Any], words: int
) -> MemoryScores:
    """All arrays are (n,), one value a passage; bit w of a mask is set where the passage holds word w."""
    holds = (masks[np.newaxis, :] >> np.arange(words)[:, np.newaxis]) & 1
    many = holds.sum(axis=1)
    weights = np.log1p((len(masks) - many + 0.5) / (many + 0.5))
    weights = weights / weights.sum() if words else weights
    coverages = np.asarray(weights @ holds, dtype=np.float64)
    all_embedded = not np.isnan(similarities).any()
    order = np.argsort(memories, kind="stable")
    names, starts = np.unique(memories[order], return_index=True)
    similarities = similarities[order].astype(np.float64)
    if len(order):
        coverages = np.maximum.reduceat(coverages[order], starts)
        similarities = np.fmax.reduceat(similarities, starts)
    return MemoryScores(
        memories=names[::-1],
        coverages=coverages[::-1],
        similarities=similarities[::-1],
        weights=weights,
        all_embedded=all_embedded,
    )

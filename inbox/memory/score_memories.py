"""From the scores of passages to those of memories: a memory counts as its best passage.

A question's word weighs by how few passages hold it (inverse document frequency), counted over what the asker may
recall, so that nobody else's texts have an influence. How often a short passage repeats a word adds nothing: with
counts and lengths (BM25) the fused order was no better on any collection.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from search.found_passages import FoundPassages
from search.passage_score import Numbers, coverages, held_words, word_weights

MAX_CANDIDATES = 100
"""The best so many by words, and as many by vectors, are compared with each other."""


@dataclass(frozen=True, slots=True)
class MemoryScores:
    """Memories by the best of their passages, the latest id first."""

    memories: NDArray[np.bytes_]
    coverages: Numbers
    """Share, by weight, of the question's words that one passage holds: 0 to 1."""
    similarities: Numbers
    """Cosine with the question; NaN where no passage has a vector."""
    weights: Numbers
    """Of the question's words."""
    mean_similarity: float
    """Of all memories with a vector, or of a sample of their passages; 0 if there is none."""
    all_embedded: bool

    def places(self, memories: Sequence[str]) -> list[int | None]:
        """The index of each memory; None: it was not scanned."""
        if not len(self.memories):
            return [None] * len(memories)
        names = np.array([memory.encode() for memory in memories], dtype=self.memories.dtype)
        last = len(self.memories) - 1
        at = last - np.minimum(np.searchsorted(self.memories[::-1], names), last)
        return [
            int(place) if is_there else None
            for place, is_there in zip(at, self.memories[at] == names, strict=True)
        ]

    def candidates(self) -> list[int]:
        """Indices of the best by words and the best by vectors, MAX_CANDIDATES of each, in ascending order."""
        by_words = np.argsort(-self.coverages, kind="stable")[:MAX_CANDIDATES]
        by_vectors = np.argsort(-self.similarities, kind="stable")[:MAX_CANDIDATES]  # NaN comes last
        found = {int(at) for at in by_words if self.coverages[at] > 0}
        return sorted(found | {int(at) for at in by_vectors if not np.isnan(self.similarities[at])})


def score_memories(found: FoundPassages) -> MemoryScores:
    weights = word_weights(found.holding, found.count)
    covered = coverages(held_words(found.masks, len(weights)), weights)
    order = np.argsort(found.owners, kind="stable")
    names, starts = np.unique(found.owners[order], return_index=True)
    best_covered, best = covered[order], found.similarities[order]
    if len(order):
        best_covered, best = np.maximum.reduceat(best_covered, starts), np.fmax.reduceat(best, starts)
    usual = best if found.sample is None else found.similarities[found.sample]
    return MemoryScores(
        memories=names[::-1],
        coverages=best_covered[::-1],
        similarities=best[::-1],
        weights=weights,
        mean_similarity=0.0 if np.isnan(usual).all() else float(np.nanmean(usual)),
        all_embedded=not np.isnan(found.similarities).any(),
    )

"""The vectors of a model, seen from the middle of ordinary texts.

The texts of many models lie in a narrow cone: multilingual-e5-small gives two that have nothing to do with each other a
cosine of .8. What is compared with a fixed cosine would always match, and the signs of such vectors say little. Their
mean taken away, unrelated texts are near 0 again (Mu and Viswanath 2018, "All-but-the-Top"; figures: ADR 3).
"""

from collections.abc import Sequence

import numpy as np

from core.llm.embeddings.embedder import Embedder, Vectors, unit_rows
from core.llm.embeddings.sample_texts import SAMPLE_PAIRS

LEAST_LENGTH = 1e-3
"""Of what is left of a vector of length 1: less is rounding."""


class CentredEmbedder:
    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._middle: Vectors | None = None

    @property
    def name(self) -> str:
        """Of its own: the vectors of the model itself must not be compared with these."""
        return f"{self._embedder.name}+centred"

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._centred(self._embedder.embed(texts))

    def embed_questions(self, questions: Sequence[str]) -> Vectors:
        return self._centred(self._embedder.embed_questions(questions))

    def _centred(self, vectors: Vectors) -> Vectors:
        """A text that is the middle itself, which no ordinary one is, stays as it was."""
        if not len(vectors):
            return vectors
        if self._middle is None:
            # One middle for questions and texts, which are compared with each other. Somebody may wait for it, and a
            # slow server gives the vectors of two texts within the time of a question, if not of all.
            samples = [self._embedder.embed_questions(pair) for pair in SAMPLE_PAIRS]
            self._middle = np.concatenate(samples).mean(axis=0)
        centred = vectors - self._middle
        lengths = np.linalg.norm(centred, axis=1, keepdims=True)
        return unit_rows(np.where(lengths > LEAST_LENGTH, centred, vectors))

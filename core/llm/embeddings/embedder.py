"""The interface of an embedder."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Vectors of different `name`s must never be compared with each other."""

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """(n, dimensions): a unit row for each text, in order; (0, dimensions) for none. Raises LLMError."""
        ...

    def embed_questions(self, questions: Sequence[str]) -> Vectors:
        """The same for what is compared with texts. Somebody waits: a server that does not answer fails soon, and for
        a while at once.
        """
        ...


def unit_rows(vectors: Vectors) -> Vectors:
    """The same directions at length 1; a zero row stays zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths == 0, 1, lengths), dtype=np.float32)

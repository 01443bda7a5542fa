"""An embedder and a token counter that are values of the text alone: no model, no vocabulary, no clock."""

import hashlib
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

DIMENSIONS = 64


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Bags of hashed words as unit rows: sentences that share words are near."""
    rows = np.full((len(texts), DIMENSIONS), 1e-3, dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        for word in re.findall(r"\w+", text.lower()):
            row[
                hashlib.md5(word.encode(errors="replace"), usedforsecurity=False).digest()[0] % DIMENSIONS
            ] += 1
    unit: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


def count_tokens(text: str) -> int:
    """Words and marks, long words more than once: about what a vocabulary of 200,000 pieces gives."""
    return sum(1 + len(piece) // 8 for piece in re.findall(r"\w+|[^\w\s]|\n", text))

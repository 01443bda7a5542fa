"""An embedder for tests: no model, the same vectors everywhere, similar where texts share words."""

import re
import zlib
from collections.abc import Sequence

import numpy as np

from core.llm.embeddings.embedder import Vectors, unit_rows
from core.llm.model_errors import LLMError

_WORD = re.compile(r"\w+")


class FakeEmbedder:
    """A bag of hashed words (Weinberger et al. 2009). `calls` holds the texts of each call, in order.

    `fail_with`: what the next calls raise, one each.
    """

    def __init__(self, *, dimensions: int = 384, name: str = "fake-embedder") -> None:
        self.name = name
        self.dimensions = dimensions
        self.calls: list[list[str]] = []
        self.fail_with: list[LLMError] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        if self.fail_with:
            raise self.fail_with.pop(0)
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in _WORD.findall(text.lower()):
                digest = zlib.crc32(word.encode("utf-8", "replace"))
                row[digest % self.dimensions] += 1.0 if digest & 0x8000_0000 else -1.0
            if not row.any():
                row[0] = 1.0
        return unit_rows(vectors)

    def embed_questions(self, questions: Sequence[str]) -> Vectors:
        return self.embed(questions)

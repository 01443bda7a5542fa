"""From passages to vectors, for every table of passages."""

from collections.abc import Sequence

import numpy as np

from core.llm.embeddings.embedder import Embedder, Vectors
from core.text import Embed, Passage, passage_vectors


def embed_passages(passages: Sequence[Passage], embedder: Embedder) -> Vectors:
    """(n, d), none of them zero; each passage mixed with the stretch around it. Raises ValueError, LLMError."""
    vectors = passage_vectors(passages, embed=_embed_each_once(embedder.embed))
    if not (np.isfinite(vectors).all() and vectors.any(axis=1).all()):
        raise ValueError(f"{embedder.name} gave a vector without a direction")
    return vectors


def _embed_each_once(embed: Embed) -> Embed:
    """`embed` with a cache: of a short text, passage and stretch are the same."""
    cache: dict[str, Vectors] = {}

    def embedded(texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in cache]
        cache.update(zip(new, embed(new), strict=True))
        return np.array([cache[text] for text in texts], dtype=np.float32)

    return embedded

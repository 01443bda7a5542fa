"""The one way from texts to vectors that are stored: each text once, and none without a direction."""

from collections.abc import Sequence

import numpy as np

from core.llm.embeddings.embedder import Embedder, Vectors
from core.text.stretch_vectors import Embed


def checked_embed(embedder: Embedder) -> Embed:
    """`embedder.embed`, which embeds no text twice, in one call or in several: of a short text, passage and stretch
    are the same.

    What it gives raises ValueError for a vector that is missing, not finite or zero, before it could be mixed with
    another, which would hide that; and LLMError.
    """
    cache: dict[str, Vectors] = {}

    def embed(texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in cache]
        vectors = embedder.embed(new) if new else np.zeros((0, 0), dtype=np.float32)
        if len(vectors) != len(new) or not (np.isfinite(vectors).all() and vectors.any(axis=1).all()):
            raise ValueError(f"{embedder.name} gave a vector without a direction")
        cache.update(zip(new, vectors, strict=True))
        return np.array([cache[text] for text in texts], dtype=np.float32)

    return embed

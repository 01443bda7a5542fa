"""The search features of a chunk: its stems and its vector, mixed with those of the note's title, description and
tags.

A chunk often leaves unsaid what the note is about, and people ask with the words of its title. So a change of title,
description or tags must rebuild the features of all chunks, as a change of the text does.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from brain.retrieval.note_chunks import ChunkText
from core.text.bm25_words import passage_stems
from core.text.stretch_vectors import Embed

ABOUT_WEIGHT = 0.5
"""Of title and description; the chunk's own text weighs 1."""


def chunk_stems(
    chunk: ChunkText, *, title: str = "", description: str = "", tags: Iterable[str] = ()
) -> list[str]:
    """The stems of a chunk as they are stored (Chunk.words), each once, sorted. A part has none of its own."""
    if chunk.is_part:
        return []
    return passage_stems(f"{chunk.trail}\n{chunk.text}", key=f"{title}\n{description}", tags=tags)


def chunk_vectors(
    chunks: Sequence[ChunkText],
    *,
    embed: Embed,
    title: str = "",
    description: str = "",
    tags: Iterable[str] = (),
) -> NDArray[np.float32]:
    """Unit rows, (n, d), for the chunks of one text in order; compare by cosine with a question's vector.

    Each mixes the chunk's own vector with that of title and description at weight ABOUT_WEIGHT. Tags count only as
    words: they say little to an embedder. Calls `embed` once, with one text more than there are chunks; its
    exceptions pass through.
    """
    if not chunks:
        return np.zeros((0, 0), dtype=np.float32)
    about = "\n".join(part for part in (title, description) if part)
    vectors = embed([*(chunk.text for chunk in chunks), *([about] if about else [])])
    if not about:
        return vectors
    mixed = vectors[:-1] + ABOUT_WEIGHT * vectors[-1]
    lengths = np.linalg.norm(mixed, axis=1, keepdims=True)
    return np.asarray(mixed / np.maximum(lengths, 1e-9), dtype=np.float32)

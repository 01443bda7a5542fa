"""By what a chunk is found: its stems and its vector, those of the note's title, description and tags with them.

A chunk often leaves unsaid what the note is about, and people ask with the words of its title. So whoever changes a
title, a description or a tag must find the note's chunks anew, as after a change of its text.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from brain.retrieval.note_chunks import ChunkText
from core.text import Embed, passage_stems

ABOUT_WEIGHT = 0.5
"""Of the title and the description beside the chunk's own text, which weighs 1."""


def chunk_stems(
    chunk: ChunkText, *, title: str = "", description: str = "", tags: Iterable[str] = ()
) -> list[str]:
    """The words of a chunk as they are stored (Chunk.words): each stem once, sorted. A part has none of its own."""
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
    """Unit rows, (n, d), for the chunks of one text in their order: compared by cosine with that of a question.

    A mixture of what the chunk says and, by half, of what the whole is said to be. Tags are words only: they say
    little to an embedder. `embed` is called once, with one text more than there are chunks; what it raises comes
    through.
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

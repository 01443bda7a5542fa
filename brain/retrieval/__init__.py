"""Retrieval of notes: the chunks of a text, their search features, and the ranking of notes for a question.

Pure: values in, values out; vectors and token counts are arguments. Measurements: docs/adr/0012-brain-retrieval.md.
"""

from brain.retrieval.chunk_features import chunk_stems, chunk_vectors
from brain.retrieval.hashtags import extract_hashtags
from brain.retrieval.note_chunks import ChunkText, split_chunks

__all__ = [
    "ChunkText",
    "chunk_stems",
    "chunk_vectors",
    "extract_hashtags",
    "split_chunks",
]

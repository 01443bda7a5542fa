"""How notes are found: the chunks of a text, what each is found by, and in what order notes answer a question.

Pure: values in, values out; vectors and token counts are arguments. What was measured stands in
docs/adr/0012-brain-retrieval.md.
"""

from brain.retrieval.chunks import ChunkText, split_chunks
from brain.retrieval.finding import chunk_stems, chunk_vectors
from brain.retrieval.tags import divide

__all__ = [
    "ChunkText",
    "chunk_stems",
    "chunk_vectors",
    "divide",
    "split_chunks",
]

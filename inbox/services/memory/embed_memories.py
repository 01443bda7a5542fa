"""The vectors of a memory's passages."""

from collections.abc import Sequence

from core.llm.embeddings.embedder import Vectors
from core.text.passages import Passage
from core.text.stretch_vectors import Embed, passage_vectors
from inbox.models import EMBED_MEMORY, Memory, MemoryPassage
from search.embed_passages import embeds_passages


@embeds_passages(EMBED_MEMORY)
def memory_vectors(memory: Memory, rows: Sequence[MemoryPassage], embed: Embed) -> Vectors:
    """(n, d). The memory's key is put above each passage, like a heading."""
    text = memory.text
    passages = [
        Passage(
            ordinal=row.ordinal,
            start_line=text.count("\n", 0, row.start) + 1,
            end_line=text.count("\n", 0, row.end) + 1,
            trail=" › ".join(filter(None, [memory.key, row.trail])),
            text=text[row.start : row.end],
            start=row.start,
            end=row.end,
        )
        for row in rows
    ]
    return passage_vectors(passages, embed=embed)

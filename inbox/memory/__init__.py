"""The pure core of recall: which stems find a memory, in what order memories come, and their text within a budget.

Values in, values out; vectors, counts and the clock are arguments. The measurement behind each constant is beside it.
"""

from inbox.memory.rank_memories import MemoryCandidate, RankedMemory, order_passages, rank_memories
from inbox.memory.score_memories import MemoryScores, score_memories
from inbox.memory.unanswered_words import ShownMemory, unanswered_words
from inbox.memory.write_memories import (
    NEAREST,
    NO_MATCH,
    Layout,
    MemoryEntry,
    TextSpan,
    WrittenMemories,
    plain_layout,
    write_memories,
)

__all__ = [
    "NEAREST",
    "NO_MATCH",
    "Layout",
    "MemoryCandidate",
    "MemoryEntry",
    "MemoryScores",
    "RankedMemory",
    "ShownMemory",
    "TextSpan",
    "WrittenMemories",
    "order_passages",
    "plain_layout",
    "rank_memories",
    "score_memories",
    "unanswered_words",
    "write_memories",
]

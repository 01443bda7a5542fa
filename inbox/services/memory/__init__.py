"""What agents remember: put down, found again within a budget of tokens, and forgotten."""

from inbox.services.memory.embedding import EMBED, embed_memory, sweep_memories
from inbox.services.memory.forgetting import forget, purge_memories
from inbox.services.memory.recalling import (
    BUDGET,
    DEFAULT_BUDGET,
    MAX_QUERY,
    Recalled,
    RecalledMemory,
    recall,
)
from inbox.services.memory.remembering import (
    MAX_BYTES,
    MAX_KEY,
    MAX_TAG,
    MAX_TAGS,
    TTL_SECONDS,
    Remembered,
    remember,
)

__all__ = [
    "BUDGET",
    "DEFAULT_BUDGET",
    "EMBED",
    "MAX_BYTES",
    "MAX_KEY",
    "MAX_QUERY",
    "MAX_TAG",
    "MAX_TAGS",
    "TTL_SECONDS",
    "Recalled",
    "RecalledMemory",
    "Remembered",
    "embed_memory",
    "forget",
    "purge_memories",
    "recall",
    "remember",
    "sweep_memories",
]

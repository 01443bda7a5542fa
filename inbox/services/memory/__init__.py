"""Agents' memories: stored, recalled within a budget of tokens, deleted."""

from inbox.services.memory import embed_memories as embed_memories
from inbox.services.memory.delete_memories import forget, forget_memories, purge_memories
from inbox.services.memory.recall_memories import BUDGET, DEFAULT_BUDGET, MAX_QUERY, RecallResult, recall
from inbox.services.memory.search_as_recall import search_as_recall
from inbox.services.memory.store_memory import MAX_BYTES, MAX_KEY, MAX_TAG, MAX_TAGS, TTL_SECONDS, remember
from inbox.services.memory.tag_memories import tag_memories, trim_tag, untag_memories

__all__ = [
    "BUDGET",
    "DEFAULT_BUDGET",
    "MAX_BYTES",
    "MAX_KEY",
    "MAX_QUERY",
    "MAX_TAG",
    "MAX_TAGS",
    "TTL_SECONDS",
    "RecallResult",
    "forget",
    "forget_memories",
    "purge_memories",
    "recall",
    "remember",
    "search_as_recall",
    "tag_memories",
    "trim_tag",
    "untag_memories",
]

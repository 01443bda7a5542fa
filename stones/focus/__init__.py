"""Focused reading: the passages of a source that answer a question, within a budget of tokens.

Values in, values out; embeddings and token counts are arguments. docs/adr/0005-focused-reading.md tells
what was measured.
"""

from stones.focus.passages import CountTokens, Passage, embedding_text, split_passages
from stones.focus.ranking import rank
from stones.focus.selecting import Excerpt, Focus, LeftOut, select, whole_excerpt
from stones.focus.vectors import Embed, passage_vectors

__all__ = [
    "CountTokens",
    "Embed",
    "Excerpt",
    "Focus",
    "LeftOut",
    "Passage",
    "embedding_text",
    "passage_vectors",
    "rank",
    "select",
    "split_passages",
    "whole_excerpt",
]

"""Focused reading: the passages of a source that answer a question, within a budget of tokens.

Values in, values out; embeddings and token counts are arguments. docs/adr/0005-focused-reading.md tells
what was measured.
"""

from stones.focus.ranking import rank
from stones.focus.selecting import Excerpt, Focus, LeftOut, select, whole_excerpt

__all__ = [
    "Excerpt",
    "Focus",
    "LeftOut",
    "rank",
    "select",
    "whole_excerpt",
]

"""Focused reading: the passages of a source that answer a question, within a token budget.

Values in, values out; embeddings and token counts are arguments. Measurements: docs/adr/0005-focused-reading.md.
"""

from stones.focus.rank_passages import rank
from stones.focus.select_excerpts import Excerpt, Focus, OmittedLines, select, whole_excerpt

__all__ = [
    "Excerpt",
    "Focus",
    "OmittedLines",
    "rank",
    "select",
    "whole_excerpt",
]

"""Focused reading: the passages of a source that answer a question, within a token budget.

Values in, values out; embeddings and token counts are arguments. Measurements: docs/adr/0005-focused-reading.md.
"""

from stones.focus.passage_ranges import format_ranges, parse_ranges
from stones.focus.rank_parts import find_open_parts, open_line, rank_parts
from stones.focus.rank_passages import rank
from stones.focus.select_excerpts import (
    NO_MATCH,
    NO_WORDS,
    RERANKED_STOP_MARGIN,
    STEP_TOKENS,
    STOP_MARGIN,
    STOP_TOKENS,
    Excerpt,
    Focus,
    NextStep,
    OmittedLines,
    select,
    whole_excerpt,
)

__all__ = [
    "NO_MATCH",
    "NO_WORDS",
    "RERANKED_STOP_MARGIN",
    "STEP_TOKENS",
    "STOP_MARGIN",
    "STOP_TOKENS",
    "Excerpt",
    "Focus",
    "NextStep",
    "OmittedLines",
    "find_open_parts",
    "format_ranges",
    "open_line",
    "parse_ranges",
    "rank",
    "rank_parts",
    "select",
    "whole_excerpt",
]

"""Focused reading: the passages of a source that answer a question, within a token budget.

Values in, values out; embeddings and token counts are arguments. Measurements: docs/adr/0005-focused-reading.md.
"""

from stones.focus.passage_ranges import format_ranges, parse_ranges
from stones.focus.rank_passages import rank
from stones.focus.select_excerpts import (
    NO_MATCH,
    NO_WORDS,
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
    "STEP_TOKENS",
    "STOP_MARGIN",
    "STOP_TOKENS",
    "Excerpt",
    "Focus",
    "NextStep",
    "OmittedLines",
    "format_ranges",
    "parse_ranges",
    "rank",
    "select",
    "whole_excerpt",
]

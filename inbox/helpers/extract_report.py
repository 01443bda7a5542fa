"""A helper without a model: the passages that come nearest to the task, quoted with their lines."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.text.cut_to_tokens import cut_to_tokens
from core.text.passages import CountTokens, Passage
from core.text.question_parts import is_question
from core.text.stretch_vectors import Embed
from inbox.helpers.helper_report import (
    HelperReport,
    HelperTask,
    QuotedLines,
    fit_text,
    report_heading,
    report_scan,
)
from inbox.helpers.pick_sentences import answer_scan, interleave, join_sentences, rank_sentences_by_question
from inbox.helpers.requested_kinds import raise_requested
from inbox.helpers.split_task import split_task
from stones.focus import (
    Excerpt,
    Focus,
    OmittedLines,
    find_open_parts,
    open_line,
    rank_parts,
    select,
)
from stones.levels import LIMITS

NEAREST_TOKENS = 200
"""Spent at most where nothing clearly matches: enough to see whether it helps, or how to ask better."""
LEAD_TOKENS = 12
"""Of LOD-0, for the parts of a task that are open."""
EXTRACTED = "Extracted, not written: the passages are quoted as they stand."
BY_WORDS = "They were found by their words alone, not by their meaning."
NEAREST_REMARK = "Nothing in it clearly matches the task; these passages come nearest."
NOTHING_SCAN = "Nothing in the stone matches the task."
NO_MATCH = "Nothing in the stone clearly matches the task; nearest:"


def write_extract(
    request: HelperTask,
    passages: Sequence[Passage],
    similarities: NDArray[np.floating] | None,
    *,
    embed: Embed | None,
    count_tokens: CountTokens,
    remarks: Sequence[str] = (),
) -> HelperReport:
    """A report of at most `request.answer_tokens`. `similarities` as for `rank_passages`; `embed` None: by words alone.

    `remarks` are sentences for the report's head, such as why no model wrote it.
    """
    scores, is_match = rank_passages(request.task, passages, similarities)
    parts = split_task(request.task)
    still_open = [*filter(is_question, find_open_parts(parts, passages, similarities))] if is_match else []
    by_words = BY_WORDS if similarities is None and passages else ""
    missing = open_line(still_open, count_tokens) if is_match else NEAREST_REMARK
    all_remarks = [EXTRACTED, by_words, *remarks, missing]
    heading = report_heading(request, all_remarks, count_tokens)
    last: list[Focus] = []

    def write(room: int) -> str:
        limit = max(room - count_tokens(heading), 1)
        if not is_match:
            limit = min(limit, NEAREST_TOKENS)
        last[:] = [select(passages, scores, max_tokens=limit, count_tokens=count_tokens, is_match=is_match)]
        return _join_report(heading, last[0].passages, last[0].left_out)

    text = fit_text(write, max_tokens=request.answer_tokens, count_tokens=count_tokens)
    lead = "" if is_match else f"{NO_MATCH} "
    lead = f"{_open_lead(still_open, count_tokens)} " if still_open else lead
    answered = [part for part in parts if part not in still_open]
    scan, detail = _first_levels(answered, last[0].passages, lead, embed=embed, count_tokens=count_tokens)
    return HelperReport(report_scan(scan, count_tokens), detail, text, is_match)


def _first_levels(
    parts: Sequence[str],
    passages: Sequence[Excerpt],
    lead: str,
    *,
    embed: Embed | None,
    count_tokens: CountTokens,
) -> tuple[str, str]:
    """LOD-0 and LOD-1 of a report: the sentences of the passages that answer each part best, behind `lead`."""
    by_part = rank_sentences_by_question(parts, passages, embed=embed, count_tokens=count_tokens)
    best = interleave(by_part)
    if not best:
        levels = _without_sentences(passages)
        return levels, levels
    scan = answer_scan(
        parts,
        by_part,
        max_tokens=LIMITS.scan_tokens - count_tokens(lead),
        count_tokens=count_tokens,
        limit=max(LIMITS.scan_sentences, len(parts)),
    )
    detail = join_sentences(
        best, max_tokens=LIMITS.detail_tokens - count_tokens(lead), count_tokens=count_tokens
    )
    return lead + scan, lead + detail


def _open_lead(open_parts: Sequence[str], count_tokens: CountTokens) -> str:
    """Short: LOD-0 has no room for more."""
    room = LEAD_TOKENS // len(open_parts)
    quoted = (cut_to_tokens(part.rstrip(" ?？"), room, count_tokens) for part in open_parts)
    return f"Open: {', '.join(f'“{part}”' for part in quoted)};"


def rank_passages(
    task: str, passages: Sequence[Passage], similarities: NDArray[np.floating] | None
) -> tuple[NDArray[np.float64], bool]:
    """The passages' scores for a task, and whether any clearly matches it; if not, what comes nearest all the same.

    `similarities` to the task, (n,), or to each of its parts, (parts, n). A passage that answers one question of a
    task is worth as much as one that speaks of all: the best of its scores counts.
    """
    parts = split_task(task)
    scores = raise_requested(parts, passages, rank_parts(parts, passages, similarities))
    if np.isfinite(scores).any():
        return scores, True
    return rank_parts(parts, passages, similarities, nearest=True), False


def excerpt_quote(excerpt: Excerpt) -> QuotedLines:
    return QuotedLines(excerpt.start_line, excerpt.end_line, excerpt.trail, excerpt.text)


def _without_sentences(excerpts: Sequence[Excerpt]) -> str:
    if not excerpts:
        return NOTHING_SCAN
    return f"What comes nearest to the task stands in {excerpt_quote(excerpts[0]).label} of the source."


def _join_report(heading: str, excerpts: Sequence[Excerpt], left_out: Sequence[OmittedLines]) -> str:
    parts = [heading, *(str(excerpt_quote(excerpt)) for excerpt in excerpts)]
    if left_out:
        parts.append("Left out, by lines (tokens, headings): " + ", ".join(map(str, left_out)))
    return "\n\n".join(parts)

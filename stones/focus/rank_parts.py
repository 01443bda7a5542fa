"""Questions of several parts: a passage is worth what it is for the best of them, and a part may stay open."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.text.cut_to_tokens import cut_to_tokens
from core.text.passages import CountTokens, Passage, embedding_text
from core.text.question_parts import is_held_by
from search.passage_score import Numbers
from search.rerank import Relevance, rerank
from stones.focus.rank_passages import LIKELY_WITHIN, rank

PART_TOKENS = 16
"""Of a part that is quoted."""
RERANKED = 12
"""Passages of each part that are looked at again; each costs some 10 to 20 ms of a core."""
RELEVANCE_WEIGHT = 0.4
"""Of its log-odds, beside scores in standard deviations of the document (ADR 5)."""


def rank_parts(
    parts: Sequence[str],
    passages: Sequence[Passage],
    similarities: NDArray[np.floating] | None,
    *,
    nearest: bool = False,
    relevances: Sequence[Relevance] = (),
) -> Numbers:
    """The best score of each passage for one of the parts, (n,), where the best passages of all parts are equally good:
    else one part's have all the room. `similarities`, `nearest`: as in `rank`; of each part, (parts, n), or of all
    together, (n,). `relevances`: of each part, to look at its best passages again; none: they stay as they are.
    """
    rows = _rows(similarities, len(parts))
    scores = [rank(part, passages, row, nearest=nearest) for part, row in zip(parts, rows, strict=True)]
    if relevances:
        scores = [_reranked(passages, each, of) for each, of in zip(scores, relevances, strict=True)]
    tops = [each.max(initial=-np.inf) for each in scores]
    # A part that nothing matches has no best one.
    lifted = [
        each + (max(tops) - top) if np.isfinite(top) else each for each, top in zip(scores, tops, strict=True)
    ]
    return np.asarray(np.max(lifted, axis=0), dtype=np.float64)


def _reranked(passages: Sequence[Passage], scores: Numbers, relevance: Relevance) -> Numbers:
    return rerank(
        scores,
        lambda at: embedding_text(passages[at]),
        relevance,
        best=RERANKED,
        weight=RELEVANCE_WEIGHT,
    )


def find_open_parts(
    parts: Sequence[str], passages: Sequence[Passage], similarities: NDArray[np.floating] | None
) -> tuple[str, ...]:
    """The parts that nothing answers, where something answers another: no passage matches, or none of the likely ones
    holds what the part asks for (`core.text.question_parts`).
    """
    rows = _rows(similarities, len(parts))
    found = [
        part
        for part, row in zip(parts, rows, strict=True)
        if len(parts) > 1 and not _holds(part, passages, row)
    ]
    return tuple(found) if len(found) < len(parts) else ()


def open_line(open_parts: Sequence[str], count_tokens: CountTokens) -> str:
    """A sentence about each; empty for none."""
    quoted = (
        cut_to_tokens(part.rstrip(" ?？"), PART_TOKENS, count_tokens, at_words=True) for part in open_parts
    )
    return " ".join(f"Open: nothing here clearly answers “{part}”." for part in quoted)


def _holds(part: str, passages: Sequence[Passage], row: NDArray[np.floating] | None) -> bool:
    scores = rank(part, passages, row)
    if not np.isfinite(scores).any():
        return False
    likely = np.flatnonzero(scores >= scores.max() - LIKELY_WITHIN).tolist()
    return is_held_by(part, "\n".join(embedding_text(passages[at]) for at in likely))


def _rows(similarities: NDArray[np.floating] | None, parts: int) -> list[NDArray[np.floating] | None]:
    if similarities is None:
        return [None] * parts
    return list(np.broadcast_to(similarities, (parts, similarities.shape[-1])))

"""Focused reading of a text that has no stored passages: a plain message."""

from dataclasses import dataclass

import numpy as np
import structlog
from numpy.typing import NDArray

from core.llm import LLMError, count_tokens, get_embedder
from core.text import Passage, passage_vectors, split_passages
from stones import focus as core
from stones.exceptions import InvalidFocusQuestion
from stones.services.read_passages import BUDGET, MAX_QUESTION, NEAREST_TOKENS

log = structlog.get_logger(__name__)

EMBEDDED_PASSAGES = 32
"""A longer text is matched by words alone: what is read once is not worth seconds of embedding."""


@dataclass(frozen=True)
class FocusedText:
    """What answers a question. `by_vectors` False: matched by words alone."""

    question: str
    focus: core.Focus
    by_vectors: bool


def focus_text(*, text: str, question: str, max_tokens: int) -> FocusedText:
    """The passages of a text that answer the question, in their order, never more than `max_tokens`.

    Raises InvalidFocusQuestion.
    """
    question = _clean_question(question, max_tokens)
    passages = split_passages(text, count_tokens=count_tokens)
    similarities = _similarities(question, passages)
    scores = core.rank(question, passages, similarities)
    is_match = bool(np.isfinite(scores).any())
    if not is_match and similarities is not None:
        scores = core.rank(question, passages, similarities, nearest=True)
        max_tokens = min(max_tokens, NEAREST_TOKENS)
    found = core.select(
        passages, scores, max_tokens=max_tokens, count_tokens=count_tokens, is_match=is_match or not passages
    )
    return FocusedText(question, found, similarities is not None)


def _clean_question(question: str, max_tokens: int) -> str:
    question = " ".join(question.encode(errors="replace").decode().replace("\x00", " ").split())
    if not question or len(question) > MAX_QUESTION:
        raise InvalidFocusQuestion(f"q must be a question of 1 to {MAX_QUESTION:,} characters.")
    if max_tokens not in BUDGET:
        raise InvalidFocusQuestion(
            f"max_tokens must be from {BUDGET[0]} to {BUDGET[-1]:,}, not {max_tokens}."
        )
    return question


def _similarities(question: str, passages: list[Passage]) -> NDArray[np.float32] | None:
    """Cosine of each passage with the question, or None where words must do."""
    if not 0 < len(passages) <= EMBEDDED_PASSAGES:
        return None
    try:
        embedder = get_embedder()
        vectors = passage_vectors(passages, embed=embedder.embed)
        return np.asarray(vectors @ embedder.embed([question])[0], dtype=np.float32)
    except LLMError as error:
        log.warning("focus_without_vectors", reason=str(error))
        return None

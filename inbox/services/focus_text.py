"""Focused reading of a text that has no stored passages: a plain message."""

from dataclasses import dataclass

import numpy as np
import structlog
from numpy.typing import NDArray

from core.llm import LLMError, count_tokens, get_embedder
from core.text.passages import Passage, split_passages
from core.text.stretch_vectors import passage_vectors
from stones import focus as core
from stones.services.read_passages import check_focus_question, focus_parts, select_passages

log = structlog.get_logger(__name__)

EMBEDDED_PASSAGES = 32
"""A longer text is matched by words alone: what is read once is not worth seconds of embedding."""


@dataclass(frozen=True)
class FocusedText:
    """What answers a question. `by_vectors` False: matched by words alone."""

    question: str
    focus: core.Focus
    by_vectors: bool


def focus_text(*, text: str, question: str, max_tokens: int | None, skip: str) -> FocusedText:
    """The passages of a text that answer the question, in their order, never more than `max_tokens`.

    `max_tokens` None, `skip`: as for `stones.services.focus`. Raises InvalidFocusQuestion.
    """
    question = check_focus_question(question, max_tokens, skip)
    passages = split_passages(text, count_tokens=count_tokens)
    similarities = _similarities(question, passages)
    found = select_passages(question, passages, similarities, max_tokens, skip)
    return FocusedText(question, found, similarities is not None)


def _similarities(question: str, passages: list[Passage]) -> NDArray[np.float32] | None:
    """Cosines of the passages with each part of the question, or None where words must do."""
    if not 0 < len(passages) <= EMBEDDED_PASSAGES:
        return None
    try:
        embedder = get_embedder()
        # The question first: a server that is away is found out soon.
        vectors = embedder.embed_questions(focus_parts(question))
        return np.asarray(vectors @ passage_vectors(passages, embed=embedder.embed).T, dtype=np.float32)
    except LLMError as error:
        log.warning("focus_without_vectors", reason=str(error))
        return None

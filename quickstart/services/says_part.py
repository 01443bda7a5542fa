"""Whether an answer comes near to what a part of a question asks for, though it has other words."""

import structlog

from core.llm import LLMError, count_tokens, embedder_named
from core.llm.embeddings.embedder import unit_rows
from core.text.passages import split_finely

log = structlog.get_logger(__name__)

SAYS_IT = 0.4
"""Cosine of a part with a sentence: of 14 that are said in other words 4 have it, of 16 that are not none (the nearest
.32). "Do we get lunch" has it with "Breakfast is included", so that it is said to be no more than perhaps.
"""
MAX_SENTENCES = 24


def says_part(part: str, answer: str, *, model: str) -> bool:
    """Whether a sentence of an entry's answer does. `model`: of the collection's vectors; empty: nothing can tell."""
    sentences = [each.text for each in split_finely(answer, count_tokens=count_tokens)][:MAX_SENTENCES]
    try:
        embedder = embedder_named(model) if model and sentences else None
        if embedder is None:
            return False
        requested, *said = unit_rows(embedder.embed([part, *sentences]))
    except LLMError as error:
        log.warning("part_not_compared", error=str(error))
        return False
    return any(float(requested @ each) >= SAYS_IT for each in said)

"""A question as it is searched: its stems, and its vector where an embedder answers."""

from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from core.llm import LLMError, embedder_named, get_embedder
from core.llm.embeddings.embedder import Embedder, Vectors, unit_rows
from core.text.bm25_words import question_stems

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    stems: Sequence[str]
    """`core.text.bm25_words.question_stems`."""
    vector: Vectors | None = None
    """(d,), by `model`; None: by words alone."""
    model: str = ""


def embed_question(text: str, *, alone: str = "", model: str | None = None) -> SearchQuestion:
    """By the site's embedder, or the one named `model`; without a vector where there is none or it does not answer.

    `alone`: the same question without the topic that was put before it; the vector then lies between the two.
    """
    stems = question_stems(text)
    wordings = [each for each in (text, alone) if each]
    try:
        embedder: Embedder | None = get_embedder() if model is None else embedder_named(model)
        if embedder is None or not wordings:
            return SearchQuestion(stems)
        vectors = embedder.embed_questions(wordings)
    except LLMError as error:
        log.warning("searched_without_vectors", reason=str(error))
        return SearchQuestion(stems)
    vector = vectors[0] if len(vectors) == 1 else unit_rows(vectors.sum(axis=0, keepdims=True))[0]
    return SearchQuestion(stems, vector, embedder.name)

"""The similarity scale of each embedding model, calibrated once per process."""

from functools import lru_cache

import structlog

from brain.retrieval.answer_confidence import SimilarityScale, calibrate_scale
from core.llm import LLMError, embedder_named
from core.llm.embeddings.sample_texts import SAMPLE_PAIRS

log = structlog.get_logger(__name__)


def scale_for(model: str) -> SimilarityScale:
    """For the model of this name; the defaults if it does not answer, and it is called again next time."""
    try:
        return _scale(model)
    except LLMError as error:
        log.warning("model_without_scale", model=model, reason=str(error))
        return SimilarityScale()


@lru_cache(maxsize=4)
def _scale(model: str) -> SimilarityScale:
    embedder = embedder_named(model) if model else None
    if embedder is None:
        return SimilarityScale()
    return calibrate_scale(SAMPLE_PAIRS, embedder.embed, embed_questions=embedder.embed_questions)

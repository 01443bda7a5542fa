"""What cosines of a model mean, learned once a process."""

from functools import lru_cache

import structlog

from brain.retrieval.confidence import Scale, scale_of
from llm import LLMError, embedder_named

log = structlog.get_logger(__name__)


def scale_for(model: str) -> Scale:
    """Of the model of this name; the defaults where it does not answer, and it is asked again next time."""
    try:
        return _scale(model)
    except LLMError as error:
        log.warning("model_without_scale", model=model, reason=str(error))
        return Scale()


@lru_cache(maxsize=4)
def _scale(model: str) -> Scale:
    embedder = embedder_named(model) if model else None
    return scale_of(embedder.embed) if embedder else Scale()

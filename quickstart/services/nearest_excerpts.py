"""Of each text that may answer, the sentence that is nearest to the question: the first one is often just "Yes"."""

from collections.abc import Sequence

import structlog

from core.llm import LLMError, embedder_named
from core.llm.embeddings.embedder import unit_rows
from quickstart.rendering.excerpts import excerpts_of
from quickstart.services.retrieve_items import QuickstartRetrieval

log = structlog.get_logger(__name__)


def nearest_excerpts(texts: Sequence[str], found: QuickstartRetrieval) -> list[str]:
    """In the order of the texts; without an embedder their first sentences. Embeds all sentences in one call."""
    excerpts = [excerpts_of(text) for text in texts]
    try:
        embedder = embedder_named(found.model) if found.model and found.vector is not None else None
        if embedder is None or all(len(each) == 1 for each in excerpts):
            return [each[0] for each in excerpts]
        vectors = iter(unit_rows(embedder.embed([excerpt for each in excerpts for excerpt in each])))
    except LLMError as error:
        log.warning("excerpts_not_compared", error=str(error))
        return [each[0] for each in excerpts]
    return [max(each, key=lambda _: float(next(vectors) @ found.vector)) for each in excerpts]

"""How well texts answer a question, by the site's reranker."""

import structlog

from core.llm import LLMError, get_reranker
from core.text.guess_language import guess_language
from search.rerank import Relevance

log = structlog.get_logger(__name__)


def relevance_to(question: str) -> Relevance | None:
    """None where nothing reranks: it is off, cannot be loaded, or does not read the question's language."""
    reranker = get_reranker()
    if reranker is None or guess_language(question) not in ("", "en"):
        return None
    try:
        reranker.load()
    except LLMError as error:
        log.warning("ranked_without_reranker", reason=str(error))
        return None
    return lambda texts: reranker.relevances(question, texts)

"""How well texts answer a question, by the site's reranker."""

import structlog

from core.llm import LLMError, get_reranker
from core.text.guess_language import guess_language
from search.rerank import Relevance

log = structlog.get_logger(__name__)

_READ = ("", "en")
"""Languages that it reads; one that cannot be told may be."""


def relevance_to(question: str, sample: str) -> Relevance | None:
    """None where nothing reranks: it is off, cannot be loaded, or does not read the language of the question or of the
    texts, of which `sample` is a part. What it gives raises LLMError.
    """
    reranker = get_reranker()
    if reranker is None or not {guess_language(question), guess_language(sample)}.issubset(_READ):
        return None
    try:
        reranker.load()
    except LLMError as error:
        log.warning("ranked_without_reranker", reason=str(error))
        return None
    return lambda texts: reranker.relevances(question, texts)

"""Text analysis: Markdown blocks, passages, sentences, search words, vectors of passages.

Pure: values in, values out; embeddings and token counts are arguments. Imports no app. Importing it is cheap: each
name below is loaded on first use, and numpy with those that calculate.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.text.passages import CountTokens, Passage, embedding_text, split_finely, split_passages
    from core.text.search_stems import MAX_QUESTION_WORDS, as_tsquery, passage_stems, question_stems
    from core.text.stretch_vectors import Embed, passage_vectors

_HOMES = {
    "CountTokens": "core.text.passages",
    "Passage": "core.text.passages",
    "embedding_text": "core.text.passages",
    "split_finely": "core.text.passages",
    "split_passages": "core.text.passages",
    "MAX_QUESTION_WORDS": "core.text.search_stems",
    "as_tsquery": "core.text.search_stems",
    "passage_stems": "core.text.search_stems",
    "question_stems": "core.text.search_stems",
    "Embed": "core.text.stretch_vectors",
    "passage_vectors": "core.text.stretch_vectors",
}

__all__ = [
    "MAX_QUESTION_WORDS",
    "CountTokens",
    "Embed",
    "Passage",
    "as_tsquery",
    "embedding_text",
    "passage_stems",
    "passage_vectors",
    "question_stems",
    "split_finely",
    "split_passages",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value

"""Text analysis: Markdown blocks, passages, sentences, search words, vectors of passages.

Pure: values in, values out; embeddings and token counts are arguments. Imports no app.
"""

from core.text.passages import CountTokens, Passage, embedding_text, split_finely, split_passages
from core.text.search_stems import MAX_QUESTION_WORDS, as_tsquery, passage_stems, question_stems
from core.text.stretch_vectors import Embed, passage_vectors

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

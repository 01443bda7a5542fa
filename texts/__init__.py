"""Texts, taken apart: Markdown blocks, passages, sentences, the words that find them, the vectors of passages.

Pure: values in, values out; embeddings and token counts are arguments. Knows no app.
"""

from texts.passages import CountTokens, Passage, embedding_text, split_passages
from texts.stems import MOST_WORDS, as_tsquery, passage_stems, question_stems
from texts.vectors import Embed, passage_vectors

__all__ = [
    "MOST_WORDS",
    "CountTokens",
    "Embed",
    "Passage",
    "as_tsquery",
    "embedding_text",
    "passage_stems",
    "passage_vectors",
    "question_stems",
    "split_passages",
]

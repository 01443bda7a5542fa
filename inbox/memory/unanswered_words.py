"""Whether recalled memories answer: surely only where one sentence holds every word of the question (ADR 12)."""

from collections.abc import Sequence
from typing import NamedTuple

from core.text.bm25_words import split_words
from core.text.passages import CountTokens, split_finely
from core.text.qualifying_sentences import qualified_span
from core.text.question_parts import split_question
from core.text.unnamed_words import fewest_unnamed, unnamed_words


class ShownMemory(NamedTuple):
    """`title`: its key and tags; `text`: what is shown of it."""

    title: str
    text: str


def unanswered_words(
    query: str, memories: Sequence[ShownMemory], *, count_tokens: CountTokens
) -> list[str] | None:
    """What keeps the memories from answering surely: the words that no sentence about it holds, which may be none.

    None: each part of the question has a sentence that, with its memory's title, holds every word of it and states what
    it asks for by its form.
    """
    missing = [
        _missing(part, _sentences_about(part, memories, count_tokens=count_tokens))
        for part in split_question(query) or (query,)
    ]
    if all(words is None for words in missing):
        return None
    return [word for words in missing for word in words or ()]


def _missing(query: str, sentences: Sequence[tuple[str, str]]) -> list[str] | None:
    """Without a sentence every word of the query."""
    lists = [unnamed_words(query, text, title=title) for title, text in sentences or [("", "")]]
    return fewest_unnamed(lists)


def _sentences_about(
    query: str, memories: Sequence[ShownMemory], *, count_tokens: CountTokens
) -> list[tuple[str, str]]:
    """Titles and sentences that share a word with the query, each with those that it leans on or that qualify it."""
    stems = set(split_words(query))
    return [
        (title, text[slice(*qualified_span(text, piece.start, piece.end))])
        for title, text in memories
        for piece in split_finely(text, count_tokens=count_tokens)
        if not stems.isdisjoint(split_words(f"{title} {piece.text}"))
    ]

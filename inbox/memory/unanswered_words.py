"""Whether recalled memories answer: surely only where one sentence holds every word of the question (ADR 12)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

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
    """What keeps the memories from answering surely: the words that no sentence holds, which may be none.

    None: each part of the question has a sentence that, with its memory's title, holds every word of it and states what
    it asks for by its form.
    """
    sentences = [
        (each.title, text) for each in memories for text in _sentences(each.text, count_tokens=count_tokens)
    ]
    missing = [
        fewest_unnamed([unnamed_words(part, text, title=title) for title, text in sentences])
        for part in split_question(query) or (query,)
    ]
    if all(words is None for words in missing):
        return None
    return [word for words in missing for word in words or ()]


def _sentences(text: str, *, count_tokens: CountTokens) -> Iterator[str]:
    """Each with those that it leans on or that qualify it."""
    for piece in split_finely(text, count_tokens=count_tokens):
        start, end = qualified_span(text, piece.start, piece.end)
        yield text[start:end]

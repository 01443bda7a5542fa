"""The words by which a text is found: stems, with names also by their parts ("deploy/port", "getUser")."""

from collections.abc import Iterable

from core.text.bm25_words import split_words

MAX_QUESTION_WORDS = 32
"""Of a question, the first ones: each is looked for in every passage."""


def passage_stems(text: str, *, key: str, tags: Iterable[str]) -> list[str]:
    """What is stored of a passage, each stem once, sorted; the key and tags of the whole find all of its passages."""
    return sorted(
        {*split_words(text), *split_words(key), *(stem for tag in tags for stem in split_words(tag))}
    )


def question_stems(question: str) -> list[str]:
    """What is looked for, each once, in the question's order. Whatever was typed: signs are no words."""
    return list(dict.fromkeys(split_words(question)))[:MAX_QUESTION_WORDS]


def as_tsquery(stem: str) -> str:
    """One lexeme as PostgreSQL's tsquery reads it. Whatever a stem holds is quoted."""
    quoted = stem.replace("\\", "\\\\").replace("'", "''")
    return f"'{quoted}'"

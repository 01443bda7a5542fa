"""Search stems of a text, with names also by their parts ("deploy/port", "getUser")."""

from collections.abc import Iterable

from core.text.bm25_words import split_words

MAX_QUESTION_WORDS = 32
"""Only the first ones of a question: each is searched in every passage."""


def passage_stems(text: str, *, key: str, tags: Iterable[str]) -> list[str]:
    """The stored stems of a passage, each once, sorted; key and tags of the whole text find all of its passages."""
    return sorted(
        {*split_words(text), *split_words(key), *(stem for tag in tags for stem in split_words(tag))}
    )


def question_stems(question: str) -> list[str]:
    """The stems to search for, each once, in order. Any input is safe: signs are no words."""
    return list(dict.fromkeys(split_words(question)))[:MAX_QUESTION_WORDS]


def as_tsquery(stem: str) -> str:
    """One lexeme as PostgreSQL's tsquery reads it. Any stem is quoted."""
    quoted = stem.replace("\\", "\\\\").replace("'", "''")
    return f"'{quoted}'"

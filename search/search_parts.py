"""A question of two questions: each is searched, one is answered, and of the other is said what became of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from core.text.bm25_words import split_words
from core.text.follow_up import leans_on_previous
from core.text.question_parts import is_held_by, own_stems, split_question

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class PartSearch(Generic[Found]):
    """How an app searches one question, and what it reads from what was found."""

    find: Callable[[str, str], Found]
    """Searches a question; the second is the one before it, or empty."""
    is_answer: Callable[[Found], bool]
    """Whether something answers."""
    is_empty: Callable[[Found], bool]
    """Whether nothing answers, not even one of several."""
    text: Callable[[Found], str]
    """All that the chosen says."""
    follows: Callable[[Found], bool]
    """Whether it was searched with the topic of the question before."""
    is_same: Callable[[Found, Found], bool]
    """Whether what answers the first of them says what the second is answered by."""


@dataclass(frozen=True, slots=True)
class FoundParts(Generic[Found]):
    answer: Found
    answered_part: str = ""
    """The part that `answer` is for; empty: the whole question."""
    open_parts: tuple[tuple[str, Found], ...] = ()
    """Parts that nothing answers, with what comes nearest."""
    other_parts: tuple[tuple[str, Found], ...] = ()
    """Parts that something else answers."""


def search_parts(query: str, search: PartSearch[Found]) -> FoundParts[Found]:
    """The answer to a question, or to the first of its two parts that has one. Three searches at most."""
    parts = split_question(query)
    if not parts:
        return FoundParts(search.find(query, ""))
    first, second = parts
    answer = search.find(first, "")
    if search.is_empty(answer):
        return _by_second(query, first, second, answer, search)
    may_answer_both = search.is_answer(answer) and is_held_by(second, search.text(answer))
    if may_answer_both and leans_on_previous(second):
        return FoundParts(answer)
    other = search.find(second, first)
    if not _answers_part(first, second, other, search):
        return FoundParts(answer) if may_answer_both else FoundParts(answer, first, ((second, other),))
    if search.is_same(answer, other):
        return FoundParts(answer)
    return FoundParts(answer, first, other_parts=((second, other),))


def _by_second(
    query: str, first: str, second: str, nearest: Found, search: PartSearch[Found]
) -> FoundParts[Found]:
    """Where the first part has no answer: what answers the second, if it stands alone, else the whole question."""
    if not leans_on_previous(second):
        answer = search.find(second, "")
        if not search.is_empty(answer):
            return FoundParts(answer, second, open_parts=((first, nearest),))
    return FoundParts(search.find(query, ""))


def _answers_part(first: str, second: str, other: Found, search: PartSearch[Found]) -> bool:
    """Whether the second part is answered, by more than its own words where it leans on the first."""
    if not search.is_answer(other) or not is_held_by(second, search.text(other)):
        return False
    return not search.follows(other) or own_stems(first).issubset(split_words(search.text(other)))

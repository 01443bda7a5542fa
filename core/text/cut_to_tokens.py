"""The beginning of a text that fits a number of tokens."""

import re
from collections.abc import Callable, Sequence

from core.text.passages import CountTokens
from core.text.sentence_ends import sentence_ends

ELLIPSIS = "…"
TOKEN_CHARACTERS = 30
"""A text of more characters for each token is cut in any case: a megabyte need not be counted for a line."""
_WORD = re.compile(r"\S+\s*")
_WORD_PART_CHARACTERS = 40
"""A word may be as long as a page: then its beginning has to do."""


def cut_to_tokens(
    text: str, max_tokens: int, count_tokens: CountTokens, *, at_words: bool = False, ellipsis: str = ELLIPSIS
) -> str:
    """The text if it costs at most `max_tokens`, else its longest beginning that does so with the ellipsis behind it.

    `at_words`: it ends with a word, if one fits, and without a comma or the like. Empty where nothing fits.
    """
    window = text[: max(max_tokens, 0) * TOKEN_CHARACTERS]
    if len(window) == len(text) and count_tokens(text) <= max_tokens:
        return text

    def fits(cut: str) -> bool:
        return count_tokens(cut) <= max_tokens

    if at_words:
        window = window.lstrip()
        if cut := _cut(window, _word_ends(window), fits, ellipsis, " \n\t,;:."):
            return cut
    return cut_to_fit(window, fits, ellipsis=ellipsis)


def cut_to_fit(text: str, fits: Callable[[str], bool], *, ellipsis: str = ELLIPSIS) -> str:
    """The longest beginning that fits with the ellipsis behind it, which is tried too; empty where none does."""
    return _cut(text, range(1, len(text) + 1), fits, ellipsis, None)


def cut_to_sentences(
    text: str, max_tokens: int, count_tokens: CountTokens, *, ellipsis: str = ELLIPSIS
) -> str:
    """As many of its first sentences as fit; of a first one that does not, as many words and the ellipsis."""
    if count_tokens(text) <= max_tokens:
        return text
    end = last_fitting(
        [*sentence_ends(text, 0, len(text))], lambda end: count_tokens(text[:end]) <= max_tokens
    )
    return text[:end] or cut_to_tokens(text, max_tokens, count_tokens, at_words=True, ellipsis=ellipsis)


def last_fitting(ends: Sequence[int], fits: Callable[[int], bool]) -> int:
    """The last of these numbers, which ascend, that fits; 0 where none does.

    A longer beginning may have fewer tokens than a shorter one, so the search may stop a little early, never late.
    """
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(ends[middle - 1]) else (low, middle - 1)
    return ends[low - 1] if low else 0


def _cut(
    text: str, ends: Sequence[int], fits: Callable[[str], bool], ellipsis: str, trailing: str | None
) -> str:
    def cut(end: int) -> str:
        return text[:end].rstrip(trailing) + ellipsis

    end = last_fitting(ends, lambda end: fits(cut(end)))
    return cut(end) if end else ""


def _word_ends(text: str) -> list[int]:
    """Where words begin, but for the first, and the end; of a long word all that divide it, too."""
    return [
        min(at + _WORD_PART_CHARACTERS, word.end())
        for word in _WORD.finditer(text)
        for at in range(word.start(), word.end(), _WORD_PART_CHARACTERS)
    ]

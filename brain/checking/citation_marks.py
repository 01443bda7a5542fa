"""The numbers in an answer that refer to its citations ("[2]"), and their renumbering when citations are dropped or
merged.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_MARK = re.compile(
    r"(?P<code>```.*?(?:```|\Z)|`[^`\n]*`)"
    r"|(?P<space>[ \t]?)\[(?P<numbers>\d{1,5}(?:[ \t]?[,;][ \t]?\d{1,5}){0,20})\](?![(:])",
    re.DOTALL,
)


class CitationMark(NamedTuple):
    """A removed mark: its offset in the remaining text, and its numbers."""

    at: int
    numbers: tuple[int, ...]


def renumber(answer: str, numbers: Mapping[int, int]) -> str:
    """Each mark with its new number; a mark whose number is missing is removed. Code is left alone."""

    def replace_mark(mark: re.Match[str]) -> str:
        if mark["code"] is not None:
            return mark["code"]
        new = dict.fromkeys(numbers[number] for number in _numbers_in(mark) if number in numbers)
        return f"{mark['space']}[{', '.join(map(str, new))}]" if new else ""

    return _MARK.sub(replace_mark, answer)


def remove_citation_marks(text: str) -> str:
    return renumber(text, {})


def find_citation_marks(text: str) -> Iterator[CitationMark]:
    """The marks in order, with offsets in `remove_citation_marks(text)`."""
    removed = 0
    for mark in _MARK.finditer(text):
        if mark["code"] is None:
            yield CitationMark(mark.start() - removed, tuple(_numbers_in(mark)))
            removed += mark.end() - mark.start()


def _numbers_in(mark: re.Match[str]) -> list[int]:
    return [int(number) for number in re.split(r"[,;]", mark["numbers"])]

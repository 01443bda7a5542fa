"""Parses pasted text: several stones, text around them, a stone that was cut off.

docs/stone-format.md, section 9.
"""

from dataclasses import dataclass

from stones.format.delimiters import CLOSE, OPEN, canonical, encode, trim
from stones.format.format_error import FormatError
from stones.format.header_parser import begins_as_stone, header_at
from stones.format.parsed_stone import ParsedStone
from stones.format.stone_parser import body_in


@dataclass(frozen=True, slots=True)
class FoundStone:
    """A stone in a paste. The span counts characters of `Paste.text`; lines count from 1, both ends inclusive."""

    stone: ParsedStone
    start: int
    end: int
    start_line: int
    end_line: int
    is_closed: bool


@dataclass(frozen=True, slots=True)
class Paste:
    """`text` is the paste with LF line ends; `parts` are its stones and the text around them, in order.

    The parts cover everything: the texts and the spans of the stones, joined, are `text`.
    """

    text: str
    parts: tuple[FoundStone | str, ...]

    @property
    def stones(self) -> tuple[FoundStone, ...]:
        return tuple(part for part in self.parts if isinstance(part, FoundStone))


def parse_all(text: str) -> Paste:
    """Every stone of a paste; all of it is text if it only mentions stones.

    It does if it begins otherwise and an opening mark in it is not followed by a readable stone. In a text that
    begins with the mark, that raises FormatError.
    """
    document = canonical(text)
    encode(document)
    try:
        return Paste(document, tuple(_parts(document)))
    except FormatError:
        if begins_as_stone(document):
            raise
        return Paste(document, (document,))


def _parts(document: str) -> list[FoundStone | str]:
    lines = document.split("\n")
    parts: list[FoundStone | str] = []
    index = start = text_start = 0
    while index < len(lines):
        if trim(lines[index]) != OPEN:
            start += len(lines[index]) + 1
            index += 1
            continue
        if text_start < start:
            parts.append(document[text_start:start])
        body = body_in(lines, header_at(lines, index))
        last = lines[body.end - 1]
        last_start = start + sum(len(line) + 1 for line in lines[index : body.end - 1])
        # The last line of a text has no newline to count.
        next_start = end = min(last_start + len(last) + 1, len(document))
        if body.closed and (after := last.partition(CLOSE)[2]) and trim(after):
            end = last_start + len(last) - len(after)
        parts.append(FoundStone(body.stone, start, end, index + 1, body.end, body.closed))
        index, start, text_start = body.end, next_start, end
    if text_start < len(document):
        parts.append(document[text_start:])
    return parts

"""Stones within a text: what stands in them is quoted, and the marks and headers are nobody's sentences."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from stones.format.delimiters import BLANKS, CLOSE, LEVEL_LINE, OPEN, SEPARATOR, trim
from stones.format.header_parser import KNOWN_KEYS
from stones.format.parsed_stone import MAX_HEADER_LINES

_MARGIN = re.compile(rf"[{re.escape(BLANKS)}>]*")
"""Of a quoted or an indented stone."""
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})")


class SplitText(NamedTuple):
    """A text's own lines and those that it quotes of stones; each list has all its lines, the other's are empty."""

    own: list[str]
    quoted: list[str]
    stones: int = 0
    """How many it quotes."""


def split_stones(lines: Sequence[str]) -> SplitText:
    """Of a text that is stones and nothing else, their levels are its own.

    Of a stone's lines the marks, the header, a fence around it and `LOD-0:` are dropped. Also of one that is in a
    fence, quoted, indented, damaged or cut off.
    """
    own, quoted = list(lines), [""] * len(lines)
    # Most texts hold none.
    found = (at for at, line in enumerate(lines) if OPEN in line)
    end = count = 0
    for at in found:
        if at >= end and (stop := _end_of_stone(lines, at)):
            end, count = stop, count + 1
            _move(own, quoted, at, end)
    if count and not any(map(str.isalnum, "".join(own))):
        return SplitText(quoted, own)
    return SplitText(own, quoted, count)


def own_text(text: str) -> str:
    """The text without the stones that it quotes."""
    return "\n".join(split_stones(text.split("\n")).own) if OPEN in text else text


def _end_of_stone(lines: Sequence[str], first: int) -> int:
    """The index behind the stone that this line opens; 0 where it only speaks of stones.

    In a fence of its own it ends with that. One without its end mark ends with the quotation that it stands in, else
    with the text.
    """
    if _bare(lines[first]) != OPEN or first + 1 == len(lines):
        return 0
    following = range(first + 1, len(lines))
    opened = next((at for at in following if _bare(lines[at]) == OPEN), len(lines))
    closed = next((at for at in range(first + 1, opened) if _bare(lines[at]).startswith(CLOSE)), None)
    if closed is None and not _is_header_line(lines[first + 1]):
        return 0
    if _is_fenced(lines, first):
        fences = (at for at in following[(closed or first) - first :] if _FENCE.match(lines[at]))
        return next(fences, opened if closed is None else closed + 1)
    if closed is not None:
        return closed + 1
    outside = (at for at in range(first + 1, opened) if ">" not in _margin(lines[at]))
    return next(outside, opened) if ">" in _margin(lines[first]) else opened


def _move(own: list[str], quoted: list[str], first: int, end: int) -> None:
    """The lines of a stone from the one list into the other, in place."""
    margin = _margin(own[first])
    is_fenced = _is_fenced(own, first) and end < len(own) and _FENCE.match(own[end]) is not None
    header_end = first + 1 + MAX_HEADER_LINES
    for at in range(first, end):
        text = own[at].removeprefix(margin) if margin.isspace() else own[at]
        bare = _bare(text)
        level = LEVEL_LINE.match(bare)
        if bare == SEPARATOR or level:
            header_end = at
        is_mark = bare in (OPEN, SEPARATOR) or bare.startswith(CLOSE)
        if not is_mark and not (at < header_end and _is_header_line(bare)):
            quoted[at] = text.replace(level[0], "", 1) if level else text
        own[at] = bare.removeprefix(CLOSE) if bare.startswith(CLOSE) else ""
    if is_fenced:
        own[first - 1] = own[end] = ""


def _is_fenced(lines: Sequence[str], first: int) -> bool:
    """Whether a fence opens right above."""
    is_below = first > 0 and _FENCE.match(lines[first - 1]) is not None
    return is_below and sum(1 for line in lines[:first] if _FENCE.match(line)) % 2 == 1


def _is_header_line(line: str) -> bool:
    return _bare(line).partition(":")[0] in KNOWN_KEYS


def _bare(line: str) -> str:
    return trim(line[len(_margin(line)) :])


def _margin(line: str) -> str:
    found = _MARGIN.match(line)
    return found[0] if found else ""

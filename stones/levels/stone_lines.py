"""A stone within a text: its marks and its header are no sentences of the text, and it is no code."""

import re
from collections.abc import Sequence

from stones.format.delimiters import BLANKS, CLOSE, LEVEL_LINE, OPEN, SEPARATOR, trim
from stones.format.header_parser import KNOWN_KEYS
from stones.format.parsed_stone import MAX_HEADER_LINES

_MARGIN = re.compile(rf"[{re.escape(BLANKS)}>]*")
"""Of a quoted or an indented stone."""
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\w*\s*$")


def without_stone_marks(lines: Sequence[str]) -> list[str]:
    """The same lines; those of a stone's header, its marks and a fence around it are emptied, and its levels begin at
    the margin, without `LOD-0:`.

    Also of one that is quoted, indented, damaged or cut off.
    """
    out = list(lines)
    # Most texts hold none.
    found = (at for at, line in enumerate(lines) if OPEN in line and _opens(lines, at))
    end = 0
    for at in found:
        if at >= end:
            end = _empty_marks(out, at)
    return out


def _empty_marks(lines: list[str], first: int) -> int:
    """From the opening mark on, in place. Returns the index behind the stone."""
    margin = _margin(lines[first])
    is_fenced = first > 0 and _FENCE.match(lines[first - 1]) is not None
    header_end = first + 1 + MAX_HEADER_LINES
    for at in range(first, len(lines)):
        text = lines[at].removeprefix(margin) if margin.isspace() else lines[at]
        bare = trim(text[len(_margin(text)) :])
        level = LEVEL_LINE.match(bare)
        if bare == SEPARATOR or level:
            header_end = at
        if bare in (OPEN, SEPARATOR) or (at < header_end and _is_header_line(bare)):
            text = ""
        elif level:
            text = text.replace(level[0], "", 1)
        is_end = bare.startswith(CLOSE)
        lines[at] = bare.removeprefix(CLOSE) if is_end else text
        if is_end:
            break
    if is_fenced:
        lines[first - 1] = ""
        if at + 1 < len(lines) and _FENCE.match(lines[at + 1]):
            lines[at + 1] = ""
    return at + 1


def _opens(lines: Sequence[str], at: int) -> bool:
    """Whether it is a stone's opening mark: a line of a header follows."""
    bare = lines[at][len(_margin(lines[at])) :]
    return trim(bare) == OPEN and at + 1 < len(lines) and _is_header_line(lines[at + 1])


def _is_header_line(line: str) -> bool:
    return line[len(_margin(line)) :].partition(":")[0] in KNOWN_KEYS


def _margin(line: str) -> str:
    found = _MARGIN.match(line)
    return found[0] if found else ""

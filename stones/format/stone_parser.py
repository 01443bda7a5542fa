"""Parses one stone: ours (`esc: 1`) strictly, foreign ones tolerantly.

docs/stone-format.md, sections 4 and 7.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from stones.format.delimiters import (
    CLOSE,
    FIRST_OF_STRUCTURE,
    LEVEL_LINE,
    OPEN,
    SEPARATOR,
    canonical,
    encode,
    trim,
)
from stones.format.escaping import unescape
from stones.format.format_error import FormatError
from stones.format.header_parser import HeaderBlock, find_header
from stones.format.parsed_stone import Notice, ParsedStone

UNCLOSED = f"the stone has no end mark {CLOSE}"
STRAY = "text outside a level"


@dataclass(frozen=True, slots=True)
class Body:
    """A stone, its number of lines up to its end (the end mark included), and whether it had one."""

    stone: ParsedStone
    end: int
    closed: bool


def parse(text: str) -> ParsedStone:
    """The stone that a text begins with; tolerated irregularities are in its `warnings`. Raises FormatError.

    Blank lines may precede it, any text may follow. For stones with text around them see `parse_all`.
    """
    head = find_header(text)
    document = canonical(text)
    encode(document)
    lines = document.split("\n")
    body = body_in(lines, head)
    stone = body.stone
    rest = _first_filled(lines, body.end)
    if body.closed and trim(lines[body.end - 1].partition(CLOSE)[2]):
        rest = body.end
    if rest is None:
        return stone
    warning = Notice(rest, "text after the stone is not read")
    return ParsedStone(stone.header, stone.levels, (*stone.warnings, warning))


def _first_filled(lines: Sequence[str], start: int) -> int | None:
    return next((index + 1 for index in range(start, len(lines)) if trim(lines[index])), None)


def body_in(lines: Sequence[str], head: HeaderBlock) -> Body:
    """Parse the levels after a header, up to the end mark, the next stone or the end of the text."""
    reader = _Levels(head)
    for index in range(head.end - 1, len(lines)):
        line = lines[index]
        if not line or line[0] not in FIRST_OF_STRUCTURE:
            reader.text(line, index + 1)
            continue
        stripped = trim(line)
        if line.startswith(CLOSE) or stripped == CLOSE:
            return Body(reader.finish(index + 1, closed=True), index + 1, closed=True)
        if stripped == OPEN:
            return Body(reader.finish(index, closed=False), index, closed=False)
        if stripped == SEPARATOR:
            reader.separator()
        elif line.startswith("LOD-"):
            reader.level_line(line, index + 1)
        else:
            reader.text(line, index + 1)
    return Body(reader.finish(len(lines), closed=False), len(lines), closed=False)


@dataclass(slots=True)
class _Levels:
    """The levels parsed so far. `current` is None outside a level, where our own stones have nothing."""

    head: HeaderBlock
    levels: list[str] = field(default_factory=list)
    warnings: list[Notice] = field(default_factory=list)
    current: list[str] | None = None
    is_straying: bool = False

    def text(self, line: str, number: int) -> None:
        if self.current is not None:
            self.current.append(line)
        elif trim(line):
            self._stray(number, STRAY)

    def separator(self) -> None:
        if self.current is not None:
            text = "\n".join(self.current)
            self.levels.append(unescape(text) if self.head.header.escaped else trim(text))
            self.current = None

    def level_line(self, line: str, number: int) -> None:
        self.separator()
        match = LEVEL_LINE.match(line)
        expected = len(self.levels)
        if match is None:
            self._stray(number, STRAY)
        elif int(match[1]) > expected:
            raise FormatError(number, f"LOD-{expected} is missing")
        elif int(match[1]) < expected:
            self._stray(number, f"LOD-{match[1]} stands twice")
        else:
            self.current = [line[match.end() :].removeprefix(" ")]
            self.is_straying = False

    def finish(self, number: int, *, closed: bool) -> ParsedStone:
        self.separator()
        header = self.head.header
        if not self.levels:
            raise FormatError(number, "LOD-0 is missing")
        announced = header.lod_count if header.delivered_lod is None else header.delivered_lod + 1
        if len(self.levels) != announced:
            key = "lod_count" if header.delivered_lod is None else "delivered_lod"
            reason = f"the header announces {announced} levels, {len(self.levels)} are here"
            self.warnings.insert(0, Notice(self.head.line_of[key], reason))
        if not closed:
            self.warnings.append(Notice(number, UNCLOSED))
        return ParsedStone(header, tuple(self.levels), tuple(self.warnings))

    def _stray(self, number: int, reason: str) -> None:
        """Text outside any level: a FormatError in a stone of ours, one warning per run in a foreign one."""
        if self.head.header.escaped:
            raise FormatError(number, reason)
        if not self.is_straying:
            self.warnings.append(Notice(number, reason))
        self.is_straying = True

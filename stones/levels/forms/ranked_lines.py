"""What a text that is no prose says line by line, and how much each line tells."""

import re
from enum import IntEnum
from typing import NamedTuple

MAX_LINES = 20_000
MAX_LINE_CHARACTERS = 1_000
_COLOUR = re.compile(r"\x1b\[[\d;]*[A-Za-z]")


class Rank(IntEnum):
    """What is told first."""

    SAID = 0
    """By somebody, above the output."""
    MAIN = 1
    """How it went; the newest."""
    FIRST = 2
    """The first failure, the newest one's reason."""
    MORE = 3
    REMARK = 4


class RankedLine(NamedTuple):
    text: str
    rank: int
    """The lowest is told first; of equal ones the one above."""
    short: str = ""
    """As it stands in LOD-0; empty: as it is."""
    is_detail: bool = False
    """Told by LOD-2 alone."""


def split_lines(content: str) -> list[str]:
    """Without colours of a terminal."""
    content = _COLOUR.sub("", content) if "\x1b[" in content else content
    return [line[:MAX_LINE_CHARACTERS].rstrip() for line in content.split("\n", MAX_LINES)[:MAX_LINES]]

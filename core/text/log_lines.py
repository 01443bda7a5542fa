"""Runs of lines that differ in their figures alone, as a program writes them: what they say is no statement."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

MIN_LINES = 8
"""Fewer may be somebody's table: "Room 12: 30 seats"."""
MAX_CHARACTERS = 400
_FIGURES = re.compile(r"\d+")


def split_log_lines(lines: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """Stretches of all the lines, in order: first, behind the last, whether they are such a run."""
    if len(lines) < MIN_LINES:
        yield 0, len(lines), False
        return
    start = at = 0
    for shape, run in groupby(lines, key=_shape):
        length = sum(1 for _ in run)
        if length >= MIN_LINES and "0" in shape:
            if at > start:
                yield start, at, False
            yield at, at + length, True
            start = at + length
        at += length
    if at > start:
        yield start, at, False


def _shape(line: str) -> str:
    return _FIGURES.sub("0", line[:MAX_CHARACTERS])

"""Passages by their numbers, as a caller carries them from one step of reading to the next: `0-2,7`."""

import re
from collections.abc import Collection, Iterable

MAX_CHARACTERS = 4_000
_RANGES = re.compile(r"\d{1,6}(?:-\d{1,6})?(?:,\d{1,6}(?:-\d{1,6})?)*")


def format_ranges(ordinals: Iterable[int]) -> str:
    """In ascending order; empty for none."""
    runs: list[list[int]] = []
    for at in sorted(ordinals):
        if runs and at == runs[-1][-1] + 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def parse_ranges(text: str, count: int) -> Collection[int]:
    """Those of `count` passages that the text names. Raises ValueError where it is none of `format_ranges`."""
    if not text:
        return frozenset()
    if len(text) > MAX_CHARACTERS or not _RANGES.fullmatch(text):
        raise ValueError("not passages like 0-2,7")
    ranges = [part.partition("-") for part in text.split(",")]
    borders = [(int(first), int(last or first)) for first, _, last in ranges]
    return frozenset(at for at in range(count) if any(first <= at <= last for first, last in borders))

"""Lists with a mark that Markdown does not know, as letters and word processors have them: "– one"."""

import re
from collections.abc import Sequence

_DASH = re.compile(r"[ \t]*–[ \t]+(?=\S)")
MIN_ITEMS = 2


def with_list_marks(lines: Sequence[str]) -> Sequence[str]:
    """The same lines, each of the same length; en dashes that open the items of a list as hyphens."""
    marks = {at for at, line in enumerate(lines) if "–" in line[:8] and _DASH.match(line)}
    if len(marks) < MIN_ITEMS:
        return lines
    out = [*lines]
    for run in _runs(lines, marks):
        for at in run:
            out[at] = lines[at].replace("–", "-", 1)
    return out


def _runs(lines: Sequence[str], marks: set[int]) -> list[list[int]]:
    """The lines that open the items of each list. A dash in the middle of a paragraph opens none."""
    runs: list[list[int]] = []
    is_open, before = False, ""
    for at, line in enumerate(lines):
        if at in marks and is_open:
            runs[-1].append(at)
        elif at in marks and (not before or before.endswith(":")):
            runs.append([at])
            is_open = True
        elif line.strip() and not line.startswith(" "):
            is_open = False
        before = line.strip()
    return [run for run in runs if len(run) >= MIN_ITEMS]

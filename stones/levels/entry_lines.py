"""Lists without marks: lines that open alike, each an entry of its own, with a box, a number such as "AB-12",
"Phase 2 –" or the name of whoever does it.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from core.text.text_blocks import FENCE

_OPENINGS = {
    "box": re.compile(r"\[[ xX✓✔~/-]\][ \t]+\S"),
    "id": re.compile(r"[A-Z]{1,6}-\d{1,5}(?: \([^()]{1,30}\))?:? +[^\W\d_]"),
    "piece": re.compile(
        r"(?:Phase|Step|Stage|Week|Day|Part|Milestone|Sprint|Schritt|Woche|Tag|Teil|Etapa|Fase|Paso|Étape) "
        r"\d{1,3} [–—-] \S"
    ),
    "name": re.compile(r"[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ]{1,15}(?: [A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ]{1,15})? [–—-] [a-zà-öø-ÿ]"),
}
_LEAST = {"box": 1, "id": 2, "piece": 2, "name": 3}
"""Lines one below the other; a box alone is one as well."""
_MARK = "- "


def with_entries_marked(lines: Sequence[str]) -> Sequence[str]:
    """The same lines; those that are entries as items of a list."""
    kinds = [*_kinds(lines)]
    if not any(kinds):
        return lines
    out = [*lines]
    at = 0
    for kind, run in groupby(kinds):
        count = sum(1 for _ in run)
        if kind and count >= _LEAST[kind]:
            out[at : at + count] = [f"{_MARK}{line}" for line in lines[at : at + count]]
        at += count
    return out


def _kinds(lines: Sequence[str]) -> Iterator[str]:
    """Of each line how it opens; empty: as no entry does, or it is code."""
    is_code = False
    for line in lines:
        is_fence = line[:4].lstrip()[:3] in ("```", "~~~") and FENCE.match(line) is not None
        is_code ^= is_fence
        is_open = not is_code and (line[:1] == "[" or line[:1].isupper())
        yield next((kind for kind, opens in _OPENINGS.items() if opens.match(line)), "") if is_open else ""

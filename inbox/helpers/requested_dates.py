"""A task that asks to list dates or deadlines is answered by what holds one."""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.text.passages import Passage
from stones.levels.summary.written_dates import ISO_DATE, NAMED_DATE, days_of

_ASKS = re.compile(
    r"\b(?:list|all|every|which|what|name|show|give|collect|find|nenne|liste|alle|welche)\b"
    r".{0,40}\b(?:dates|deadlines|deadline|due dates?|appointments|termine|fristen)\b",
    re.IGNORECASE | re.DOTALL,
)
_DEADLINES = re.compile(r"\b(?:deadlines?|due|fristen)\b", re.IGNORECASE)
_DUE = re.compile(
    r"\b(?:by|until|till|before|due|deadline|no later|expires?|ends?|bis|vor|frist|endet)\b", re.I
)


def asks_for_dates(task: str) -> bool:
    return _ASKS.search(task) is not None


def days_in(text: str) -> list[str]:
    """The days that a text names, as they stand there."""
    spans = [(start, end) for _, start, end in days_of(text)]
    spans += [match.span() for form in (ISO_DATE, NAMED_DATE) for match in form.finditer(text)]
    return [text[start:end].strip() for start, end in sorted(spans)]


def dates_first(task: str, texts: Sequence[str], order: Sequence[int]) -> list[int]:
    """`order` of `texts`, with those first that hold a date, and of these what is due where deadlines are asked for."""
    is_due = _DEADLINES.search(task) is not None

    def group(at: int) -> int:
        if not days_in(texts[at]):
            return 2
        return int(is_due and _DUE.search(texts[at]) is None)

    return sorted(order, key=group)


def raise_dated(
    parts: Sequence[str], passages: Sequence[Passage], scores: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The scores with passages that hold a date above the others; in turn with the best where a task also asks for
    something else. Unchanged where no part asks for dates.
    """
    asking = [part for part in parts if asks_for_dates(part)]
    texts = [passage.text for passage in passages]
    if not asking or not any(map(days_in, texts)):
        return scores
    by_score = np.argsort(-scores, kind="stable").tolist()
    dated = [at for at in dates_first(asking[0], texts, by_score) if days_in(texts[at])]
    matching = [at for at in by_score if np.isfinite(scores[at])]
    turns = zip(dated, matching, strict=False) if len(asking) < len(parts) else ()
    order = dict.fromkeys([*(at for turn in turns for at in turn), *dated, *matching])
    raised = np.full(len(passages), -np.inf)
    raised[[*order]] = -np.arange(len(order), dtype=np.float64)
    return raised

"""A task that asks for dates or for what is forbidden is answered by the sentences that hold such a thing."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from core.text.passages import Passage
from core.text.text_blocks import BOLD_LINE
from core.text.written_dates import ISO_DATE, NAMED_DATE, days_of
from stones.levels.markers import markers

_FORBIDS = markers("rules", "prohibition")
_DEADLINES = re.compile(r"\b(?:deadlines?|due|fristen)\b", re.IGNORECASE)
_DUE = re.compile(
    r"\b(?:by|until|till|before|due|deadline|no later|expires?|ends?|bis|vor|frist|endet)\b", re.I
)


@dataclass(frozen=True, slots=True)
class RequestedKind:
    asks: re.Pattern[str]
    holds: Callable[[str], bool]


def days_in(text: str) -> list[str]:
    """The days that a text names, as they stand there."""
    spans = [(start, end) for _, start, end in days_of(text)]
    spans += [match.span() for form in (ISO_DATE, NAMED_DATE) for match in form.finditer(text)]
    return [text[start:end].strip() for start, end in sorted(spans)]


DATES = RequestedKind(
    re.compile(
        r"\b(?:list|all|every|which|what|name|show|give|collect|find|nenne|liste|alle|welche)\b"
        r".{0,40}\b(?:dates|deadlines?|due dates?|appointments|termine|fristen)\b",
        re.IGNORECASE | re.DOTALL,
    ),
    lambda text: bool(days_in(text)),
)
PROHIBITIONS = RequestedKind(
    re.compile(
        r"\b(?:must|may|should|shall)(?: \w+)?(?: not\b|n['’]t\b)|\bnot allowed\b|\bforbidden\b|\bprohibit"
        r"|\bdo[- ]nots\b|\bdon['’]ts\b|\b(?:darf|dürfen|soll|sollen)\b.{0,40}\bnicht\b|\bverboten\b",
        re.IGNORECASE,
    ),
    lambda text: _FORBIDS.search(text) is not None,
)


def requested_kind(task: str) -> RequestedKind | None:
    return next((kind for kind in (DATES, PROHIBITIONS) if kind.asks.search(task)), None)


def requested_first(task: str, texts: Sequence[str], order: Sequence[int]) -> list[int]:
    """`order` of `texts`, with those first that hold what the task requests; of dates first what is due, where it is
    deadlines.
    """
    if (kind := requested_kind(task)) is None:
        return [*order]
    is_due = kind is DATES and _DEADLINES.search(task) is not None

    def group(at: int) -> int:
        if not kind.holds(texts[at]):
            return 2
        return int(is_due and _DUE.search(texts[at]) is None)

    return sorted(order, key=group)


def raise_requested(
    parts: Sequence[str], passages: Sequence[Passage], scores: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The scores with passages that hold what a part asks for above the others, those of several parts in turn.
    Unchanged where no part asks for such a thing, or nothing holds it.
    """
    kinds = [requested_kind(part) for part in parts]
    texts = ["" if BOLD_LINE.match(passage.text) else passage.text for passage in passages]
    by_score = np.argsort(-scores, kind="stable").tolist()
    matching = [at for at in by_score if np.isfinite(scores[at])]
    lists = [
        [at for at in requested_first(part, texts, by_score) if kind.holds(texts[at])] if kind else matching
        for part, kind in zip(parts, kinds, strict=True)
    ]
    if not any(found for kind, found in zip(kinds, lists, strict=True) if kind):
        return scores
    order = dict.fromkeys(at for turn in zip_longest(*lists) for at in turn if at is not None)
    order |= dict.fromkeys(matching)
    raised = np.full(len(passages), -np.inf)
    raised[[*order]] = -np.arange(len(order), dtype=np.float64)
    return raised

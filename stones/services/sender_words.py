"""What a sender says of its own text: its sentence (LOD-0) and its paragraph (LOD-1), taken where the text says so too.

Whoever sends a text has just read it; its words are the best levels that it can have, if they are true.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from django.conf import settings

from core.llm import count_tokens
from core.rest.agent_tokens import refuse_tokens
from core.text.one_line import one_line
from stones.exceptions import SummaryMissing, SummaryRefused
from stones.levels import LIMITS
from stones.levels.summary import SummaryFault, check_summary

# A shorter text is read whole for little more than its sentence would cost.
NEEDED_ABOVE = 200
EXAMPLE = "Deploy release 1.4 to staging today; do not touch production before Ana signs off."
NAMES = ("summary", "detail")
UNUSED = "The text is no longer than your words, which were not used: it is its own LOD-0."


@dataclass(frozen=True)
class SenderWords:
    """A sender's own LOD-0 and LOD-1, each on one line; empty: none was given."""

    summary: str = ""
    detail: str = ""


NO_WORDS = SenderWords()


@dataclass(frozen=True)
class TakenWords:
    """Words that may stand, by level; what they leave out of the text's own warnings and requests, with its line."""

    levels: dict[int, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    unused: str = ""
    """Why none of those that were given is taken."""


def words_mark(words: Mapping[int, str]) -> str:
    """A short word for what a text's first levels say, by number, in its sender's words; "" where none do."""
    return hashlib.sha256(json.dumps(sorted(words.items())).encode()).hexdigest()[:16] if words else ""


def require_summary(text: str, summary: str, *, outcome: str) -> None:
    """Refuse a text of more than NEEDED_ABOVE tokens without a sentence.

    Where a model calls: it has read the text, and mends its call by itself. `outcome` is what was not done: "stored" or
    "sent". Raises SummaryMissing; not for a text that is too large to be stored or sent at all.
    """
    if len(text) > settings.STONE_MAX_BYTES or len(text.encode(errors="replace")) > settings.STONE_MAX_BYTES:
        return
    if summary.strip() or (tokens := count_tokens(text)) <= NEEDED_ABOVE:
        return
    raise SummaryMissing(
        f"This text has {tokens:,} tokens: give summary, too, one or two sentences (at most "
        f"{LIMITS.scan_tokens} tokens): what it is, what is asked or came out, and the warning that turns it. "
        f'Example: summary="{EXAMPLE}" Nothing was {outcome}: the same call with summary does it.'
    )


def read_words(*, summary: str = "", detail: str = "") -> SenderWords:
    """What was given as words of a text, without what a line does not show. Raises TokenInContent."""
    words = SenderWords(one_line(summary), one_line(detail))
    for name, text in zip(NAMES, (words.summary, words.detail), strict=True):
        refuse_tokens(text, where=name)
    return words


def take_words(words: SenderWords, text: str, *, outcome: str) -> TakenWords:
    """Check words against their text. None are taken of a text that is no longer than they: it is its own sentence.

    `outcome` is what was not done if they are refused: "stored", "sent". Raises SummaryRefused for words that are too
    long, or say what the text does not.
    """
    if words == NO_WORDS:
        return TakenWords()
    report = check_summary(words.summary, words.detail, text, count_tokens=count_tokens)
    faults = list(report.faults)
    if not words.summary:
        faults = [
            SummaryFault("empty", "detail was given without summary, which comes before it.", "summary")
        ]
    if faults:
        raise SummaryRefused(
            f"{' '.join(fault.message for fault in faults[:5])} Nothing was {outcome}: mend the words and try again.",
            faults=[asdict(fault) for fault in faults[:20]],
        )
    levels = {number: messages for number, messages in enumerate((words.summary, words.detail)) if messages}
    if count_tokens(text) <= max(map(count_tokens, levels.values())):
        return TakenWords(unused=UNUSED)
    return TakenWords(levels, tuple(f'"{left.text}" (line {left.line})' for left in report.left_out))

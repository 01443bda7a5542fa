"""Whether a text has the size and the form of its level."""

import math
import re
from collections.abc import Iterator

from stones.levels.level_limits import LIMITS
from stones.levels.split_sentences import sentence_count

_STRUCTURE = re.compile(r"^\s{0,3}(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\||```|~~~|>)", re.M)


def form_faults(
    level: int, text: str, *, tokens: int, content_tokens: int, tolerance: int = 0
) -> Iterator[tuple[str, str]]:
    """(code, message), without the name of the level. `tolerance`: tokens beyond its limit that are no fault."""
    if not text.strip():
        yield "empty", "The level is empty."
        return
    most = LIMITS.of(level, content_tokens)
    if tokens > most + tolerance:
        words = len(text.split())
        excess = math.ceil(words * (tokens - most) / tokens)
        yield (
            "too_long",
            f"It has {tokens} tokens in {words} words; at most {most} tokens are allowed: cut about "
            f"{excess} word{'s' * (excess != 1)}.",
        )
    if level == 0 and (count := sentence_count(text)) > LIMITS.scan_sentences:
        yield "sentences", f"It has {count} sentences; at most {LIMITS.scan_sentences}."
    if level < 2 and ("\n" in text.strip() or _STRUCTURE.search(text)):
        yield "not_prose", "It must be one paragraph of prose without headings, lists, tables or code blocks."

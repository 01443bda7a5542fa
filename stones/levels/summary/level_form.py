"""Whether a text has the size and the form of its level."""

import math
import re
from collections.abc import Iterator

from stones.levels.level_limits import LIMITS
from stones.levels.split_sentences import sentence_count

MAX_WORD_TOKENS = 4
"""On average; with longer words (an address, a hash, a script without spaces) their number says little."""
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
        excess = _count_words(math.ceil(words * (tokens - most) / tokens))
        if tokens > MAX_WORD_TOKENS * words:
            excess = f"{tokens - most} tokens of its long words"
        yield (
            "too_long",
            f"It has {tokens} tokens in {_count_words(words)}; at most {most} tokens are allowed: cut about {excess}.",
        )
    if level == 0 and (count := sentence_count(text)) > LIMITS.scan_sentences:
        yield "sentences", f"It has {count} sentences; at most {LIMITS.scan_sentences}."
    if level < 2 and ("\n" in text.strip() or _STRUCTURE.search(text)):
        yield "not_prose", "It must be one paragraph of prose without headings, lists, tables or code blocks."


def _count_words(number: int) -> str:
    return "1 word" if number == 1 else f"{number} words"

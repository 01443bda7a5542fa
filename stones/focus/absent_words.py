"""The words of a question that the passages found for it do not hold."""

import re
from collections.abc import Sequence

from core.text.bm25_words import expand_related, split_words
from core.text.filler_words import ASKING, FUNCTION_WORDS, GERMAN_ASKING, LIGHT
from stones.focus.select_excerpts import Focus

MAX_NAMED = 4
_TELLS_NOTHING = ASKING | FUNCTION_WORDS | LIGHT | GERMAN_ASKING
"""That "shall" or "use" is missing says nothing of what is asked about."""
_WORD = re.compile(r"[^\W_][\w'’.-]*")


def absent_words(question: str, focus: Focus) -> Sequence[str]:
    """As they were typed, at most MAX_NAMED, if the passages hold fewer than half of the question's words: then these
    are the nearest by meaning, and may be about something else. Empty otherwise, and without a match.
    """
    words = {word: split_words(word) for word in _WORD.findall(question)}
    held = set(split_words(" ".join(f"{each.trail} {each.text}" for each in focus.passages)))
    meaningful = {word: stems for word, stems in words.items() if not _TELLS_NOTHING.issuperset(stems)}
    absent = [word for word, stems in meaningful.items() if held.isdisjoint({*stems, *expand_related(stems)})]
    return (
        absent[:MAX_NAMED] if focus.is_match and focus.passages and 2 * len(absent) > len(meaningful) else ()
    )

"""Whether a sender's words say nothing of their text: a sign, "See attached."."""

from core.text.guess_language import guess_language
from stones.levels.markers import markers
from stones.levels.summary.word_stems import content_stems

MAX_CHARACTERS = 4_000
"""Of a sender's words, read."""
MIN_TEXT_STEMS = 20
"""Different ones; of a shorter text other words may tell all."""
_EMPTY = markers("units", "empty", opening=True)


def is_unrelated(words: str, text: str) -> bool:
    """None of them stands in the text, though both are in one language, or they are a mere phrase or no words at all.

    A summary in another language than its text, or in one that cannot be told, may well be right.
    """
    words = words[:MAX_CHARACTERS].strip()
    if not words or not any(map(str.isalpha, text)):
        return False
    if not any(map(str.isalnum, words)):
        return True
    own = frozenset(content_stems(words))
    in_text = frozenset(content_stems(text))
    if len(in_text) < MIN_TEXT_STEMS or not own.isdisjoint(in_text):
        return False
    language = guess_language(words)
    return (language != "" and language == guess_language(text)) or _EMPTY.match(words) is not None

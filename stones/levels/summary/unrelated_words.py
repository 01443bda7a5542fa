"""Whether a sender's words say nothing of their text: a sign, "See attached."."""

from core.text.guess_language import guess_language
from stones.levels.markers import markers
from stones.levels.summary.word_stems import content_stems

MAX_CHARACTERS = 4_000
"""Of a sender's words, read."""
MIN_TEXT_STEMS = 20
"""Different ones; of a shorter text other words may tell all."""
FEW_STEMS = 3
"""So few words tell no language, and are no summary unless the text has one of them."""
_EMPTY = markers("units", "empty", opening=True)


def is_unrelated(words: str, text: str) -> bool:
    """None of them stands in the text, though both are in one language, or they are few, a mere phrase or no words.

    A summary in another language than its text, or a longer one in one that cannot be told, may well be right.
    """
    words = words[:MAX_CHARACTERS].strip()
    if not words or not any(map(str.isalpha, text)):
        return False
    if not any(map(str.isalnum, words)):
        return True
    stems = content_stems(words)
    own = frozenset(stems)
    in_text = frozenset(content_stems(text))
    # "Tue" names the Tuesday of the text.
    beginnings = tuple(word for word in own if len(word) > 2)
    if not own.isdisjoint(in_text) or any(word.startswith(beginnings) for word in in_text):
        return False
    is_few, is_phrase = len(stems) <= FEW_STEMS, _EMPTY.match(words) is not None
    if len(in_text) < MIN_TEXT_STEMS:
        return is_few and is_phrase
    language = guess_language(words)
    return is_phrase or (is_few and language == "") or (language != "" and language == guess_language(text))

"""Whether a sender's words say nothing of their text: a sign, "See attached."."""

from core.text.change_words import WEEKDAYS
from core.text.guess_language import guess_language, looks_foreign
from core.text.written_dates import MONTH_NAMES
from stones.levels.markers import markers
from stones.levels.summary.word_stems import content_stems

MAX_CHARACTERS = 4_000
"""Of a sender's words, read."""
MIN_TEXT_STEMS = 20
"""Different ones; of a shorter text other words may tell all."""
FEW_STEMS = 3
"""So few words tell no language, and are no summary unless the text has one of them, or one looks foreign to it."""
LONG_BEGINNING = 4
"""Letters of any word's beginning that name it; of a day's or a month's name one less."""
_WEEKDAYS = (
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi "
    "dimanche lunes martes miércoles jueves viernes sábado domingo"
)
_NAMES = frozenset(content_stems(" ".join((*WEEKDAYS, _WEEKDAYS, *MONTH_NAMES))))
_EMPTY = markers("units", "empty", "pointing", "fixed", opening=True)


def is_unrelated(words: str, text: str) -> bool:
    """None of them stands in the text, though both are in one language, or they are few, a mere phrase or no words.

    A summary in another language than its text, or a longer one in one that cannot be told, may well be right; of a
    few words, one that looks foreign tells it.
    """
    words = words[:MAX_CHARACTERS].strip()
    if not words or not any(map(str.isalpha, text)):
        return False
    if not any(map(str.isalnum, words)):
        return True
    stems = content_stems(words)
    own = frozenset(stems)
    in_text = frozenset(content_stems(text))
    if not own.isdisjoint(in_text) or _begins_one(own, in_text):
        return False
    is_few, is_phrase = len(stems) <= FEW_STEMS, _EMPTY.match(words) is not None
    if len(in_text) < MIN_TEXT_STEMS:
        return is_few and is_phrase
    language, of_text = guess_language(words), guess_language(text)
    if language == "":
        return is_phrase or (is_few and not looks_foreign(words, of_text or "en"))
    return is_phrase or language == of_text


def _begins_one(own: frozenset[str], in_text: frozenset[str]) -> bool:
    """Whether one of them is the beginning of a word of the text: "Tue" of its Tuesday, "Gar" of no garage."""
    long, short = (
        tuple(word for word in own if len(word) >= LONG_BEGINNING),
        tuple(word for word in own if len(word) == LONG_BEGINNING - 1),
    )
    return any(word.startswith(long) or (word in _NAMES and word.startswith(short)) for word in in_text)

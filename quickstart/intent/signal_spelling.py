"""Typing errors in the words that signal an intent: "hwo", "waht", "wich", "expalin"."""

from functools import lru_cache

from rapidfuzz.distance import OSA

from quickstart.intent.signal_words import NOT_MISSPELLED, SIGNALS

FIRST_WORDS = 6
"""Checked words of a clause: further on a signal word tells less, and a slip is more likely another word."""
LONG = 7
"""From this length on a replaced letter is a typing error; in a shorter word it makes another word."""


def correct_signal_words(clause: str) -> str:
    words = clause.split(" ")
    return " ".join([*(_correct_word(word) for word in words[:FIRST_WORDS]), *words[FIRST_WORDS:]])


@lru_cache(maxsize=4096)
def _correct_word(word: str) -> str:
    if len(word) < 3 or word in NOT_MISSPELLED or not word.isalpha():
        return word
    return next((signal for signal in SIGNALS if _is_slip(word, signal)), word)


def _is_slip(word: str, signal: str) -> bool:
    """Two letters swapped, or one left out or doubled; in long words also one letter replaced."""
    if OSA.distance(word, signal, score_cutoff=1) > 1:
        return False
    if sorted(word) == sorted(signal):
        return True
    if len(signal) >= LONG:
        return word[0] == signal[0]
    # A replaced letter makes "last" of "list".
    return word[0] == signal[0] and (len(word) < len(signal) or _is_doubled_letter(word, signal))


def _is_doubled_letter(word: str, signal: str) -> bool:
    return any(
        word[at] == word[at - 1] and word[:at] + word[at + 1 :] == signal for at in range(1, len(word))
    )

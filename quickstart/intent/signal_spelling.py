"""Slips of the fingers in the words that tell what is asked: "hwo", "waht", "wich", "expalin"."""

from functools import lru_cache

from rapidfuzz.distance import OSA

from quickstart.intent.signal_words import NOT_MISSPELLED, SIGNALS

FIRST_WORDS = 6
"""Looked at in a clause: further on a signal word tells less, and a slip is more likely another word."""
LONG = 7
"""From so many letters on another letter in a word's place is a slip; in a short one it is another word."""


def correct_signal_words(clause: str) -> str:
    words = clause.split(" ")
    return " ".join([*(_correct_word(word) for word in words[:FIRST_WORDS]), *words[FIRST_WORDS:]])


@lru_cache(maxsize=4096)
def _correct_word(word: str) -> str:
    if len(word) < 3 or word in NOT_MISSPELLED or not word.isalpha():
        return word
    return next((signal for signal in SIGNALS if _is_slip(word, signal)), word)


def _is_slip(word: str, signal: str) -> bool:
    """Two letters exchanged, or one left out or typed twice; in long words also one other letter."""
    if OSA.distance(word, signal, score_cutoff=1) > 1:
        return False
    if sorted(word) == sorted(signal):
        return True
    if len(signal) >= LONG:
        return word[0] == signal[0]
    # One letter in another's place makes "last" of "list".
    return word[0] == signal[0] and (len(word) < len(signal) or _is_doubled_letter(word, signal))


def _is_doubled_letter(word: str, signal: str) -> bool:
    return any(
        word[at] == word[at - 1] and word[:at] + word[at + 1 :] == signal for at in range(1, len(word))
    )

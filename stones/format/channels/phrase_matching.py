"""Matching of phrases in a sentence, as whole words, ignoring case and punctuation."""

import re
from collections.abc import Sequence
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_NO_SPACES = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")  # kana, ideographs, hangul


def normalize(text: str) -> str:
    """The words of a text, lower-cased, with one space around each."""
    return f" {' '.join(_WORD.findall(text.lower().replace('’', chr(39))))} "


@lru_cache(maxsize=256)
def _word_set(words: str) -> frozenset[str]:
    """A dozen sets of phrases are looked for in one sentence."""
    return frozenset(words.split())


class Phrases:
    """Phrases, separated by slashes. A trailing star allows any ending; phrases of scripts without spaces may occur
    within a word. `forms` are regular expressions for normalized text.
    """

    def __init__(self, *lines: str, forms: Sequence[str] = ()) -> None:
        phrases = [phrase.strip() for line in lines for phrase in line.split("/")]
        spaced = [phrase for phrase in phrases if not _NO_SPACES.search(phrase)]
        self._whole = tuple(normalize(phrase) for phrase in spaced if not phrase.endswith("*"))
        self._open = tuple(normalize(phrase)[:-1] for phrase in spaced if phrase.endswith("*"))
        self._unspaced = tuple(phrase for phrase in phrases if _NO_SPACES.search(phrase))
        self._forms = re.compile("|".join([*map(re.escape, self._open), *forms]) or "(?!)")
        self._by_first_word: dict[str, list[str]] = {}
        for phrase in self._whole:
            self._by_first_word.setdefault(phrase.split()[0], []).append(phrase)

    def found_in(self, words: str) -> bool:
        """Whether any of them occurs in a normalized text."""
        # Most words begin no phrase: only phrases whose first word occurs are searched.
        for first in self._by_first_word.keys() & _word_set(words):
            if any(phrase in words for phrase in self._by_first_word[first]):
                return True
        if self._forms.search(words):
            return True
        return not words.isascii() and any(phrase in words for phrase in self._unspaced)

    def begin(self, words: str) -> bool:
        """Whether a normalized text begins with one."""
        return words.startswith(self._whole + self._open) or words[1:].startswith(self._unspaced)

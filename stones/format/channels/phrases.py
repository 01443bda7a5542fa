"""Phrases that are looked for in a sentence, as whole words whatever their case and punctuation."""

import re

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_NO_SPACES = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")  # kana, ideographs, hangul


def normalize(text: str) -> str:
    """The words of a text, lower-cased, with one space around each."""
    return f" {' '.join(_WORD.findall(text.lower().replace('’', chr(39))))} "


class Phrases:
    """Phrases, separated by slashes. One of a script without spaces may stand within a word."""

    def __init__(self, *lines: str) -> None:
        phrases = [phrase.strip() for line in lines for phrase in line.split("/")]
        self._spaced = tuple(normalize(phrase) for phrase in phrases if not _NO_SPACES.search(phrase))
        self._unspaced = tuple(phrase for phrase in phrases if _NO_SPACES.search(phrase))
        self._by_first_word: dict[str, list[str]] = {}
        for phrase in self._spaced:
            self._by_first_word.setdefault(phrase.split()[0], []).append(phrase)

    def found_in(self, words: str) -> bool:
        """Whether any of them stands in a normalized text."""
        # Most words begin no phrase, and no more is searched for than begins with one that is there.
        for first in self._by_first_word.keys() & words.split():
            if any(phrase in words for phrase in self._by_first_word[first]):
                return True
        return not words.isascii() and any(phrase in words for phrase in self._unspaced)

    def begin(self, words: str) -> bool:
        """Whether a normalized text begins with one."""
        return words.startswith(self._spaced) or words[1:].startswith(self._unspaced)

"""Fingerprints of texts, by which those that share a stretch are found without comparing each with each.

Winnowing (Schleimer, Wilkerson and Aiken, "Winnowing: local algorithms for document fingerprinting", SIGMOD 2003):
every sequence of WORDS words is hashed, and of each window of such hashes the smallest is kept. Two texts that share
WORDS + window - 1 words in sequence share a fingerprint, always. The smallest of a wide window is the smallest of
every narrower one that holds it, so a long text may be winnowed wider and still meets a short one.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.text.normalize_unicode import normalize_unicode

Hashes = NDArray[np.uint64]

WORDS = 5
WINDOW = 4
# A shorter text has no fingerprints: what so few words share is chance.
MIN_WORDS = WORDS + WINDOW - 1
# A text of more is winnowed wider: 1 MB of English at 64, where stretches of 68 words are met for certain.
MAX_FINGERPRINTS = 8_192

# Thai, Lao, Burmese, Khmer, Chinese and Japanese put no spaces between words: there each character counts as one.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# Without the underscore: where a text was rendered, its emphasis is gone.
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_FACTOR = 0x9E3779B97F4A7C15


@dataclass(frozen=True)
class HashedText:
    """The words of one text as hashes: `sequences[i]` stands for the WORDS words from word i on."""

    word_count: int
    sequences: Hashes

    @cached_property
    def fingerprints(self) -> Hashes:
        """Those that are kept, ascending, each once; none of a text that is too short."""
        if self.word_count < MIN_WORDS:
            return np.empty(0, dtype=np.uint64)
        window = WINDOW
        while len(winnowed := self.winnow(window)) > MAX_FINGERPRINTS:
            window *= 2
        return winnowed

    def winnow(self, window: int) -> Hashes:
        """The smallest hash of each window, ascending, each once; of one window where the text has no more."""
        window = min(window, len(self.sequences))
        smallest, width = self.sequences, 1
        while width < window:
            # Two neighbouring windows of a width, or two that lie over each other, make a wider one.
            step = min(width, window - width)
            smallest, width = np.minimum(smallest[:-step], smallest[step:]), width + step
        return np.unique(smallest)


def hash_text(text: str, *, salt: str) -> HashedText:
    """The marks of a text. `salt` is mixed into every hash: texts marked with another one never meet.

    Case, punctuation, white space and the spelling of a character (NFKC) make no difference.
    """
    words = _WORD.findall(normalize_unicode("NFKC", text).casefold())
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    table = np.array([_word_hash(word, salt.encode()) for word in numbers], dtype=np.uint64)
    hashes = table[np.array([numbers[word] for word in words], dtype=np.int64)]
    return HashedText(len(words), _sequences(hashes))


def to_signed(fingerprints: Hashes) -> list[int]:
    """As PostgreSQL stores them: signed integers of 64 bits."""
    values: list[int] = fingerprints.view(np.int64).tolist()
    return values


def from_signed(values: list[int]) -> Hashes:
    """As `Hashes.fingerprints` has them, from what was stored."""
    return np.sort(np.array(values, dtype=np.int64).view(np.uint64))


def _word_hash(word: str, key: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8, key=key).digest())


def _sequences(hashes: Hashes) -> Hashes:
    """One hash for each WORDS words in sequence; the order counts."""
    count = len(hashes) - WORDS + 1
    if count < 1:
        return np.empty(0, dtype=np.uint64)
    sums = np.zeros(count, dtype=np.uint64)
    factor = np.array([_FACTOR], dtype=np.uint64)
    for place in range(WORDS):
        sums = sums * factor + hashes[place : place + count]
    return _mix_bits(sums)


def _mix_bits(values: Hashes) -> Hashes:
    """Every bit depends on every other (the end of splitmix64), so that the smallest is any of them."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        values = (values ^ (values >> np.uint64(shift))) * np.array([factor], dtype=np.uint64)
    return values ^ (values >> np.uint64(31))

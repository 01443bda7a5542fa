"""How one text relates to another: the same, a part, all of it and more, or much of it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from clipboard.analysis.fingerprints import MAX_FINGERPRINTS, WINDOW, WORDS, HashedText, Hashes, hash_text

REPEATS, PART, CONTAINS, REWORKED = "repeats", "part", "contains", "reworked"
# Of two that explain as much of a text: the plainer one.
_RELATION_RANKS = (REWORKED, CONTAINS, PART, REPEATS)
# The share of the shorter text's words from which on a text is another one, reworked.
REWORKED_FROM = 0.5
# A longer text is compared by its fingerprints: an estimate from below, as each changed word breaks WORDS sequences.
COMPARED_CHARACTERS = 200_000
# An estimate from fewer fingerprints would be a guess.
_MIN_FINGERPRINTS = 16


@dataclass(frozen=True)
class Similarity:
    """`overlap`: the share of the shorter text's words that both have in sequence; `share`: of our text's words."""

    relation: str
    overlap: float
    share: float

    @property
    def rank(self) -> tuple[float, int]:
        """The greater, the more of our text it explains."""
        return self.share, _RELATION_RANKS.index(self.relation)


@dataclass(frozen=True)
class FingerprintedText:
    """A text; its marks are made when they are asked for."""

    text: str
    salt: str

    @cached_property
    def hashed(self) -> HashedText:
        return hash_text(self.text, salt=self.salt)

    @cached_property
    def folded(self) -> str:
        """All white space as one space: line ends, indents and a newline at the end make no other text."""
        return " ".join(self.text.split())


def compare_texts(ours: FingerprintedText, theirs: FingerprintedText) -> Similarity | None:
    """What our text is of theirs, by the texts themselves; None where they share too little."""
    if ours.folded == theirs.folded:
        return Similarity(REPEATS, 1.0, 1.0)
    if ours.folded in theirs.folded:
        return Similarity(PART, 1.0, 1.0)
    if theirs.folded in ours.folded:
        return Similarity(CONTAINS, 1.0, len(theirs.folded) / len(ours.folded))
    if max(len(ours.text), len(theirs.text)) > COMPARED_CHARACTERS:
        return _as_reworked(
            _estimate_overlap(ours.hashed, theirs.hashed.fingerprints), ours, len(theirs.folded)
        )
    ours_shorter = ours.hashed.word_count <= theirs.hashed.word_count
    shorter, longer = (ours.hashed, theirs.hashed) if ours_shorter else (theirs.hashed, ours.hashed)
    overlap = _covered_share(shorter, longer)
    if overlap < REWORKED_FROM:
        return None
    return Similarity(REWORKED, overlap, _covered_share(ours.hashed, theirs.hashed))


def compare_fingerprints(ours: FingerprintedText, fingerprints: Hashes, characters: int) -> Similarity | None:
    """The same where of theirs there are the fingerprints alone, and how long it was: an estimate."""
    overlap = _estimate_overlap(ours.hashed, fingerprints)
    if overlap < 1.0:
        return _as_reworked(overlap, ours, characters)
    if len(ours.text) <= characters:
        return Similarity(PART, 1.0, 1.0)
    return Similarity(CONTAINS, 1.0, characters / len(ours.text))


def _as_reworked(overlap: float, ours: FingerprintedText, characters: int) -> Similarity | None:
    if overlap < REWORKED_FROM:
        return None
    return Similarity(REWORKED, overlap, overlap * min(1.0, characters / len(ours.text)))


def _covered_share(one: HashedText, other: HashedText) -> float:
    """The share of the words of one that stand in a sequence that the other has too."""
    if not one.word_count:
        return 0.0
    starts = np.flatnonzero(np.isin(one.sequences, other.sequences))
    covered = np.zeros(one.word_count, dtype=bool)
    for place in range(WORDS):
        covered[starts + place] = True
    return float(covered.mean())


def _estimate_overlap(ours: HashedText, theirs: Hashes) -> float:
    """The share of the smaller one's fingerprints that both have, winnowed as theirs may have been."""
    if not len(theirs):
        return 0.0
    best, window = 0.0, WINDOW
    while len(mine := ours.winnow(window)) >= _MIN_FINGERPRINTS or window == WINDOW:
        if len(mine):
            shared = np.isin(mine, theirs, assume_unique=True).sum()
            best = max(best, float(shared) / min(len(mine), len(theirs)))
        if len(theirs) < MAX_FINGERPRINTS // 3:
            break  # so few were never winnowed wider
        window *= 2
    return best

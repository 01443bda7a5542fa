"""How one text relates to another: the same, a part, all of it and more, or much of it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stones.clipboard.marks import MOST, WINDOW, WORDS, Hashes, Marks, mark

REPEATS, PART, CONTAINS, REWORKED = "repeats", "part", "contains", "reworked"
# Of two that explain as much of a text: the plainer one.
_PLAINER = (REWORKED, CONTAINS, PART, REPEATS)
# The share of the shorter text's words from which on a text is another one, reworked.
REWORKED_FROM = 0.5
# A longer text is compared by its fingerprints: an estimate from below, as each changed word breaks WORDS sequences.
COMPARED_CHARACTERS = 200_000
# An estimate from fewer fingerprints would be a guess.
_ENOUGH = 16


@dataclass(frozen=True)
class Likeness:
    """`overlap`: the share of the shorter text's words that both have in sequence; `share`: of our text's words."""

    relation: str
    overlap: float
    share: float

    @property
    def rank(self) -> tuple[float, int]:
        """The greater, the more of our text it explains."""
        return self.share, _PLAINER.index(self.relation)


@dataclass(frozen=True)
class MarkedText:
    """A text; its marks are made when they are asked for."""

    text: str
    salt: str

    @cached_property
    def marks(self) -> Marks:
        return mark(self.text, salt=self.salt)

    @cached_property
    def folded(self) -> str:
        """All white space as one space: line ends, indents and a newline at the end make no other text."""
        return " ".join(self.text.split())


def relate(ours: MarkedText, theirs: MarkedText) -> Likeness | None:
    """What our text is of theirs, by the texts themselves; None where they share too little."""
    if ours.folded == theirs.folded:
        return Likeness(REPEATS, 1.0, 1.0)
    if ours.folded in theirs.folded:
        return Likeness(PART, 1.0, 1.0)
    if theirs.folded in ours.folded:
        return Likeness(CONTAINS, 1.0, len(theirs.folded) / len(ours.folded))
    if max(len(ours.text), len(theirs.text)) > COMPARED_CHARACTERS:
        return _reworked(_estimated(ours.marks, theirs.marks.fingerprints), ours, len(theirs.folded))
    ours_shorter = ours.marks.word_count <= theirs.marks.word_count
    shorter, longer = (ours.marks, theirs.marks) if ours_shorter else (theirs.marks, ours.marks)
    overlap = _covered(shorter, longer)
    if overlap < REWORKED_FROM:
        return None
    return Likeness(REWORKED, overlap, _covered(ours.marks, theirs.marks))


def relate_unkept(ours: MarkedText, fingerprints: Hashes, characters: int) -> Likeness | None:
    """The same where of theirs there are the fingerprints alone, and how long it was: an estimate."""
    overlap = _estimated(ours.marks, fingerprints)
    if overlap < 1.0:
        return _reworked(overlap, ours, characters)
    if len(ours.text) <= characters:
        return Likeness(PART, 1.0, 1.0)
    return Likeness(CONTAINS, 1.0, characters / len(ours.text))


def _reworked(overlap: float, ours: MarkedText, characters: int) -> Likeness | None:
    if overlap < REWORKED_FROM:
        return None
    return Likeness(REWORKED, overlap, overlap * min(1.0, characters / len(ours.text)))


def _covered(one: Marks, other: Marks) -> float:
    """The share of the words of one that stand in a sequence that the other has too."""
    if not one.word_count:
        return 0.0
    starts = np.flatnonzero(np.isin(one.sequences, other.sequences))
    covered = np.zeros(one.word_count, dtype=bool)
    for place in range(WORDS):
        covered[starts + place] = True
    return float(covered.mean())


def _estimated(ours: Marks, theirs: Hashes) -> float:
    """The share of the smaller one's fingerprints that both have, winnowed as theirs may have been."""
    if not len(theirs):
        return 0.0
    best, window = 0.0, WINDOW
    while len(mine := ours.winnowed(window)) >= _ENOUGH or window == WINDOW:
        if len(mine):
            shared = np.isin(mine, theirs, assume_unique=True).sum()
            best = max(best, float(shared) / min(len(mine), len(theirs)))
        if len(theirs) < MOST // 3:
            break  # so few were never winnowed wider
        window *= 2
    return best

"""Hits that are about the opposite of what is asked do not answer: one on importing, asked about exporting."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.text.opposite_actions import opposite_action

MAX_COMPARED = 4
"""Of each kind: no more are offered."""
DOUBTED = 0.5
"""So much of its confidence, or of the threshold if that is less, a hit about the opposite keeps."""


@dataclass(frozen=True, slots=True)
class HitText:
    title: str
    wordings: Sequence[str]
    """What says what it is about, its title included."""
    rest: Iterable[str]
    """The rest of it; read last, so that it may load what it gives."""
    coverage: float
    """Share, by weight, of the question's words that it holds: 0 to 1."""


@dataclass(frozen=True, slots=True)
class OppositeHits:
    indexes: frozenset[int]
    least: float = 0.0
    """The share of the question's words that a hit which may answer has at least."""
    why: str = ""
    """Why the surest hit does not answer, as a sentence; empty where it is not one of them."""

    def leaves_out(self, index: int, coverage: float) -> bool:
        """Whether a hit is about the opposite, or has too little of the question to answer in its place."""
        return index in self.indexes or coverage < self.least


def doubt(confidence: float, answer_above: float) -> float:
    """The confidence of a hit about the opposite: never enough to answer, nor to be offered."""
    return DOUBTED * min(confidence, answer_above)


def find_opposites(question: str, hits: Sequence[HitText]) -> OppositeHits:
    """Which of the hits, the surest first, are about the opposite. Where the surest is, another answers only if it has
    as much of the question's words.
    """
    indexes = frozenset(
        at for at, hit in enumerate(hits) if opposite_action(question, hit.wordings, hit.rest)
    )
    if 0 not in indexes:
        return OppositeHits(indexes)
    why = f"The nearest, “{hits[0].title}”, is about the opposite of what you ask for."
    return OppositeHits(indexes, hits[0].coverage, why)

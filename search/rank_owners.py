"""The owners of passages in the order in which they come near a question: each as its best passage."""

from dataclasses import dataclass

import numpy as np

from search.confidence import LISTED, confidence
from search.found_passages import NO_OWNER, FoundPassages, owner_pk
from search.passage_score import Numbers, coverages, held_words, passage_scores, word_weights

WORDS_WEIGHT = 0.5
"""Of the words; the vectors weigh 1. Of stones .3 to 1.2 differ by less than the noise."""
NEAR_ABOVE = 0.5
"""Confidence."""


@dataclass(frozen=True, slots=True)
class RankedOwner:
    pk: str
    is_near: bool
    """Whether its best passage speaks of what is asked for; never without a vector."""


def rank_owners(found: FoundPassages) -> list[RankedOwner]:
    """Best first, each once."""
    weights = word_weights(found.holding, found.count)
    covered = coverages(held_words(found.masks, len(weights)), weights)
    cosines = found.similarities
    scores = passage_scores(cosines, covered, words_weight=WORDS_WEIGHT, counts=_represented(found))
    best: dict[bytes, int] = {}
    for at in np.argsort(-scores, kind="stable"):
        best.setdefault(bytes(found.owners[at]), int(at))
    best.pop(NO_OWNER, None)
    return [
        RankedOwner(owner_pk(owner), _is_near(float(cosines[at]), float(covered[at])))
        for owner, at in best.items()
    ]


def _is_near(cosine: float, coverage: float) -> bool:
    return not np.isnan(cosine) and confidence({"cosine": cosine, "coverage": coverage}, LISTED) >= NEAR_ABOVE


def _represented(found: FoundPassages) -> Numbers | None:
    """How many passages each stands for: one that is likely for itself, those of the sample for all others."""
    if found.likely is None:
        return None
    others = max(found.count - int(found.likely.sum()), 0)
    return np.where(found.likely, 1.0, others / max(int((~found.likely).sum()), 1))

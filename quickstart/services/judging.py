"""How sure each of the best hits is, from the vectors of its texts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from llm.embeddings.base import Vectors
from quickstart.kinds import REPEATING
from quickstart.queries.searching import vectors_of
from quickstart.queries.seen import Numbers, Seen
from quickstart.ranking import Ranked, Scanned
from quickstart.ranking.confidence import (
    LEAD_OVER,
    Calibration,
    Candidate,
    Question,
    confidence,
    confidence_by_words,
    fit,
    weigh,
)

NEAR = 64
"""Texts of an owner, the nearest ones, by which it is judged."""


@dataclass(frozen=True, slots=True)
class Judged:
    closeness: float
    """How well it fits, whatever the others do."""
    confidence: float
    """That it answers the question: 0 to 1."""


def judge(
    ranked: Sequence[Ranked],
    *,
    question: Question | None,
    stems: Sequence[str],
    seen: Seen,
    scanned: Scanned,
    calibration: Calibration,
) -> list[Judged]:
    """In the order of `ranked`, whose items are owners of `seen`. What has no vector is judged by its words."""
    near = {each.item: _near(seen, each.item) for each in ranked}
    stored = vectors_of(np.concatenate([*near.values()]).tolist()) if question and ranked else {}
    found = {each.item: _candidate(each, near[each.item], stored, seen, stems) for each in ranked}
    comparable = [each for each in found.values() if len(each.vectors)]
    known = [float(weight) for weight in scanned.weights[scanned.holding > 0]]
    judged = []
    for each in found.values():
        if question is None or not len(each.vectors):
            judged.append(Judged(each.covered, confidence_by_words(each.covered)))
            continue
        others = [other for other in comparable if other is not each][: 2 * LEAD_OVER]
        sure = confidence(weigh(question, [each, *others], known=known), calibration)
        judged.append(Judged(fit(question, each), sure))
    return judged


def _near(seen: Seen, owner: int) -> Numbers:
    """The numbers of the owner's texts, the nearest first, those without a vector last; none that repeats others."""
    rows = np.flatnonzero((seen.owners == owner) & ~np.isin(seen.kinds, REPEATING))
    order = np.argsort(-seen.similarities[rows], kind="stable")[:NEAR]
    return seen.numbers[rows[order]]


def _candidate(
    ranked: Ranked, texts: Numbers, stored: dict[int, Vectors], seen: Seen, stems: Sequence[str]
) -> Candidate:
    held = int(np.bitwise_or.reduce(seen.masks[seen.owners == ranked.item], initial=0))
    return Candidate(
        vectors=np.array([stored[number] for number in texts.tolist() if number in stored], dtype=np.float32),
        stems={stem for at, stem in enumerate(stems) if held >> at & 1},
        covered=ranked.features["coverage"],
    )

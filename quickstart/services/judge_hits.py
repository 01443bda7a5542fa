"""The confidence in each of the best hits, from the vectors of its texts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.llm.embeddings.embedder import Vectors
from quickstart.kinds import REPEATING
from quickstart.queries.candidates import Candidates, Integers
from quickstart.queries.find_candidates import vectors_of
from quickstart.ranking import ScannedItems, ScoredItem
from quickstart.ranking.hit_confidence import (
    LEAD_OVER,
    AnswerCandidate,
    Calibration,
    PreparedQuestion,
    confidence,
    confidence_by_words,
    standing,
    weigh,
)

MAX_NEAREST_TEXTS = 64
"""Nearest texts of an owner that it is judged by."""


@dataclass(frozen=True, slots=True)
class HitJudgement:
    confidence: float
    """That it answers the question: 0 to 1."""
    standing: float = math.inf
    """How far it fits better than the others: from 1 on it is the one that answers. Words alone cannot tell."""


def judge(
    ranked: Sequence[ScoredItem],
    *,
    question: PreparedQuestion | None,
    stems: Sequence[str],
    candidates: Candidates,
    scanned: ScannedItems,
    calibration: Calibration,
) -> list[HitJudgement]:
    """In the order of `ranked`, whose items are owners of `candidates`. Items without vectors are judged by their
    words.
    """
    near = {each.item: _nearest_texts(candidates, each.item) for each in ranked}
    stored = vectors_of(np.concatenate([*near.values()]).tolist()) if question and ranked else {}
    found = {each.item: _candidate(each, near[each.item], stored, candidates, stems) for each in ranked}
    comparable = [each for each in found.values() if len(each.vectors)]
    known_weights = [float(weight) for weight in scanned.weights[scanned.holding > 0]]
    judged = []
    for scored, each in zip(ranked, found.values(), strict=True):
        if question is None or not len(each.vectors):
            judged.append(HitJudgement(confidence_by_words(each.covered)))
            continue
        others = [other for other in comparable if other is not each][: 2 * LEAD_OVER]
        evidence = weigh(question, [each, *others], known_weights=known_weights)
        scores = [other.score for other in ranked if other is not scored]
        stands = standing(evidence, scored.score - max(scores), calibration) if scores else math.inf
        judged.append(HitJudgement(confidence(evidence, calibration), stands))
    return judged


def _nearest_texts(candidates: Candidates, owner: int) -> Integers:
    """Ids of the owner's texts, the nearest first, those without a vector last; none that repeats others."""
    rows = np.flatnonzero((candidates.owners == owner) & ~np.isin(candidates.kinds, REPEATING))
    order = np.argsort(-candidates.similarities[rows], kind="stable")[:MAX_NEAREST_TEXTS]
    return candidates.numbers[rows[order]]


def _candidate(
    ranked: ScoredItem,
    texts: Integers,
    stored: dict[int, Vectors],
    candidates: Candidates,
    stems: Sequence[str],
) -> AnswerCandidate:
    words_mask = int(np.bitwise_or.reduce(candidates.masks[candidates.owners == ranked.item], initial=0))
    return AnswerCandidate(
        vectors=np.array([stored[number] for number in texts.tolist() if number in stored], dtype=np.float32),
        stems={stem for at, stem in enumerate(stems) if words_mask >> at & 1},
        covered=ranked.coverage,
    )

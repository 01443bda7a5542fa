"""Questions that a collection can ask itself, and the evidence for their best hits.

In scope: a wording, while that text itself is left out and the others of its item remain. Out of scope, near: the
same text while its whole item and everything that says the same are left out. Far: the product's own questions about
anything else. The model is Chow's recogniser with a reject option (1970) on leave-one-out samples.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.text.stretch_vectors import Embed
from quickstart.ranking.hit_confidence import (
    LEAD_OVER,
    AnswerCandidate,
    Evidence,
    PreparedQuestion,
    Vectors,
    candidate_closeness,
    prepare_questions,
    weigh,
    word_weight,
)

MAX_PSEUDO_QUERIES = 400
SAME_TEXT_COSINE = 0.97
"""From this cosine on two texts of different items count as the same."""
_CANDIDATES = 12
_BATCH = 64
_EXCLUDED = -2.0  # below any cosine


@dataclass(frozen=True)
class CollectionTexts:
    """The indexed texts of a collection, row by row: wording, unit vectors (t, d), items (t,) numbered from 0 without
    gaps, whether it is a wording (question, variant, title, trigger, description), its stems.
    """

    wordings: Sequence[str]
    vectors: Vectors
    items: NDArray[np.intp]
    is_wording: NDArray[np.bool_]
    stems: Sequence[Set[str]]

    @cached_property
    def count(self) -> int:
        """Of items."""
        return int(self.items.max()) + 1 if len(self.items) else 0

    @cached_property
    def rows(self) -> list[NDArray[np.intp]]:
        """Of each item."""
        order = np.argsort(self.items, kind="stable")
        return np.split(order, np.cumsum(np.bincount(self.items, minlength=self.count))[:-1])

    @cached_property
    def _places(self) -> Mapping[str, list[int]]:
        found: dict[str, list[int]] = {}
        for item, stems in zip(self.items.tolist(), self.stems, strict=True):
            for stem in stems:
                found.setdefault(stem, []).append(item)
        return found

    @cached_property
    def _holders_cache(self) -> dict[str, tuple[NDArray[np.intp], NDArray[np.intp]]]:
        return {}

    def holders(self, stem: str) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The items that have a stem, ascending, and in how many of their texts."""
        if stem not in self._holders_cache:
            items = np.array(self._places.get(stem, ()), dtype=np.intp)
            self._holders_cache[stem] = np.unique(items, return_counts=True)
        return self._holders_cache[stem]


class PseudoQuery(NamedTuple):
    text: int
    """Its row."""
    in_scope: bool
    """True: only this row is left out. False: its whole item, and those that say the same."""


class SampledHit(NamedTuple):
    item: int
    evidence: Evidence


def pseudo_queries(texts: CollectionTexts) -> list[PseudoQuery]:
    """At most MAX_PSEUDO_QUERIES, spread evenly over the items; deterministic.

    In scope only if the item has other texts to be found by.
    """
    turns: list[list[int]] = []
    for rows in texts.rows:
        for turn, row in enumerate(rows[texts.is_wording[rows]].tolist()):
            turns.extend([[]] if turn == len(turns) else [])
            turns[turn].append(row)
    chosen: list[int] = []
    for rows_of_turn in turns:
        remaining = MAX_PSEUDO_QUERIES // 2 - len(chosen)
        step = max(1.0, len(rows_of_turn) / max(1, remaining))
        chosen.extend(rows_of_turn[int(at * step)] for at in range(min(remaining, len(rows_of_turn))))
    several = [len(rows) > 1 for rows in texts.rows]
    return [
        *(PseudoQuery(row, True) for row in chosen if several[texts.items[row]]),
        *(PseudoQuery(row, False) for row in chosen if texts.count > 1),
    ]


def find_pseudo_hits(
    texts: CollectionTexts, queries: Sequence[PseudoQuery], *, embed: Embed
) -> Iterator[SampledHit]:
    """The best hit of each, in order."""
    rows = list(dict.fromkeys(query.text for query in queries))
    prepared = dict(
        zip(rows, prepare_questions([texts.wordings[row] for row in rows], embed=embed), strict=True)
    )
    for start in range(0, len(queries), _BATCH):
        batch = queries[start : start + _BATCH]
        cosines = texts.vectors[[query.text for query in batch]] @ texts.vectors.T
        for query, row in zip(batch, cosines, strict=True):
            yield _best_hit(texts, prepared[query.text], row, _excluded_rows(texts, query, row))


def find_hits(texts: CollectionTexts, questions: Sequence[PreparedQuestion]) -> Iterator[SampledHit]:
    """The best hit of each, in order. Empty if there are no texts."""
    nothing = np.zeros(0, dtype=np.intp)
    for start in range(0, len(questions) if texts.count else 0, _BATCH):
        batch = questions[start : start + _BATCH]
        cosines = np.stack([question.vector for question in batch]) @ texts.vectors.T
        for question, row in zip(batch, cosines, strict=True):
            yield _best_hit(texts, question, row, nothing)


def _excluded_rows(texts: CollectionTexts, query: PseudoQuery, cosines: Vectors) -> NDArray[np.intp]:
    if query.in_scope:
        return np.array([query.text])
    same = set(texts.items[(cosines >= SAME_TEXT_COSINE) & texts.is_wording].tolist()) | {
        int(texts.items[query.text])
    }
    if len(same) == texts.count:  # all say the same: something must be left to be found
        same = {int(texts.items[query.text])}
    return np.concatenate([texts.rows[item] for item in sorted(same)])


def _best_hit(
    texts: CollectionTexts, question: PreparedQuestion, cosines: Vectors, excluded: NDArray[np.intp]
) -> SampledHit:
    cosines = cosines.copy()
    cosines[excluded] = _EXCLUDED
    nearest = np.full(texts.count, _EXCLUDED, dtype=cosines.dtype)
    np.maximum.at(nearest, texts.items, cosines)
    covered, known_weights = _words(texts, question.stems, excluded)
    promise = nearest + covered / 5
    likely = np.argpartition(-promise, min(_CANDIDATES, texts.count) - 1)[:_CANDIDATES]
    hits = []
    for item in np.sort(likely[nearest[likely] > _EXCLUDED]).tolist():
        remaining_rows = texts.rows[item][cosines[texts.rows[item]] > _EXCLUDED]
        stems = frozenset[str]().union(*(texts.stems[row] for row in remaining_rows.tolist()))
        candidate = AnswerCandidate(texts.vectors[remaining_rows], stems, float(covered[item]))
        hits.append((candidate_closeness(question, candidate), item, candidate))
    hits.sort(key=lambda hit: -hit[0])
    evidence = weigh(question, [hit[2] for hit in hits[: 1 + LEAD_OVER]], known_weights=known_weights)
    return SampledHit(hits[0][1], evidence)


def _words(
    texts: CollectionTexts, stems: Set[str], excluded: NDArray[np.intp]
) -> tuple[NDArray[np.float64], list[float]]:
    """How much of the question each item has, (n,), and the weights of the words that any item has."""
    covered = np.zeros(texts.count)
    known_weights, total = [], 0.0
    lost = Counter(
        (stem, int(texts.items[row])) for row in excluded.tolist() for stem in texts.stems[row] & stems
    )
    for stem in sorted(stems):
        items, times = texts.holders(stem)
        excluded_items = [item for word, item in lost if word == stem]
        if excluded_items:
            at = np.searchsorted(items, excluded_items)
            times = times.copy()
            times[at] -= [lost[stem, item] for item in excluded_items]
            items = items[times > 0]
        weight = word_weight(holding=len(items), items=texts.count)
        total += weight
        if len(items):
            known_weights.append(weight)
            covered[items] += weight
    return covered / total if total else covered, known_weights

"""Search: the passages that answer a question best, among those whose owners the caller may see.

All vectors are compared while the account has few (EXACT_PASSAGES), else its own index is used. Words are looked up
in one index of all accounts. Measured in docs/adr/0024-one-search.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection, transaction
from django.db.models import QuerySet

from core.llm.embeddings.embedder import Vectors
from search.models import WordStatistics, passage_model
from search.passage_sql import PassageTable, Rows
from search.score_hits import (
    Numbers,
    PassageHit,
    best_places,
    held_words,
    score_hits,
    word_groups,
    word_weights,
)

MAX_HITS = 200
EXACT_PASSAGES = 30_000


@dataclass(frozen=True, slots=True)
class EmbeddedQuestion:
    stems: Sequence[str]
    """`core.text.question_stems`."""
    vector: Vectors | None
    """(d,), of `model`; None: by words alone."""
    model: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    hits: list[PassageHit]
    """Best first: half of `limit` by vectors, half by words."""
    weights: Numbers
    """Of the question's stems, as shares of their sum."""
    mean_cosine: float
    deviation: float
    all_embedded: bool
    """False: some were found by their words alone."""


@dataclass(frozen=True, slots=True)
class _Nearest:
    cosines: dict[int, float]
    mean: float
    deviation: float
    passages: int
    all_embedded: bool


def search(
    question: EmbeddedQuestion, owners: QuerySet[Any], *, account_id: int, limit: int = MAX_HITS
) -> SearchResult:
    """At most `limit` hits among the passages of `owners`, rows of this account. Three queries."""
    table = passage_model(owners.model)
    passages = PassageTable(table, owners, account_id, question.vector, question.model)
    statistics = WordStatistics.objects.filter(account_id=account_id, kind=table._meta.label).first()
    near = _nearest(passages, question, statistics, limit // 2)
    frequencies = {stem: _frequency(statistics, stem) for stem in question.stems}
    groups = word_groups(frequencies, near.passages) if statistics else [(stem,) for stem in question.stems]
    rows = passages.features(question.stems, groups, list(near.cosines))
    weights = _weights(rows, question.stems, frequencies, near.passages)
    hits = _build_hits(rows, weights, near.mean, near.deviation)
    all_embedded = near.all_embedded and all(hit.cosine is not None for hit in hits)
    return SearchResult(_select(hits, limit), weights, near.mean, near.deviation, all_embedded)


def passages_of(
    question: EmbeddedQuestion, owners: QuerySet[Any], found: SearchResult, *, account_id: int
) -> list[PassageHit]:
    """All passages of a few owners, in the order of the texts, scored as `found` was. One query."""
    table = PassageTable(passage_model(owners.model), owners, account_id, question.vector, question.model)
    rows = table.features_of_owners(question.stems)
    return _build_hits(rows, found.weights, found.mean_cosine, found.deviation)


def _nearest(
    table: PassageTable, question: EmbeddedQuestion, statistics: WordStatistics | None, many: int
) -> _Nearest:
    if statistics and question.vector is None:
        return _Nearest({}, 0.0, 0.0, statistics.passages, False)
    if _is_indexed(statistics, question) and statistics and question.vector is not None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('hnsw.ef_search', %s, true),"
                " set_config('hnsw.iterative_scan', 'strict_order', true)",
                [str(2 * many)],
            )
            rows = table.nearest(many)
        # Fewer: the caller may see little of the account, and that little is compared exactly.
        if len(rows) == many:
            mean = float(np.dot(statistics.mean, question.vector))
            return _Nearest(dict(rows), mean, 0.0, statistics.passages, True)
    ids, cosines = table.all_cosines()
    embedded = cosines[~np.isnan(cosines)]
    best = np.argsort(-cosines, kind="stable")[:many]
    return _Nearest(
        {int(ids[at]): float(cosines[at]) for at in best if not np.isnan(cosines[at])},
        float(np.mean(embedded)) if len(embedded) else 0.0,
        float(np.std(embedded)) if len(embedded) > 1 else 0.0,
        statistics.passages if statistics else len(ids),
        len(embedded) == len(ids),
    )


def _is_indexed(statistics: WordStatistics | None, question: EmbeddedQuestion) -> bool:
    return bool(statistics and statistics.passages > EXACT_PASSAGES and statistics.model == question.model)


def _frequency(statistics: WordStatistics | None, stem: str) -> int:
    """In how many passages of the account; 0: in few."""
    return int(statistics.frequencies.get(stem, 0)) if statistics else 0


def _weights(rows: Rows, stems: Sequence[str], frequencies: dict[str, int], passages: int) -> Numbers:
    """A word without a stored frequency is rare, so that all of its passages are among the rows."""
    counted = held_words(np.array([row[5] for row in rows], dtype=np.int64), len(stems)).sum(axis=1)
    return word_weights(
        [frequencies[stem] or int(many) for stem, many in zip(stems, counted, strict=True)], passages
    )


def _build_hits(rows: Rows, weights: Numbers, mean: float, deviation: float) -> list[PassageHit]:
    held = held_words(np.array([row[5] for row in rows], dtype=np.int64), len(weights))
    coverages = np.asarray(weights @ held, dtype=np.float64)
    cosines = np.array([np.nan if row[4] is None else row[4] for row in rows], dtype=np.float64)
    scores = score_hits(cosines, coverages, mean=mean, deviation=deviation)
    return [
        PassageHit(row[0], row[1], row[2], row[3], row[4], float(coverage), float(score))
        for row, coverage, score in zip(rows, coverages, scores, strict=True)
    ]


def _select(hits: list[PassageHit], limit: int) -> list[PassageHit]:
    cosines = np.array([np.nan if hit.cosine is None else hit.cosine for hit in hits], dtype=np.float64)
    coverages = np.array([hit.coverage for hit in hits], dtype=np.float64)
    chosen = best_places(cosines, limit // 2) | best_places(
        np.where(coverages > 0, coverages, np.nan), limit // 2
    )
    return sorted((hits[at] for at in chosen), key=lambda hit: (-hit.score, hit.passage))

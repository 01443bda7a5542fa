"""Which passages of a large space are worth comparing exactly: the likely ones by meaning, and by words.

By meaning: the signatures of all (a bit for each dimension) are compared in the index, without reading a row; some
hundreds that differ least hold the nearest (docs/adr/0027-one-search.md has the recall). By words: one list of
passages for each word of each space, whose length is read from the index alone; the rarest words first, commoner ones
in pairs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from search.index_counts import count_holding
from search.models import SearchPassage
from search.question import SearchQuestion
from search.scan_passages import question_parameters, stem_query

NEAREST, NEAREST_SHARE = 600, 100
"""So many are looked at because of their signatures, and one of so many more."""
BY_WORDS = 2_000
"""And about so many because of their words."""
EARLIEST = 2_000
_DISTANCES = 65_536
"""More than a vector has bits: an id and a distance are one number, which takes the database a fifth less time."""
SAMPLE = 128
"""Passages that stand for all where a mean is wanted."""


@dataclass(frozen=True, slots=True)
class LikelyPassages:
    spaces: Sequence[str]
    """Those that have passages."""
    nearest: NDArray[np.int64]
    """Ids; those without a vector are among them."""
    sample: NDArray[np.int64]
    """Ids of passages that stand for all, whatever they say."""
    count: int
    """Of all passages in the spaces."""
    holding: NDArray[np.int64]
    """How many of them hold each of the question's words, in the index: of a passage that was changed since the last
    vacuum it has two.
    """
    word_queries: Sequence[str]
    """Tsqueries of the words, or pairs of words, one of which a likely passage holds; none may be rare enough."""
    word_masks: tuple[int, ...]
    """The same: all bits of one of them are set in the mask of such a passage."""

    def better_holding(self, found: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many hold each word, where `found` of the likely ones do: of a rare word these are all."""
        is_rare = np.isin(1 << np.arange(len(found)), self.word_masks)
        return np.where(is_rare, found, np.minimum(self.holding, self.count))


def find_likely(
    table: type[SearchPassage], spaces: Sequence[str], question: SearchQuestion, *, few: int
) -> LikelyPassages | None:
    """The likely ones of more than `few`. None where all have to be compared: there are no more, the question has no
    vector, or many passages have none of its model. Two queries.
    """
    if question.vector is None:
        return None
    compared = _compare_signatures(table, spaces, question, few)
    count = compared.count + len(compared.without_vector)
    nearest = NEAREST + count // NEAREST_SHARE
    if nearest >= compared.count or len(compared.without_vector) > NEAREST:
        return None
    spaces = compared.spaces
    holding = count_holding(table, spaces, question)
    groups = word_groups(dict(zip(question.stems, holding.tolist(), strict=True)), count)
    return LikelyPassages(
        spaces=spaces,
        nearest=np.append(compared.nearest(nearest), compared.without_vector),
        sample=compared.sample[:: max(1, len(compared.sample) // SAMPLE)][:SAMPLE],
        count=count,
        holding=holding,
        word_queries=[" & ".join(f"({stem_query(stem, spaces)})" for stem in group) for group in groups],
        word_masks=tuple(sum(1 << question.stems.index(stem) for stem in group) for group in groups),
    )


def has_many(table: type[SearchPassage], spaces: Sequence[str]) -> bool:
    """Whether the spaces have more passages than are all compared. One query."""
    passages = table._default_manager.filter(space__in=spaces)
    return passages[table.few : table.few + 1].exists()


def likely_rows(table: type[SearchPassage], owner: str, likely: LikelyPassages) -> tuple[str, dict[str, Any]]:
    """A SELECT of the passages to compare, and its parameters. `owner`: the column of their owners.

    Where passages have parts, a passage and its parts come with any of them, and all in %(unowned)s.
    """
    name = table._meta.db_table
    values = {
        # As a text: hundreds of numbers, each adapted, take longer than the query.
        "likely": f"{{{','.join(map(str, [*likely.nearest.tolist(), *likely.sample.tolist()]))}}}",
        **{f"likely_words{at}": query for at, query in enumerate(likely.word_queries)},
    }
    # One by one: for a tsquery of all of them the index looks each passage that holds any word up in all lists.
    by_words = "".join(
        f" OR l.words @@ %(likely_words{at})s::tsquery" for at in range(len(likely.word_queries))
    )
    chosen = f"{name} l WHERE l.id = ANY(%(likely)s::bigint[]){by_words}"
    if not table.has_parts:
        return f"SELECT l.* FROM {chosen}", values  # noqa: S608 (names of ours)
    # MATERIALIZED: or else the planner may look the list of ids through for each passage of the table.
    rows = f"""
        WITH chosen AS MATERIALIZED (SELECT DISTINCT l.{owner}, l.stretch FROM {chosen})
        SELECT w.* FROM chosen JOIN {name} w ON w.{owner} = chosen.{owner} AND w.stretch = chosen.stretch
        UNION ALL SELECT o.* FROM {name} o WHERE o.space = ANY(%(unowned)s)
    """  # noqa: S608 (names of ours)
    return rows, values


@dataclass(frozen=True, slots=True)
class _Compared:
    """Ids of passages whose signatures were compared with the question's."""

    spaces: Sequence[str]
    """Those that have passages: a word is looked for once for each."""
    near: NDArray[np.int64]
    """What differs no more than the nearest fifth of the earliest EARLIEST: at least some hundreds of many."""
    distances: NDArray[np.int64]
    """Of the same: bits that differ."""
    sample: NDArray[np.int64]
    """Of those with a vector of the question's model, by chance."""
    count: int
    """Of these."""
    without_vector: NDArray[np.int64]
    """Up to NEAREST + 1 of the others."""

    def nearest(self, many: int) -> NDArray[np.int64]:
        return self.near[np.argsort(self.distances, kind="stable")[:many]]


def _compare_signatures(
    table: type[SearchPassage], spaces: Sequence[str], question: SearchQuestion, few: int
) -> _Compared:
    """Of no passage where there are no more than `few`. One query."""
    of_spaces = f"FROM {table._meta.db_table} p WHERE p.space = ANY(%(spaces)s)"
    of_model = f"""(SELECT p.id, p.signature <~> binary_quantize(%(vector)s::halfvec)::varbit AS distance
        {of_spaces} AND p.embedding_model = %(model)s"""
    near = f"""SELECT percentile_disc(0.2) WITHIN GROUP (ORDER BY distance)
        FROM {of_model} LIMIT {EARLIEST}) earliest"""  # noqa: S608 (ours)
    # OFFSET 0: without parallel workers, whose start takes longer than they save.
    statement = f"""
        SELECT ARRAY(SELECT name FROM unnest(%(spaces)s::text[]) name WHERE EXISTS (
                SELECT FROM {table._meta.db_table} p WHERE p.space = name)),
            string_agg(float8send(id * {_DISTANCES} + distance), '') FILTER (WHERE distance <= ({near})),
            string_agg(int8send(id), '') FILTER (WHERE hashint8(id) %% %(one_of)s = 0),
            count(*),
            (SELECT array_agg(id) FROM (
                SELECT id {of_spaces} AND (p.embedding_model < %(model)s OR p.embedding_model > %(model)s)
                LIMIT {NEAREST + 1}) others)
        FROM {of_model} AND EXISTS (SELECT {of_spaces} OFFSET %(few)s) OFFSET 0) embedded
    """  # noqa: S608 (a name of ours)
    values: dict[str, Any] = {"spaces": list(spaces), "few": few, "one_of": max(1, few // (2 * SAMPLE))}
    with connection.cursor() as cursor:
        cursor.execute(statement, {**question_parameters(question), **values})
        ((held, numbers, sample, count, others),) = cursor.fetchall()
    ids, distances = np.divmod(np.frombuffer(numbers or b"", dtype=">f8").astype(np.int64), _DISTANCES)
    sampled = np.frombuffer(sample or b"", dtype=">i8").astype(np.int64)
    return _Compared(held, ids, distances, sampled, count, np.array(others or (), dtype=np.int64))


def word_groups(holding: Mapping[str, int], count: int) -> list[tuple[str, ...]]:
    """Which words, or pairs of words, a passage has to hold to be looked at: some BY_WORDS hold one of them.

    `holding`: how many of `count` hold each word. The rarest words first, as long as few hold them; commoner ones in
    pairs, the pairs that the fewest are likely to hold first.
    """
    budget = BY_WORDS
    groups: list[tuple[str, ...]] = []
    rarest_first = sorted((stem for stem in holding if holding[stem]), key=lambda stem: holding[stem])
    while rarest_first and holding[rarest_first[0]] <= budget:
        budget -= holding[rarest_first[0]]
        groups.append((rarest_first.pop(0),))
    for one, other in sorted(
        combinations(rarest_first, 2), key=lambda pair: holding[pair[0]] * holding[pair[1]]
    ):
        budget -= holding[one] * holding[other] // count
        if budget < 0:
            break
        groups.append((one, other))
    return groups

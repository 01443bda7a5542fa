"""Which passages of a large space are worth comparing exactly: the likely ones by meaning, and by words.

By meaning: the signatures of all (a bit for each dimension) are compared in the index, without reading a row; some
hundreds that differ least hold the nearest (docs/adr/0027-one-search.md has the recall). By words: one list of
passages for each word of each space; the rarest words first, commoner ones in pairs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from search.models import SearchPassage
from search.question import SearchQuestion
from search.scan_passages import question_parameters, stem_query

NEAREST, NEAREST_SHARE = 600, 100
"""So many are looked at because of their signatures, and one of so many more."""
BY_WORDS = 2_000
"""And about so many because of their words."""
MAX_COUNTED = 5_000
"""Of a word that more hold, the number is guessed."""
_DISTANCES = 65_536
"""More than a vector has bits: an id and a distance are one number, which takes the database a fifth less time."""
SAMPLE = 128
"""Passages that stand for all where a mean is wanted."""


@dataclass(frozen=True, slots=True)
class LikelyPassages:
    nearest: NDArray[np.int64]
    """Ids; those without a vector are among them."""
    sample: NDArray[np.int64]
    """Ids of passages that stand for all, whatever they say."""
    count: int
    """Of all passages in the spaces."""
    holding: NDArray[np.int64]
    """How many of them hold each of the question's words; a guess for what more than MAX_COUNTED hold."""
    word_query: str
    """A tsquery of the words, or pairs of words, that a likely passage holds; empty: none is rare enough."""
    word_masks: tuple[int, ...]
    """The same: all bits of one of them are set in the mask of such a passage."""


def find_likely(
    table: type[SearchPassage], spaces: Sequence[str], question: SearchQuestion
) -> LikelyPassages | None:
    """The likely ones of many. None where all have to be compared: the question has no vector, or many
    passages have none of its model. One query.
    """
    if question.vector is None:
        return None
    ids, distances, held = _compare_signatures(table, spaces, question)
    has_vector = distances >= 0
    without_vector = int((~has_vector).sum())
    nearest = NEAREST + len(ids) // NEAREST_SHARE + without_vector
    if nearest >= len(ids) or without_vector > NEAREST:
        return None
    holding = np.where(held > MAX_COUNTED, np.sqrt(MAX_COUNTED * len(ids)).astype(np.int64), held)
    groups = word_groups(dict(zip(question.stems, holding.tolist(), strict=True)), len(ids))
    embedded = np.sort(ids[has_vector])
    return LikelyPassages(
        # Those without a vector have the least distance: they are among them.
        nearest=ids[np.argpartition(distances, nearest)[:nearest]],
        sample=embedded[:: max(1, len(embedded) // SAMPLE)][:SAMPLE],
        count=len(ids),
        holding=holding,
        word_query=" | ".join(
            " & ".join(f"({stem_query(stem, spaces)})" for stem in group) for group in groups
        ),
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
        "likely_words": likely.word_query,
    }
    by_words = " OR l.words @@ %(likely_words)s::tsquery" if likely.word_query else ""
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


def _compare_signatures(
    table: type[SearchPassage], spaces: Sequence[str], question: SearchQuestion
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The ids of all passages, how many bits differ (-1 without a vector of the question's model); and how many hold
    each word, up to MAX_COUNTED + 1.
    """
    name = table._meta.db_table
    # MATERIALIZED: or else the planner, told of the limit, may look for a common word from one row to the next.
    counts = "".join(
        f""", (WITH holding AS MATERIALIZED (SELECT FROM {name} h WHERE h.words @@ %(stem{at})s::tsquery)
            SELECT count(*) FROM (SELECT FROM holding LIMIT {MAX_COUNTED + 1}) counted)"""  # noqa: S608 (a name of ours)
        for at in range(len(question.stems))
    )
    statement = f"""
        SELECT string_agg(int8send(p.id * {_DISTANCES} + 1 + CASE WHEN p.embedding_model = %(model)s
                   THEN p.signature <~> binary_quantize(%(vector)s::halfvec)::varbit ELSE -1 END::integer), '')
               {counts}
        FROM {name} p WHERE p.space = ANY(%(spaces)s)
    """  # noqa: S608 (a name of ours)
    with connection.cursor() as cursor:
        cursor.execute(statement, {**question_parameters(question, spaces), "spaces": list(spaces)})
        ((compared, *held),) = cursor.fetchall()
    ids, distances = np.divmod(np.frombuffer(compared or b"", dtype=">i8").astype(np.int64), _DISTANCES)
    return ids, distances - 1, np.array(held, dtype=np.int64)


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

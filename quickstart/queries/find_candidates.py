"""Finds the texts of one collection to compare with a question: all of them, or in a large one those of likely
owners.
"""

from collections.abc import Collection as AbstractCollection
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from django.db import connection

from core.llm.embeddings.embedder import Vectors
from quickstart.kinds import OwnerKind
from quickstart.models import Entry, IndexedText, Review, Skill, text_space
from quickstart.queries.candidates import Candidates, QuickstartQuery
from quickstart.ranking.scan_items import Totals
from search.likely_passages import LikelyPassages, find_likely, has_many, likely_rows
from search.passage_score import held_words
from search.scan_passages import INTEGER, scan_passages

_MODELS: Mapping[OwnerKind, type[Entry] | type[Skill]] = {"entry": Entry, "skill": Skill}
_TEXTS = IndexedText._meta.db_table
_OWNER = "coalesce(p.entry_id, -p.skill_id)"
"""Of a text `p`."""


def find_candidates(query: QuickstartQuery) -> Candidates:
    """Every text of a collection; of many those of the likely owners."""
    spaces = {kind: text_space(kind, query.collection_id) for kind in _MODELS}
    if not has_many(IndexedText, list(spaces.values())):
        return compare_all(query)
    likely: dict[OwnerKind, LikelyPassages] = {
        kind: found
        for kind, space in spaces.items()
        if (found := find_likely(IndexedText, [space], query.question, few=0))
    }
    if not likely:
        return compare_all(query)
    owners = {owner for found in likely.values() for owner in _owners(found)}
    candidates = _scan(query, [spaces[kind] for kind in spaces.keys() - likely.keys()], owners)
    return replace(
        candidates,
        totals={kind: _totals(query, kind, candidates.of(kind), found) for kind, found in likely.items()},
    )


def compare_all(query: QuickstartQuery) -> Candidates:
    """Every text of a collection, however many."""
    return _scan(query, [text_space(kind, query.collection_id) for kind in _MODELS])


def vectors_of(numbers: Sequence[int]) -> dict[int, Vectors]:
    """The stored vectors of these texts, by row id."""
    rows = _rows(
        f"SELECT id, halfvec_send(embedding) FROM {_TEXTS} WHERE id = ANY(%(numbers)s) AND embedding IS NOT NULL",  # noqa: S608
        {"numbers": list(numbers)},
    )
    # Two 16-bit numbers precede the vector: its dimensions, and zero.
    return {number: np.frombuffer(sent, dtype=">f2", offset=4).astype(np.float32) for number, sent in rows}


def _scan(
    query: QuickstartQuery, whole: Sequence[str], owners: AbstractCollection[int] | None = None
) -> Candidates:
    """Every text in the spaces `whole`, and those of the `owners`."""
    is_owned = "OR p.entry_id = ANY(%(entries)s::bigint[]) OR p.skill_id = ANY(%(skills)s::bigint[])"
    found = scan_passages(
        query.question,
        f"FROM {_TEXTS} p WHERE p.space = ANY(%(whole)s) {'' if owners is None else is_owned}",
        {
            "whole": list(whole),
            "entries": [one for one in owners or () if one > 0],
            "skills": [-one for one in owners or () if one < 0],
        },
        {"numbers": ("p.id", INTEGER), "owners": (_OWNER, INTEGER), "kinds": ("p.kind", INTEGER)},
        spaces=[text_space(kind, query.collection_id) for kind in _MODELS],
    )
    return Candidates(**found, totals={})


def _owners(likely: LikelyPassages) -> set[int]:
    rows, values = likely_rows(IndexedText, "", likely)
    return {owner for (owner,) in _rows(f"SELECT DISTINCT {_OWNER} FROM ({rows}) p", values)}  # noqa: S608 (names of ours)


def _totals(
    query: QuickstartQuery, kind: OwnerKind, candidates: Candidates, likely: LikelyPassages
) -> Totals:
    """`candidates` are of that kind."""
    rows = _MODELS[kind]._default_manager.filter(collection_id=query.collection_id)
    held = held_words(candidates.masks, len(query.question.stems))
    owners = np.array([len(np.unique(candidates.owners[row == 1])) for row in held], dtype=np.int64)
    texts = held.sum(axis=1)
    # As many owners to a text as here: exact for rare words, all of whose texts are here.
    holding = np.rint(likely.better_holding(texts) * owners / np.maximum(texts, 1)).astype(np.int64)
    is_sampled = np.isin(candidates.numbers, likely.sample)
    return Totals(
        count=rows.filter(review=Review.PUBLISHED).count(),
        holding=holding,
        standing=np.unique(candidates.owners[is_sampled]),
    )


def _rows(statement: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows

"""An exact scan of all memories that an agent may recall, by the words and vectors of their passages.

The database returns three values of each passage and no more: grouping and weighing ten thousand of them in SQL took
twice as long as handing them over in one piece.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import Q, QuerySet
from pgvector import HalfVector

from core.llm.embeddings.embedder import Vectors
from core.text import as_tsquery
from inbox.memory import MemoryCandidate, MemoryScores, score_memories
from inbox.memory.score_memories import Numbers
from inbox.models import Agent, Memory, MemoryPassage

_ID_BYTES = 26


@dataclass(frozen=True, slots=True)
class RecallQuestion:
    """A recall query: the question, and which memories it searches."""

    agent: Agent
    stems: Sequence[str]
    vector: Vectors | None
    """(d,), of `model`; None: by words alone."""
    model: str
    tags: Sequence[str]
    history: bool
    """Whether replaced memories are searched, too."""
    now: datetime


def scan_memories(question: RecallQuestion) -> MemoryScores:
    """The scores of all memories that the agent may recall at `question.now`. One query."""
    # The parts are numbers and names of ours; everything that was typed is a parameter.
    bits = " + ".join(
        f"CASE WHEN p.words @@ %(stem{at})s::tsquery THEN {1 << at} ELSE 0 END"
        for at in range(len(question.stems))
    )
    statement = f"""
        SELECT string_agg(p.memory_id::bytea, ''),
               string_agg(float4send(coalesce({_SIMILARITY}, 'nan')::real), ''),
               string_agg(int8send({bits or 0}), '')
        {_VISIBLE}
    """
    ((memories, similarities, masks),) = _rows(statement, _parameters(question))
    return score_memories(
        np.frombuffer(memories or b"", dtype=f"S{_ID_BYTES}"),
        np.frombuffer(similarities or b"", dtype=">f4"),
        np.frombuffer(masks or b"", dtype=">i8").astype(np.int64),
        len(question.stems),
    )


def load_candidates(question: RecallQuestion, found: MemoryScores) -> list[MemoryCandidate]:
    """The memories worth comparing, and the newest under each of their keys. One query, with keys two."""
    best = Memory.objects.filter(pk__in=[found.memories[at].decode() for at in found.candidates()])
    rows = {row[0]: row for row in best.values_list(*_CANDIDATE_FIELDS)}
    if keys := {key for _, key, *_ in rows.values() if key}:
        rows |= {row[0]: row for row in _newest(question, keys).values_list(*_CANDIDATE_FIELDS)}
    return [_build_candidate(found, *row) for row in rows.values()]


_CANDIDATE_FIELDS = ("pk", "key", "created", "tokens")


def _newest(question: RecallQuestion, keys: Collection[str]) -> QuerySet[Memory]:
    """The current memory under each key, as far as the question searches it."""
    of_account = Memory.objects.filter(account_id=question.agent.account_id, superseded=None, key__in=keys)
    readable = of_account.filter(Q(shared=True) | Q(shared=False, agent=question.agent))
    live = readable.filter(Q(expires=None) | Q(expires__gt=question.now), tags__contains=list(question.tags))
    return live.order_by("key", "-created", "-pk").distinct("key")


def _build_candidate(
    found: MemoryScores, memory: str, key: str, created: datetime, tokens: int
) -> MemoryCandidate:
    at = found.position(memory)  # None: remembered since the search
    similarity = np.nan if at is None else float(found.similarities[at])
    return MemoryCandidate(
        memory=memory,
        key=key,
        created=created,
        tokens=tokens,
        coverage=0.0 if at is None else float(found.coverages[at]),
        similarity=None if np.isnan(similarity) else similarity,
    )


@dataclass(frozen=True, slots=True)
class PassageMatch:
    """A passage of a memory, and how well it answers."""

    start: int
    end: int
    coverage: float
    similarity: float | None


def match_passages(
    question: RecallQuestion, weights: Numbers, memories: Sequence[str]
) -> dict[str, list[PassageMatch]]:
    """The passages of these memories, which the agent may recall, in the order of the texts. One query."""
    coverage = " + ".join(
        f"CASE WHEN p.words @@ %(stem{at})s::tsquery THEN %(weight{at})s ELSE 0 END"
        for at in range(len(question.stems))
    )
    statement = f"""
        SELECT p.memory_id, p.start, p."end", {coverage or 0},
               {_SIMILARITY}
        {_VISIBLE} AND m.id = ANY(%(memories)s)
        ORDER BY p.memory_id, p.ordinal
    """
    parameters = _parameters(question) | {f"weight{at}": float(weight) for at, weight in enumerate(weights)}
    found: dict[str, list[PassageMatch]] = {}
    for memory, *position in _rows(statement, parameters | {"memories": list(memories)}):
        found.setdefault(memory, []).append(PassageMatch(*position))
    return found


_MEMORIES = Memory._meta.db_table
# Vectors of another model have other dimensions, perhaps, and other directions surely: never compared.
_SIMILARITY = "CASE WHEN p.embedding_model = %(model)s THEN 1 - (p.embedding <=> %(vector)s::halfvec) END"
_VISIBLE = f"""
    FROM {MemoryPassage._meta.db_table} p JOIN {_MEMORIES} m ON m.id = p.memory_id
    WHERE p.account_id = %(account)s AND m.account_id = %(account)s
        AND (m.shared OR m.agent_id = %(agent)s)
        AND (m.expires IS NULL OR m.expires > %(now)s)
        AND (%(history)s OR m.superseded IS NULL)
        AND m.tags @> %(tags)s::varchar[]
"""


def _parameters(question: RecallQuestion) -> dict[str, Any]:
    vector = None if question.vector is None else HalfVector(question.vector.tolist()).to_text()
    return {
        "account": question.agent.account_id,
        "agent": question.agent.pk,
        "now": question.now,
        "history": question.history,
        "tags": list(question.tags),
        "vector": vector,
        # No passage names this one.
        "model": "-" if vector is None else question.model,
        **{f"stem{at}": as_tsquery(stem) for at, stem in enumerate(question.stems)},
    }


def _rows(statement: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows

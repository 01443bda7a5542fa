"""The one query that looks at all memories an agent may recall: exact, by the words and vectors of their passages.

A question's word weighs by how few passages hold it (inverse document frequency, counted over what the agent may
recall, so that nobody else's texts can be felt). A memory counts as its best passage, by words and by vector alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from pgvector import HalfVector

from inbox.memory import Candidate
from inbox.models import Agent, Memory, MemoryPassage
from llm.embeddings.base import Vectors

CANDIDATES = 100
"""The best so many by words and by vectors are compared with each other."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, of whom, and about which memories."""

    agent: Agent
    stems: Sequence[str]
    vector: Vectors | None
    """(d,), of `model`; None: by words alone."""
    model: str
    tags: Sequence[str]
    history: bool
    """Whether what was replaced is looked at, too."""
    now: datetime


@dataclass(frozen=True, slots=True)
class Search:
    candidates: list[Candidate]
    """The newest first."""
    mean_similarity: float
    """Over all memories that were looked at."""
    all_embedded: bool
    """Whether each of them has vectors of this model."""
    weights: list[float]
    """Of the question's stems, each as a share of their sum."""


def search(question: Question) -> Search:
    """The candidates for an answer, of what this agent may recall at this time. One query."""
    columns = range(len(question.stems))
    flags = "".join(f", p.words @@ %(stem{at})s::tsquery AS has{at}" for at in columns)
    counts = "".join(f", count(*) FILTER (WHERE has{at}) AS many{at}" for at in columns)
    weights = ", ".join(f"ln(1 + (passages - many{at} + 0.5) / (many{at} + 0.5))" for at in columns)
    coverage = " + ".join(f"CASE WHEN has{at} THEN weights[{at + 1}] ELSE 0 END" for at in columns)
    # The parts are numbers and names of ours; everything that was typed is a parameter.
    statement = f"""
        WITH seen AS MATERIALIZED (
            SELECT p.memory_id, {_SIMILARITY} AS similarity {flags}
            {_VISIBLE}
        ), counted AS (
            SELECT count(*)::float8 AS passages {counts} FROM seen
        ), weighed AS (
            SELECT ARRAY[{weights}]::float8[] AS weights FROM counted
        ), best AS MATERIALIZED (
            SELECT memory_id, max(similarity) AS similarity, bool_and(similarity IS NOT NULL) AS embedded,
                   max({coverage or 0}) AS coverage
            FROM seen, weighed GROUP BY memory_id
        ), chosen AS (
            (SELECT memory_id FROM best WHERE similarity IS NOT NULL ORDER BY similarity DESC LIMIT {CANDIDATES})
            UNION
            (SELECT memory_id FROM best WHERE coverage > 0 ORDER BY coverage DESC, memory_id DESC LIMIT {CANDIDATES})
        )
        SELECT m.id, m.key, m.created, best.coverage, best.similarity, weights,
               (SELECT avg(similarity) FROM best), (SELECT bool_and(embedded) FROM best)
        FROM chosen JOIN best USING (memory_id) JOIN {_MEMORIES} m ON m.id = best.memory_id, weighed
        ORDER BY m.created DESC, m.id DESC
    """  # noqa: S608
    rows = _rows(statement, _parameters(question))
    if not rows:
        return Search([], 0.0, False, [])
    weighing, mean, all_embedded = rows[0][5:]
    total = sum(weighing) or 1.0
    return Search(
        [Candidate(row[0], row[1], row[2], row[3] / total, row[4]) for row in rows],
        mean or 0.0,
        all_embedded,
        [weight / total for weight in weighing],
    )


@dataclass(frozen=True, slots=True)
class Place:
    """A passage of a memory, and how well it answers."""

    start: int
    end: int
    coverage: float
    similarity: float | None


def places(question: Question, weights: Sequence[float], memories: Sequence[str]) -> dict[str, list[Place]]:
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
    parameters = _parameters(question) | {f"weight{at}": weight for at, weight in enumerate(weights)}
    found: dict[str, list[Place]] = {}
    for memory, *place in _rows(statement, parameters | {"memories": list(memories)}):
        found.setdefault(memory, []).append(Place(*place))
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


def _parameters(question: Question) -> dict[str, Any]:
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
        **{f"stem{at}": _tsquery(stem) for at, stem in enumerate(question.stems)},
    }


def _tsquery(stem: str) -> str:
    """One lexeme as Postgres reads it. A stem has letters, digits and apostrophes; all else is quoted too."""
    quoted = stem.replace("\\", "\\\\").replace("'", "''")
    return f"'{quoted}'"


def _rows(statement: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows

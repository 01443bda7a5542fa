"""The memories that an agent may recall, compared with a question: all of them, of very many the likely ones."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

import numpy as np
from django.db.models import Q, QuerySet
from numpy.typing import NDArray

from inbox.memory import MemoryCandidate, MemoryScores, score_memories
from inbox.memory.score_memories import MAX_CANDIDATES
from inbox.models import Agent, Memory, MemoryPassage
from inbox.models.memory import account_space, agent_space
from search.likely_passages import FEW, LikelyPassages, few_condition, find_likely, likely_condition
from search.question import SearchQuestion
from search.scan_passages import IDENTIFIER, INTEGER, scan_passages
from search.word_weights import Numbers, coverages, held_words


@dataclass(frozen=True, slots=True)
class RecallQuestion:
    """A recall query: the question, and which memories it searches."""

    agent: Agent
    question: SearchQuestion
    tags: Sequence[str]
    history: bool
    """Whether replaced memories are searched, too."""
    now: datetime

    @property
    def spaces(self) -> tuple[str, str]:
        return agent_space(self.agent.pk), account_space(self.agent.account_id)


def scan_memories(recall: RecallQuestion) -> MemoryScores:
    """The scores of the memories that the agent may recall at `recall.now`: of all, or where there are many of the
    likely ones. One query; for many three, and one more where of the likely ones few may be recalled.
    """
    count, only_few = few_condition(MemoryPassage)
    found, counted = _scan(recall, f"{_EVERY} {only_few}", aggregate=count)
    if counted <= FEW:
        return _score(recall, found)
    likely = find_likely(MemoryPassage, recall.spaces, recall.question)
    if likely is not None:
        condition, values = likely_condition(likely)
        found, _ = _scan(recall, f"{_LIKELY} {condition}", values)
        if np.isin(likely.nearest, found["passages"]).sum() >= MAX_CANDIDATES:
            return _score(recall, found, likely)
    return scan_every_memory(recall)


def scan_every_memory(recall: RecallQuestion) -> MemoryScores:
    """The same of all, however many. One query."""
    found, _ = _scan(recall, _EVERY)
    return _score(recall, found)


def _scan(
    recall: RecallQuestion,
    source: str,
    values: Mapping[str, Any] = MappingProxyType({}),
    aggregate: str = "NULL",
) -> tuple[dict[str, NDArray[Any]], Any]:
    return scan_passages(
        recall.question,
        source,
        {**_parameters(recall), **values},
        {"memories": ("p.memory_id", IDENTIFIER), "passages": ("p.id", INTEGER)},
        spaces=recall.spaces,
        aggregate=aggregate,
    )


def _score(
    recall: RecallQuestion, found: Mapping[str, NDArray[Any]], likely: LikelyPassages | None = None
) -> MemoryScores:
    return score_memories(
        found["memories"],
        found["similarities"],
        found["masks"],
        len(recall.question.stems),
        sample=np.isin(found["passages"], likely.sample) if likely else None,
        holding=likely.holding if likely else None,
        count=likely.count if likely else None,
    )


def load_candidates(recall: RecallQuestion, found: MemoryScores) -> list[MemoryCandidate]:
    """The memories worth comparing, and the newest under each of their keys. One query, with keys two."""
    best = Memory.objects.filter(pk__in=[found.memories[at].decode() for at in found.candidates()])
    rows = {row[0]: row for row in best.values_list(*_CANDIDATE_FIELDS)}
    if keys := {key for _, key, *_ in rows.values() if key}:
        rows |= {row[0]: row for row in _newest(recall, keys).values_list(*_CANDIDATE_FIELDS)}
    return [_build_candidate(found, *row) for row in rows.values()]


_CANDIDATE_FIELDS = ("pk", "key", "created", "tokens")


def _newest(recall: RecallQuestion, keys: Collection[str]) -> QuerySet[Memory]:
    """The current memory under each key, as far as the question searches it."""
    of_account = Memory.objects.filter(account_id=recall.agent.account_id, superseded=None, key__in=keys)
    readable = of_account.filter(Q(shared=True) | Q(shared=False, agent=recall.agent))
    live = readable.filter(Q(expires=None) | Q(expires__gt=recall.now), tags__contains=list(recall.tags))
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
    recall: RecallQuestion, weights: Numbers, memories: Sequence[str]
) -> dict[str, list[PassageMatch]]:
    """The passages of these memories, which the agent may recall, in the order of the texts. One query."""
    found, _ = scan_passages(
        recall.question,
        f"{_EVERY} AND m.id = ANY(%(memories)s)",
        _parameters(recall) | {"memories": list(memories)},
        {
            "memories": ("p.memory_id", IDENTIFIER),
            "starts": ("p.start", INTEGER),
            "ends": ('p."end"', INTEGER),
        },
        spaces=recall.spaces,
        order="p.memory_id, p.ordinal",
    )
    covered = coverages(held_words(found["masks"], len(weights)), weights)
    passages: dict[str, list[PassageMatch]] = {}
    for at, memory in enumerate(found["memories"]):
        similarity = float(found["similarities"][at])
        passages.setdefault(memory.decode(), []).append(
            PassageMatch(
                int(found["starts"][at]),
                int(found["ends"][at]),
                float(covered[at]),
                None if np.isnan(similarity) else similarity,
            )
        )
    return passages


_MEMORIES = Memory._meta.db_table
_PASSAGES = f"FROM {MemoryPassage._meta.db_table} p"
_RECALLABLE = """
    m.account_id = %(account)s
        AND (m.shared OR m.agent_id = %(agent)s)
        AND (m.expires IS NULL OR m.expires > %(now)s)
        AND (%(history)s OR m.superseded IS NULL)
        AND m.tags @> %(tags)s::varchar[]
"""
_EVERY = f"""
    {_PASSAGES} JOIN {_MEMORIES} m ON m.id = p.memory_id
    WHERE p.space = ANY(%(spaces)s) AND {_RECALLABLE}
"""
# A subquery that is no join, or the planner reads all memories to join a few hundred. The spaces are in the condition
# that follows: a word names its own, and an id was found in one.
_LIKELY = f"""
    {_PASSAGES} WHERE (SELECT {_RECALLABLE} FROM {_MEMORIES} m WHERE m.id = p.memory_id)
"""  # noqa: S608 (names of ours)


def _parameters(recall: RecallQuestion) -> dict[str, Any]:
    return {
        "account": recall.agent.account_id,
        "spaces": list(recall.spaces),
        "agent": recall.agent.pk,
        "now": recall.now,
        "history": recall.history,
        "tags": list(recall.tags),
    }

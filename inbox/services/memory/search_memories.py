"""Which memories an agent may recall, and what the search found of them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from inbox.memory import MemoryCandidate
from inbox.models import Agent, Memory
from search.score_hits import PassageHit
from search.search_passages import EmbeddedQuestion, SearchResult, passages_of, search


@dataclass(frozen=True, slots=True)
class RecallQuestion:
    """A recall query: the question, and which memories it searches."""

    agent: Agent
    question: EmbeddedQuestion
    tags: Sequence[str]
    history: bool
    """Whether replaced memories are searched, too."""
    now: datetime


def search_memories(question: RecallQuestion) -> SearchResult:
    """The best passages of all memories that the agent may recall at `question.now`. Three queries."""
    account_id = question.agent.account_id
    return search(question.question, _recallable(question), account_id=account_id)


def load_candidates(question: RecallQuestion, found: SearchResult) -> list[MemoryCandidate]:
    """The memories of the hits, and the newest under each of their keys. One query, with keys two."""
    hits: dict[str, list[PassageHit]] = {}
    for hit in found.hits:
        hits.setdefault(hit.owner, []).append(hit)
    best = Memory.objects.filter(pk__in=hits)
    rows = {row[0]: row for row in best.values_list(*_CANDIDATE_FIELDS)}
    if keys := {key for _, key, *_ in rows.values() if key}:
        rows |= {row[0]: row for row in _newest(question, keys).values_list(*_CANDIDATE_FIELDS)}
    return [_build_candidate(hits.get(row[0], []), *row) for row in rows.values()]


_CANDIDATE_FIELDS = ("pk", "key", "created", "tokens")


def match_passages(
    question: RecallQuestion, found: SearchResult, memories: Sequence[str]
) -> dict[str, list[PassageHit]]:
    """The passages of these memories, which the agent may recall, in the order of the texts. One query."""
    owners = _recallable(question).filter(pk__in=memories)
    passages: dict[str, list[PassageHit]] = {}
    for hit in passages_of(question.question, owners, found, account_id=question.agent.account_id):
        passages.setdefault(hit.owner, []).append(hit)
    return passages


def _recallable(question: RecallQuestion) -> QuerySet[Memory]:
    readable = Memory.objects.filter(
        Q(shared=True) | Q(agent=question.agent),
        Q(expires=None) | Q(expires__gt=question.now),
        account_id=question.agent.account_id,
    )
    # Only what is needed: these fields are read from an index alone.
    if question.tags:
        readable = readable.filter(tags__contains=list(question.tags))
    return readable if question.history else readable.filter(superseded=None)


def _newest(question: RecallQuestion, keys: Collection[str]) -> QuerySet[Memory]:
    """The current memory under each key, as far as the question searches it."""
    current = _recallable(question).filter(superseded=None, key__in=keys)
    return current.order_by("key", "-created", "-pk").distinct("key")


def _build_candidate(
    hits: Sequence[PassageHit], memory: str, key: str, created: datetime, tokens: int
) -> MemoryCandidate:
    """A memory counts as its best passage; without a hit it is the newest of a key."""
    return MemoryCandidate(
        memory=memory,
        key=key,
        created=created,
        tokens=tokens,
        coverage=max((hit.coverage for hit in hits), default=0.0),
        similarity=max((hit.cosine for hit in hits if hit.cosine is not None), default=None),
    )

"""The memories that an agent may recall, and what of them is worth comparing with a question."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import numpy as np
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from inbox.memory import MemoryCandidate, MemoryScores
from inbox.models import Agent, Memory, MemoryPassage
from inbox.models.memory import account_space, agent_space
from inbox.queries.list_memories import MemoryFilter, filter_memories
from search.matching_rows import ListedRows, MatchingRows, match_rows
from search.passage_score import Numbers, coverages, held_words
from search.question import SearchQuestion
from search.scan_passages import IDENTIFIER, INTEGER, scan_passages
from search.search_passages import SearchScope


@dataclass(frozen=True, slots=True)
class RecallScope:
    """Which memories are searched."""

    agent: Agent
    tags: Sequence[str]
    """They have all of them."""
    history: bool
    """Whether replaced memories are searched, too."""
    now: datetime

    @property
    def spaces(self) -> tuple[str, str]:
        return agent_space(self.agent.pk), account_space(self.agent.account_id)

    def memories(self) -> QuerySet[Memory]:
        """Those that the agent may recall at `now`."""
        rows = Memory.objects.filter(
            Q(shared=True) | Q(agent=self.agent),
            Q(expires=None) | Q(expires__gt=self.now),
            account_id=self.agent.account_id,
            tags__contains=list(self.tags),
        )
        return rows if self.history else rows.filter(superseded=None)

    def passages(self) -> SearchScope:
        return SearchScope(self.memories(), self.spaces)


def match_memories(account: User, words: str) -> MatchingRows:
    """Those of all the account's agents, as a person who looks after them searches."""

    def having(some: str) -> QuerySet[Memory]:
        return filter_memories(account, MemoryFilter(words=some))

    owners = Memory.objects.filter(account=account, pk__in=having("").order_by().values("pk"))
    spaces = [account_space(account.pk), *map(agent_space, account.agents.values_list("pk", flat=True))]
    return match_rows(words, ListedRows(having, "pk", SearchScope(owners, spaces)))


class MemoryScope(Protocol):
    """Which memories are searched."""

    def memories(self) -> QuerySet[Memory]: ...


def load_candidates(scope: MemoryScope, found: MemoryScores) -> list[MemoryCandidate]:
    """The memories worth comparing, and the newest under each of their keys. One query, with keys two."""
    ids = ",".join(found.memories[at].decode() for at in found.candidates())
    # As a text: hundreds of ids, each adapted, take longer than the query.
    best = Memory.objects.extra(where=["id = ANY(%s)"], params=[f"{{{ids}}}"])
    rows = {row[0]: row for row in best.values_list(*_CANDIDATE_FIELDS)}
    if keys := {key for _, key, *_ in rows.values() if key}:
        rows |= {row[0]: row for row in _newest(scope, keys).values_list(*_CANDIDATE_FIELDS)}
    places = found.places(list(rows))
    return [_build_candidate(found, at, *row) for at, row in zip(places, rows.values(), strict=True)]


_CANDIDATE_FIELDS = ("pk", "key", "created", "tokens")


def _newest(scope: MemoryScope, keys: Collection[str]) -> QuerySet[Memory]:
    """The current memory under each key, as far as it is searched."""
    current = scope.memories().filter(superseded=None, key__in=keys)
    return current.order_by("key", "-created", "-pk").distinct("key")


def _build_candidate(
    found: MemoryScores, at: int | None, memory: str, key: str, created: datetime, tokens: int
) -> MemoryCandidate:
    """`at`: its place in what was found; None: remembered since the search."""
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
    question: SearchQuestion, spaces: Sequence[str], weights: Numbers, memories: Sequence[str]
) -> dict[str, list[PassageMatch]]:
    """The passages of these memories, which the caller may see, in the order of the texts. One query."""
    found = scan_passages(
        question,
        f"FROM {MemoryPassage._meta.db_table} p WHERE p.memory_id = ANY(%(memories)s)",
        {"memories": list(memories)},
        {
            "memories": ("p.memory_id", IDENTIFIER),
            "starts": ("p.start", INTEGER),
            "ends": ('p."end"', INTEGER),
        },
        spaces=spaces,
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

"""What the agents of an account would recall by some words, as a person who looks after their memories sees it."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import QuerySet

from core.db.word_query import says_exactly
from inbox.memory import rank_memories, score_memories
from inbox.models import Memory
from inbox.models.memory import account_space, agent_space
from inbox.queries.list_memories import MemoryFilter, filter_memories
from inbox.services.memory.recall_memories import NEAREST_COUNT
from inbox.services.memory.search_memories import load_candidates
from search.search_passages import SearchScope, search


class LikeRecalled(NamedTuple):
    """Ids, best first. `is_match` False: nothing clearly matches, and these come nearest."""

    ids: list[str]
    is_match: bool


@dataclass(frozen=True, slots=True)
class _FilteredMemories:
    """All that the filter leaves of what the account's agents remember, whatever its words."""

    account: User
    memory_filter: MemoryFilter

    def memories(self) -> QuerySet[Memory]:
        return filter_memories(self.account, replace(self.memory_filter, words=""))


def search_as_recall(account: User, memory_filter: MemoryFilter) -> LikeRecalled:
    """By meaning and words, in the order of `recall`; none without words, or where these say exactly what is wanted."""
    words = " ".join(memory_filter.words.split())
    if not words or says_exactly(words):
        return LikeRecalled([], is_match=True)
    scope = _FilteredMemories(account, memory_filter)
    owners = Memory.objects.filter(account=account, pk__in=scope.memories().order_by().values("pk"))
    spaces = [account_space(account.pk), *map(agent_space, account.agents.values_list("pk", flat=True))]
    found = score_memories(search(words, SearchScope(owners, spaces)).found)
    ranked = rank_memories(load_candidates(scope, found), mean_similarity=found.mean_similarity)
    ids = [each.candidate.memory for each in ranked if each.is_match]
    return LikeRecalled(ids or [each.candidate.memory for each in ranked[:NEAREST_COUNT]], bool(ids))

"""What an account's agents remember, as a person looks through it: words and filters, one page by key, a key's history.

A person who looks after memories finds those that have every word; their page adds what an agent would recall
(services/memory/search_as_recall.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.contrib.postgres.search import SearchVector
from django.db.models import Count, Func, Q, QuerySet, TextField
from django.utils import timezone

from core.db.word_query import word_query
from core.pages.list_window import EVERYTHING, ListWindow, Order, read_window
from inbox.models import Memory

PAGE_ROWS = 50
# Larger counts are shown as "1,000+".
MAX_COUNTED = 1_000
MAX_CHOICES = 12
ORDERS = {
    "oldest": Order("Oldest first", ("pk",)),
    "longest": Order("Longest first", ("-tokens", "-pk")),
    "key": Order("By key", ("key", "-pk")),
}
_WORDS = SearchVector("key", "text", config="english")


@dataclass(frozen=True)
class MemoryFilter:
    """`agent` by name; `shared`: what all agents recall; `history`: what was replaced, too."""

    words: str = ""
    agent: str = ""
    tag: str = ""
    shared: bool = False
    history: bool = False
    window: ListWindow = EVERYTHING

    @property
    def is_filtered(self) -> bool:
        return self != MemoryFilter()


def parse_memory_filter(query: Mapping[str, str]) -> MemoryFilter:
    """Read the query of an address; what it does not know is left out."""
    words, agent, tag = (
        query.get(name, "").replace("\x00", " ").strip()[:300] for name in ("q", "agent", "tag")
    )
    shared, history = (query.get(name) == "yes" for name in ("shared", "history"))
    return MemoryFilter(words, agent, tag, shared, history, read_window(query, ORDERS))


def memories_of(account: User) -> QuerySet[Memory]:
    """All that the account's agents remember, what was replaced too, newest first."""
    alive = Q(expires=None) | Q(expires__gt=timezone.now())
    return Memory.objects.filter(alive, account=account).select_related("agent").order_by("-pk")


def filter_memories(account: User, memory_filter: MemoryFilter) -> QuerySet[Memory]:
    """Those that match, newest first."""
    memories = memory_filter.window.of_days(memories_of(account), "created")
    if not memory_filter.history:
        memories = memories.filter(superseded=None)
    if memory_filter.agent:
        memories = memories.filter(agent__name=memory_filter.agent)
    if memory_filter.tag:
        memories = memories.filter(tags__contains=[memory_filter.tag])
    if memory_filter.shared:
        memories = memories.filter(shared=True)
    if words := memory_filter.words:
        memories = memories.annotate(found=_WORDS).filter(
            Q(found=word_query(words)) | Q(key__icontains=words) | Q(pk=words)
        )
    return memories


def history_of(memory: Memory) -> QuerySet[Memory]:
    """All texts that stand or stood under its key, newest first; itself alone where it has none."""
    memories = memories_of(memory.account).order_by("-created", "-pk")
    if not memory.key:
        return memories.filter(pk=memory.pk)
    same = memories.filter(key=memory.key, shared=memory.shared)
    return same if memory.shared else same.filter(agent=memory.agent)


def agents_with_memories(account: User) -> list[tuple[str, int]]:
    """Whose memories there are, and how many each has now, most first."""
    rows = memories_of(account).filter(superseded=None).order_by().values_list("agent__name")
    return list(rows.annotate(count=Count("pk")).order_by("-count", "agent__name")[:MAX_CHOICES])


def tags_of_memories(account: User) -> list[tuple[str, int]]:
    """The tags that are used most, each with its number of memories."""
    each = Func("tags", function="unnest", output_field=TextField())
    rows = memories_of(account).filter(superseded=None).order_by().annotate(tag=each).values_list("tag")
    return list(rows.annotate(count=Count("pk")).order_by("-count", "tag")[:MAX_CHOICES])

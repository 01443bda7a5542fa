"""A person gives a tag to several memories, or takes it from them. Agents recall by it at once."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet

from inbox.models import Memory, MemoryPassage
from inbox.services.memory.store_memory import MAX_TAG, MAX_TAGS, clean_tags, passage_words


def trim_tag(text: str) -> str:
    """A tag that a person typed, on one line, without "#", case as it is; "" where nothing is left."""
    return " ".join(text.lstrip("# ").split())[:MAX_TAG]


@transaction.atomic
def tag_memories(memories: QuerySet[Memory], tag: str) -> list[str]:
    """Returns the ids of those that did not have it; one with MAX_TAGS gets none. Safe to repeat.

    Raises InvalidMemory, TokenInContent.
    """
    (tag,) = clean_tags([tag])
    lacking = [memory for memory in _locked(memories) if tag not in memory.tags]
    changed = [memory for memory in lacking if len(memory.tags) < MAX_TAGS]
    for memory in changed:
        memory.tags = [*memory.tags, tag]
    return _store_tags(changed)


@transaction.atomic
def untag_memories(memories: QuerySet[Memory], tag: str) -> list[str]:
    """Returns the ids of those that had it. Safe to repeat."""
    changed = [memory for memory in _locked(memories) if tag in memory.tags]
    for memory in changed:
        memory.tags = [each for each in memory.tags if each != tag]
    return _store_tags(changed)


def _locked(memories: QuerySet[Memory]) -> list[Memory]:
    return list(memories.select_for_update(of=("self",)).order_by("pk"))


def _store_tags(changed: Sequence[Memory]) -> list[str]:
    """With the words of their passages. Their vectors do not depend on tags."""
    Memory.objects.bulk_update(changed, ["tags"])
    rows = {memory.pk: memory for memory in changed}
    passages = list(MemoryPassage.objects.filter(memory__in=rows))
    for row in passages:
        memory = rows[row.memory_id]
        row.words = passage_words(memory, trail=row.trail, text=memory.text[row.start : row.end])
    MemoryPassage.objects.bulk_update(passages, ["words"], batch_size=500)
    return list(rows)

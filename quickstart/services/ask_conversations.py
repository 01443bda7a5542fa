"""The state of a conversation, and what follows from it: prerequisites to name, and an offer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from core.db.purge_rows import purge_rows
from quickstart.models import AskConversation, Collection, Entry, Review
from quickstart.queries.browse_collection import entries_of, under_path
from quickstart.rendering.answer_content import AnswerEntry, EntryRef, OverviewOffer, QuickstartAnswer
from quickstart.rendering.conversation_hints import PATTERN_LENGTH, ConversationEntry, find_overview_offer
from quickstart.rendering.conversation_hints import unmet_prerequisites as unmet
from quickstart.tree_paths import SEPARATOR, key_of

MAX_REMEMBERED = 200
"""Entries that are remembered: the latest."""
MAX_STEPS_BACK = 5
MAX_GENERAL = 100
RETENTION = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class ConversationState:
    """Ids of entries in the order they were shown; keys of branches whose overview was offered."""

    explained_ids: Sequence[str] = ()
    offered: Sequence[str] = ()


def load_conversation(account: User, collection: Collection, key: str) -> ConversationState:
    """Empty for a new conversation, and for an empty key."""
    rows = AskConversation.objects.filter(account=account, collection=collection, key=key)
    row = rows.values_list("seen", "offered").first() if key else None
    return ConversationState(*row) if row else ConversationState()


def unmet_prerequisites(
    collection: Collection, entry: Entry, conversation: ConversationState
) -> list[EntryRef]:
    """The entry's prerequisites that this conversation has not covered, nearest first.

    One query per step back, at most MAX_STEPS_BACK.
    """
    entries: dict[str, ConversationEntry] = {}
    missing_ids = {entry.entry_id}
    for _ in range(MAX_STEPS_BACK):
        rows = _load_entries(collection, missing_ids - entries.keys())
        entries |= rows
        missing_ids = {each for row in rows.values() for each in row.prerequisites}
        if not missing_ids - entries.keys():
            break
    return unmet(entry.entry_id, entries, conversation.explained_ids)


@transaction.atomic
def remember_answer(
    account: User, collection: Collection, key: str, answer: QuickstartAnswer
) -> OverviewOffer | None:
    """Record that an entry was shown in this conversation; returns the offer that this leads to, each only once.

    Two at once in one conversation are serialized, so that neither is lost.
    """
    if not key or answer.entry is None:
        return None
    now = timezone.now()
    AskConversation.objects.get_or_create(
        account=account, collection=collection, key=key, defaults={"used": now}
    )
    row = AskConversation.objects.select_for_update().get(account=account, collection=collection, key=key)
    entry = answer.entry
    row.seen = [*(each for each in row.seen if each != entry.entry_id), entry.entry_id][-MAX_REMEMBERED:]
    offer = None
    if len(row.seen) >= PATTERN_LENGTH:
        around = _surrounding_entries(collection, entry, row.seen)
        offer = find_overview_offer(row.seen, around, explained_ids=row.seen, offered=row.offered)
    if offer:
        # The key of the branch: labels may exceed the column.
        row.offered = [*row.offered, key_of(offer.branch.split(SEPARATOR))]
    row.used = now
    row.save(update_fields=["seen", "offered", "used"])
    return offer


def _surrounding_entries(
    collection: Collection, entry: AnswerEntry, explained_ids: Sequence[str]
) -> dict[str, ConversationEntry]:
    """The entries shown in this conversation, and the most general entries of its current branch."""
    branch = under_path(entries_of(collection), list(entry.tree_path[:1]))
    general = branch.order_by("level", "position")[:MAX_GENERAL]
    rows = {row.entry_id: _as_conversation_entry(row) for row in general.defer("answer")}
    return rows | _load_entries(collection, set(explained_ids))


def _load_entries(collection: Collection, ids: set[str]) -> dict[str, ConversationEntry]:
    rows = Entry.objects.filter(collection=collection, entry_id__in=ids, review=Review.PUBLISHED)
    return {row.entry_id: _as_conversation_entry(row) for row in rows.defer("answer")}


def _as_conversation_entry(row: Entry) -> ConversationEntry:
    return ConversationEntry(
        row.entry_id, row.question, row.level, tuple(row.tree_path), tuple(row.prerequisites)
    )


def purge_conversations() -> int:
    """Delete the conversations that were not used for RETENTION. Returns how many."""
    return purge_rows(AskConversation.objects.filter(used__lt=timezone.now() - RETENTION))

"""What a sitting has been told, and what follows from it: what to say first, and an offer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from quickstart.answers.model import Answer, EntryTold, Offer, Ref
from quickstart.answers.session import PATTERN, Known, pattern_offer
from quickstart.answers.session import unmet_prerequisites as unmet
from quickstart.models import AskSession, Collection, Entry, Review
from quickstart.paths import SEPARATOR, key_of
from quickstart.queries.browsing import entries_of, under

LONGEST = 200
"""Of what is remembered: the latest."""
STEPS_BACK = 5
MOST_GENERAL = 100
KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Sitting:
    """Ids of entries in the order they were told; keys of branches whose overview was offered."""

    seen: Sequence[str] = ()
    offered: Sequence[str] = ()


def sitting_of(account: User, collection: Collection, key: str) -> Sitting:
    """Of a new session, and without one, nothing has been told."""
    rows = AskSession.objects.filter(account=account, collection=collection, key=key)
    row = rows.values_list("seen", "offered").first() if key else None
    return Sitting(*row) if row else Sitting()


def unmet_prerequisites(collection: Collection, entry: Entry, sitting: Sitting) -> list[Ref]:
    """What the entry presumes and this sitting was not told, nearest first. A query for each step back, at most 5."""
    known: dict[str, Known] = {}
    wanted = {entry.entry_id}
    for _ in range(STEPS_BACK):
        rows = _known(collection, wanted - known.keys())
        known |= rows
        wanted = {each for row in rows.values() for each in row.prerequisites}
        if not wanted - known.keys():
            break
    return unmet(entry.entry_id, known, sitting.seen)


@transaction.atomic
def remember(account: User, collection: Collection, key: str, answer: Answer) -> Offer | None:
    """Keep that an entry was told in this sitting, and make the offer that this leads to, each once.

    Of two at once in one sitting the second waits, so that neither is forgotten.
    """
    if not key or answer.entry is None:
        return None
    now = timezone.now()
    AskSession.objects.get_or_create(account=account, collection=collection, key=key, defaults={"used": now})
    row = AskSession.objects.select_for_update().get(account=account, collection=collection, key=key)
    told = answer.entry
    row.seen = [*(each for each in row.seen if each != told.entry_id), told.entry_id][-LONGEST:]
    offer = None
    if len(row.seen) >= PATTERN:
        around = _around(collection, told, row.seen)
        offer = pattern_offer(row.seen, around, seen=row.seen, offered=row.offered)
    if offer:
        # Its key: labels may be longer than there is room for.
        row.offered = [*row.offered, key_of(offer.branch.split(SEPARATOR))]
    row.used = now
    row.save(update_fields=["seen", "offered", "used"])
    return offer


def _around(collection: Collection, told: EntryTold, seen: Sequence[str]) -> dict[str, Known]:
    """What this sitting was told, and the most general entries of the branch that it is in now."""
    branch = under(entries_of(collection), list(told.tree_path[:1]))
    general = branch.order_by("level", "position")[:MOST_GENERAL]
    rows = {row.entry_id: _as_known(row) for row in general.defer("answer")}
    return rows | _known(collection, set(seen))


def _known(collection: Collection, ids: set[str]) -> dict[str, Known]:
    rows = Entry.objects.filter(collection=collection, entry_id__in=ids, review=Review.PUBLISHED)
    return {row.entry_id: _as_known(row) for row in rows.defer("answer")}


def _as_known(row: Entry) -> Known:
    return Known(row.entry_id, row.question, row.level, tuple(row.tree_path), tuple(row.prerequisites))


def purge_sessions() -> int:
    """Forget the sittings of which nothing was heard for KEPT. Returns how many."""
    return AskSession.objects.filter(used__lt=timezone.now() - KEPT).delete()[0]

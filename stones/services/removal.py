"""Stones go: when they are deleted, and when their time has run out.

Deleting takes all that holds the text: its copies in the clipboard, too, also those whose texts were not kept, as
their first words may be all of it. A pin says "keep this": a person or an agent is refused before one is broken,
unless they say that they mean it. An operator is not.
"""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from stones.exceptions import PinnedCopies, StoneNotFound
from stones.models import ClipboardEntry, Content, Stone
from stones.queries import find_own_stone

BATCH = 500
# The ids of so many pinned copies are told.
TOLD = 10


class Deleted(NamedTuple):
    """What went: the SHA-256 of a text, and how many copies of it the clipboard had."""

    sha256: str
    copies: int


class CopiesOf(NamedTuple):
    """How many copies in the clipboard have a stone's text, and how many of them are pinned."""

    total: int
    pinned: int


@transaction.atomic
def delete_stone(*, account: User, border_hash: str, delete_pinned: bool = False) -> Deleted:
    """Delete a content with all its stones, levels, passages, vectors and copies; the ledger stays.

    `delete_pinned`: pinned copies, too. Raises PinnedCopies where there are some, then nothing was deleted; and as
    `find_own_stone`.
    """
    content_id = find_own_stone(account, border_hash).content_id
    deleted = delete_content(content_id=content_id, delete_pinned=delete_pinned)
    if deleted is None:
        raise StoneNotFound(f"There is no stone {border_hash.lower()!r}.")
    return deleted


def copies_with(stone: Stone) -> CopiesOf:
    """The copies that would go with this stone, as they have its text."""
    counted = _copies(stone.content).aggregate(
        total=Count("pk"), pinned=Count("pk", filter=Q(is_pinned=True))
    )
    return CopiesOf(counted["total"], counted["pinned"])


@transaction.atomic
def delete_content(*, content_id: int, delete_pinned: bool = True) -> Deleted | None:
    """Delete a content with all that has its text; the ledger stays. Returns None when it was gone already.

    Raises PinnedCopies, unless `delete_pinned`.
    """
    # Locked in the order in which they are stored. What is being stored of this content, or read of its stones,
    # comes before or after this as a whole.
    content = Content.objects.select_for_update().filter(pk=content_id).first()
    if content is None:
        return None
    list(Stone.objects.select_for_update().filter(content=content).order_by("pk").values_list("pk"))
    copies = list(_copies(content).select_for_update().order_by("pk").values_list("pk", "is_pinned"))
    pinned = [pk for pk, is_pinned in copies if is_pinned]
    if pinned and not delete_pinned:
        raise _pinned(pinned)
    ClipboardEntry.objects.filter(pk__in=[pk for pk, _ in copies]).delete()
    content.delete()
    return Deleted(content.sha256, len(copies))


def _copies(content: Content) -> QuerySet[ClipboardEntry]:
    return ClipboardEntry.objects.filter(account=content.account_id, sha256=content.sha256)


def _pinned(ids: list[str]) -> PinnedCopies:
    has, they = ("a pinned copy", "it goes") if len(ids) == 1 else (f"{len(ids):,} pinned copies", "they go")
    return PinnedCopies(
        f"The clipboard has {has} of this text, and a pin says: keep it. Nothing was deleted. Unpin, or say "
        f"delete_pinned: then {they}, too.",
        pinned=ids[: -TOLD - 1 : -1],
    )


def purge_expired(*, dry_run: bool = False) -> int:
    """Delete the stones whose time has run out, and the contents that nothing is left of. Returns how many stones."""
    expired = Stone.objects.filter(expires__lte=timezone.now())
    if dry_run:
        return expired.count()
    purged = 0
    while ids := list(expired.values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            # Locked first: one whose time was just extended is left alone.
            rows = Stone.objects.select_for_update().filter(pk__in=ids, expires__lte=timezone.now())
            locked = list(rows.order_by("pk").values_list("pk", flat=True))
            Stone.objects.filter(pk__in=locked).delete()
            purged += len(locked)
    _delete_left_contents()
    return purged


def _delete_left_contents() -> None:
    """Delete the contents that no stone and no copy is left of, whichever call left them."""
    left = ~Exists(Stone.objects.filter(content=OuterRef("pk"))) & ~Exists(
        ClipboardEntry.objects.filter(content=OuterRef("pk"))
    )
    while ids := list(Content.objects.filter(left).values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            # One that is in use is left for the next time. Asked again once it is locked: a stone may have been
            # made of it before, or a copy.
            free = Content.objects.select_for_update(skip_locked=True).filter(pk__in=ids)
            locked = list(free.values_list("pk", flat=True))
            deleted, _ = Content.objects.filter(left, pk__in=locked).delete()
        if not deleted:
            return

"""Stones go: when they are deleted, and when their time has run out."""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from stones.exceptions import StoneNotFound
from stones.models import ClipboardEntry, Content, Stone
from stones.queries import find_own_stone

BATCH = 500


class Deleted(NamedTuple):
    """What went: the SHA-256 of a text, and how many copies of it the clipboard had."""

    sha256: str
    copies: int


@transaction.atomic
def delete_stone(*, account: User, border_hash: str) -> Deleted:
    """Delete a content with all its stones, levels, passages, vectors and copies; the ledger stays.

    Raises as `find_own_stone`.
    """
    deleted = delete_content(content_id=find_own_stone(account, border_hash).content_id)
    if deleted is None:
        raise StoneNotFound(f"There is no stone {border_hash.lower()!r}.")
    return deleted


def copies_with(stone: Stone) -> int:
    """How many copies in the clipboard would go with this stone, as they have its text."""
    return ClipboardEntry.objects.filter(content=stone.content_id).count()


@transaction.atomic
def delete_content(*, content_id: int) -> Deleted | None:
    """Delete a content with all that hangs on it; the ledger stays. Returns None when it was gone already."""
    # Locked in the order in which they are stored. What is being stored of this content, or read of its stones,
    # comes before or after this as a whole.
    content = Content.objects.select_for_update().filter(pk=content_id).first()
    if content is None:
        return None
    list(Stone.objects.select_for_update().filter(content=content).order_by("pk").values_list("pk"))
    _, gone = content.delete()
    return Deleted(content.sha256, gone.get(ClipboardEntry._meta.label, 0))


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

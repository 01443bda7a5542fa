"""What people delete on pages can be brought back for an hour; then it is gone from the database, too.

Programs delete at once what is theirs: they ask for what they mean. A stone that an agent deletes and did not make can
be brought back, too.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model, QuerySet
from django.dispatch import Signal
from django.utils import timezone
from django.utils.text import Truncator

from core.pages.chosen_rows import undo_mark
from core.pages.models import MAX_WHAT, DeletedRows
from core.pages.packed_rows import TooMuchToPackError, Unpacked, pack, unpack

rows_restored = Signal()
"""`sender`: the model of rows that are back, with their `keys`; sent within the transaction."""
UNDO_TIME = timedelta(hours=1)


class Restored(NamedTuple):
    """What is back, as the person knows it, and as rows. Left out are those whose place was taken meanwhile."""

    what: str
    rows: Unpacked


def pack_deleted(rows: Sequence[Model], *others: Sequence[Model]) -> str:
    """What is about to be deleted, in the same transaction. `others`: rows that may go with them.

    Empty where there are none, or more than an undo holds.
    """
    try:
        return pack(rows, *others) if rows else ""
    except TooMuchToPackError:
        return ""


def store_deletion(account: User, what: str, packed: str) -> str:
    """Store what was packed and is deleted now, called `what`. Returns what offers an undo in a message, or ""."""
    if not packed:
        return ""
    deletion = DeletedRows.objects.create(account=account, what=what[:MAX_WHAT], rows=packed)
    return undo_mark("deleted-restore", [deletion.pk])


def beginnings(texts: Sequence[str]) -> str:
    """How the first two of the deleted texts begin, to follow what they are called: " (“Garden”, “Tools”, …)"."""
    words = [f"“{Truncator(text).chars(60)}”" for text in texts[:2]]
    return f" ({', '.join([*words, '…'] if len(texts) > 2 else words)})"


def deleted_of(account: User) -> QuerySet[DeletedRows]:
    """What can be brought back, the last first."""
    rows = DeletedRows.objects.filter(account=account, deleted__gt=timezone.now() - UNDO_TIME)
    return rows.order_by("-deleted")


@transaction.atomic
def restore_deleted(*, account: User, deletion_id: int) -> Restored | None:
    """Bring it back. Returns None where it cannot be brought back any more."""
    deletion = deleted_of(account).select_for_update().filter(pk=deletion_id).first()
    if deletion is None:
        return None
    unpacked = unpack(deletion.rows)
    deletion.delete()
    rows_restored.send(sender=unpacked.model, keys=unpacked.keys)
    return Restored(deletion.what, unpacked)


def erase_deleted(*, account: User) -> int:
    """Delete all of it now. Returns how many deletions."""
    return deleted_of(account).delete()[0]


def purge_deleted() -> int:
    """Delete what can be brought back no more. Returns how many deletions."""
    return DeletedRows.objects.filter(deleted__lte=timezone.now() - UNDO_TIME).delete()[0]

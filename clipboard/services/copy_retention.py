"""Copies are pinned, deleted, and purged when their days have run out."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from audit.services import record_deletion
from clipboard.exceptions import CopyNotFound
from clipboard.models import ClipboardEntry
from clipboard.queries.find_copies import copies_of, own_copy
from clipboard.services.clipboard_preferences import clipboard_settings
from core.pages.undo_deletion import pack_deleted
from core.rest.idempotency_records import erase_answers
from stones.models import Content, Stone

BATCH = 500


@transaction.atomic
def pin(*, account: User, entry_id: str, is_pinned: bool) -> ClipboardEntry:
    """Keep a copy for good; or no longer: then its days begin anew. Safe to repeat. Raises CopyNotFound."""
    entry = _lock_entry(account, entry_id)
    if entry.is_pinned != is_pinned:
        days = timedelta(days=clipboard_settings(account).ttl_days)
        entry.is_pinned = is_pinned
        entry.expires = None if is_pinned else timezone.now() + days
        entry.save(update_fields=["is_pinned", "expires"])
    return entry


@transaction.atomic
def delete_entry(*, account: User, entry_id: str) -> None:
    """Delete a copy; its text too, where no stone and no other copy has it.

    What was copied from it still says how it relates, no longer to what. Raises CopyNotFound.
    """
    _delete(account, entry_id)
    record_deletion("copy", [entry_id], account=account.pk)


@transaction.atomic
def delete_entries(*, account: User, ids: Iterable[str]) -> int:
    """The same for several, as one entry of the audit. Returns how many were still there."""
    deleted = []
    for entry_id in ids:
        with suppress(CopyNotFound):
            _delete(account, entry_id)
            deleted.append(entry_id)
    record_deletion("copy", deleted, account=account.pk)
    return len(deleted)


def _delete(account: User, entry_id: str) -> None:
    entry = _lock_entry(account, entry_id)
    content_id = entry.content_id
    erase_answers(account_id=account.pk, names=[entry.pk])
    entry.delete()
    if content_id is not None:
        _delete_unused_contents([content_id])


def pack_copies(account: User, ids: Iterable[str]) -> str:
    """Copies that are about to be deleted, for an undo, with the texts that go where nothing else has them."""
    entries = list(copies_of(account).filter(pk__in=ids))
    contents = Content.objects.filter(pk__in=[entry.content_id for entry in entries])
    return pack_deleted(entries, list(contents))


def purge_expired_copies(*, dry_run: bool = False) -> int:
    """Delete the copies whose time has run out, and the texts that nothing is left of. Returns how many copies."""
    expired = ClipboardEntry.objects.filter(expires__lte=timezone.now())
    if dry_run:
        return expired.count()
    purged = 0
    while ids := list(expired.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            # Locked first: one that was just pinned is left alone.
            rows = ClipboardEntry.objects.select_for_update().filter(pk__in=ids, expires__lte=timezone.now())
            locked = list(rows.order_by("pk"))
            ClipboardEntry.objects.filter(pk__in=[entry.pk for entry in locked]).delete()
            _delete_unused_contents([entry.content_id for entry in locked if entry.content_id is not None])
            purged += len(locked)
    return purged


def _lock_entry(account: User, entry_id: str) -> ClipboardEntry:
    rows = ClipboardEntry.objects.select_for_update().alive().filter(account=account)
    return own_copy(rows, entry_id)


def _delete_unused_contents(content_ids: list[int]) -> None:
    """Delete those of the contents that no stone and no copy is left of. One in use is left to `purge_expired`."""
    free = Content.objects.select_for_update(skip_locked=True).filter(pk__in=content_ids)
    locked = list(free.order_by("pk").values_list("pk", flat=True))
    used = set(Stone.objects.filter(content__in=locked).values_list("content_id", flat=True))
    used |= set(ClipboardEntry.objects.filter(content__in=locked).values_list("content_id", flat=True))
    Content.objects.filter(pk__in=set(locked) - used).delete()

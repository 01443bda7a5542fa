"""Stones go: when they are deleted, and when their time has run out."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from stones.models import Content, Stone
from stones.queries import find_stone

BATCH = 500


@transaction.atomic
def delete_stone(*, account: User, border_hash: str) -> str:
    """Delete a content with all its stones, levels, passages and vectors. Returns its SHA-256; the ledger stays.

    Raises as `find_stone`.
    """
    content = find_stone(account, border_hash).content
    sha256 = content.sha256
    content.delete()
    return sha256


def purge_expired(*, dry_run: bool = False) -> int:
    """Delete the stones whose time has run out, and the contents that no stone is left of. Returns how many stones."""
    expired = Stone.objects.filter(expires__lte=timezone.now())
    if dry_run:
        return expired.count()
    purged = 0
    while ids := list(expired.values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            # The rows are locked first: one whose time was just extended is left alone.
            rows = Stone.objects.select_for_update().filter(pk__in=ids, expires__lte=timezone.now())
            contents = set(rows.values_list("content_id", flat=True))
            purged += rows.count()
            rows.delete()
            # A content that a new stone is being made of is locked by that call.
            gone = Content.objects.select_for_update(skip_locked=True).filter(pk__in=contents, stones=None)
            Content.objects.filter(pk__in=list(gone.values_list("pk", flat=True))).delete()
    return purged

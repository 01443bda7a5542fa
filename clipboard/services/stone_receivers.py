"""What the clipboard does when stones are deleted or their levels are written, and what it answers them.

With a text go its copies, also those whose texts were not stored, as their first words may be all of it.
"""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from clipboard.models import ClipboardEntry
from clipboard.services.clipboard_preferences import clipboard_settings
from clipboard.services.write_fingerprints import fingerprint_content
from core.rest.idempotency_records import erase_answers
from stones.exceptions import PinnedCopies
from stones.models import Content
from stones.signals import (
    CopyCounts,
)

# The ids of so many pinned copies are reported.
MAX_REPORTED_IDS = 10


def count_copies(*, content: Content, **kwargs: Any) -> CopyCounts:
    counted = _copies(content).aggregate(total=Count("pk"), pinned=Count("pk", filter=Q(is_pinned=True)))
    return CopyCounts(counted["total"], counted["pinned"])


def delete_copies(*, content: Content, delete_pinned: bool, **kwargs: Any) -> int:
    """Returns how many. Raises PinnedCopies where some are pinned, unless `delete_pinned`."""
    copies = list(_copies(content).select_for_update().order_by("pk").values_list("pk", "is_pinned"))
    pinned = [pk for pk, is_pinned in copies if is_pinned]
    if pinned and not delete_pinned:
        raise _pinned(pinned)
    ids = [pk for pk, _ in copies]
    ClipboardEntry.objects.filter(pk__in=ids).delete()
    erase_answers(account_id=content.account_id, names=ids)
    return len(ids)


def has_copies(**kwargs: Any) -> Exists:
    return Exists(ClipboardEntry.objects.filter(content=OuterRef("pk")))


def write_fingerprints(*, content: Content, **kwargs: Any) -> None:
    """Before the levels, as it takes milliseconds: a part of the text may be copied as soon as it is seen."""
    fingerprint_content(content)


def chosen_model(*, account: User, **kwargs: Any) -> str:
    return clipboard_settings(account).lod_model


def _copies(content: Content) -> QuerySet[ClipboardEntry]:
    return ClipboardEntry.objects.filter(account=content.account_id, sha256=content.sha256)


def _pinned(ids: list[str]) -> PinnedCopies:
    has, they = ("a pinned copy", "it goes") if len(ids) == 1 else (f"{len(ids):,} pinned copies", "they go")
    return PinnedCopies(
        f"The clipboard has {has} of this text, and a pin says: keep it. Nothing was deleted. Unpin, or say "
        f"delete_pinned: then {they}, too.",
        pinned=ids[: -MAX_REPORTED_IDS - 1 : -1],
    )

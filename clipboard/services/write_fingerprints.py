"""The fingerprints of texts are written: of a copy at once, of a stone by the job that writes its levels."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from clipboard.analysis.fingerprints import hash_text, to_signed
from clipboard.models import ClipboardEntry, Fingerprints
from stones.models import Content


def fingerprint_salt(account_id: int) -> str:
    """What is mixed into the hashes of an account's texts."""
    return f"account {account_id}"


def save_fingerprints(entry: ClipboardEntry, values: Sequence[int]) -> None:
    """Write those of a new copy: once for each text, of the entry where its text is not stored."""
    row = Fingerprints(account_id=entry.account_id, values=list(values))
    if entry.content_id is None:
        row.entry = entry
    else:
        row.content_id = entry.content_id
    Fingerprints.objects.bulk_create([row], ignore_conflicts=True)


def fingerprint_content(content: Content) -> bool:
    """Write a content's, unless they are there. Returns whether this call wrote them.

    Call it outside a transaction: 1 MB takes a tenth of a second.
    """
    if Fingerprints.objects.filter(content=content).exists():
        return False
    values = to_signed(hash_text(content.text, salt=fingerprint_salt(content.account_id)).fingerprints)
    with transaction.atomic():
        # It may have been deleted meanwhile.
        if not Content.objects.select_for_update(no_key=True).filter(pk=content.pk).exists():
            return False
        row = Fingerprints(account_id=content.account_id, content_id=content.pk, values=values)
        Fingerprints.objects.bulk_create([row], ignore_conflicts=True)
    return True


def contents_without_fingerprints() -> QuerySet[Content]:
    """The contents that have none: stored before there were any, or not yet worked on."""
    return Content.objects.filter(~Exists(Fingerprints.objects.filter(content=OuterRef("pk")))).order_by("pk")


def fingerprint_missing_contents(*, limit: int) -> int:
    """Write those of at most so many contents that have none. Returns how many were written."""
    ids = list(contents_without_fingerprints().values_list("pk", flat=True)[:limit])
    return sum(fingerprint_content(content) for content_id in ids if (content := _content(content_id)))


def _content(content_id: int) -> Content | None:
    return Content.objects.filter(pk=content_id).first()

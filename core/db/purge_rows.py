"""How old rows are deleted: batch by batch, so that no lock and no transaction lasts longer than one takes."""

from datetime import datetime, timedelta

from django.db.models import Model, QuerySet
from django.utils import timezone

BATCH = 1_000


def retention_cutoff(days: int) -> datetime | None:
    """What is older than this goes; None where 0 days say that nothing does."""
    return timezone.now() - timedelta(days=days) if days else None


def purge_rows(old: QuerySet[Model]) -> int:
    """Delete these rows and what hangs on them. Returns how many of these there were. Safe to repeat."""
    purged = 0
    while keys := list(old.order_by().values_list("pk", flat=True)[:BATCH]):
        # Named again: one that was taken up meanwhile stays.
        found = old.order_by().filter(pk__in=keys)
        found.delete()
        purged += len(keys)
    return purged

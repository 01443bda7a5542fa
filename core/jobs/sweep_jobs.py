"""Jobs that wait although nobody works on them: their message was lost, or their worker."""

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from core.jobs.enqueue import enqueue_all
from core.jobs.models import JobQuerySet

# A job whose message was lost waits this long before the sweep announces it again.
SWEEP_AFTER = timedelta(seconds=30)
SWEEP_BATCH = 500


def enqueue_late(jobs: JobQuerySet[Any], task: str) -> int:
    """Announce again those that could have been started SWEEP_AFTER ago. Returns how many there are, of one batch."""
    return enqueue_batch(jobs.claimable().filter(due__lte=timezone.now() - SWEEP_AFTER), task)


def enqueue_batch(jobs: QuerySet[Any], task: str) -> int:
    """Announce those that are longest due. Returns how many there are, of one batch."""
    ids = list(jobs.order_by("due").values_list("pk", flat=True)[:SWEEP_BATCH])
    enqueue_all(task, ids)
    return len(ids)

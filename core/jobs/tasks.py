"""Celery tasks: what a message runs, and the sweep of what no message announces any more."""

from datetime import datetime, timedelta

from celery import shared_task
from django.conf import settings
from django.db.models import Count
from django.db.models.functions import TruncSecond
from django.utils import timezone

from core.db.purge_rows import purge_rows, retention_cutoff
from core.jobs import enqueue, run_job
from core.jobs.enqueue import SWEEP_SECONDS
from core.jobs.job_kinds import all_kinds
from core.jobs.models import Job, JobState

# A job whose message was lost waits this long before the sweep announces it again.
SWEEP_AFTER = timedelta(seconds=30)


@shared_task(name=enqueue.RUN_DUE)
def run_due(queue: str) -> int:
    return run_job.run_due(queue)


@shared_task(name="core.jobs.tasks.sweep")
def sweep() -> int:
    """Announce again the jobs that nobody runs, and retries for the time they are due. Returns how many there were."""
    now = timezone.now()
    late = Job.objects.due().filter(due__lte=now - SWEEP_AFTER) | Job.objects.lost()
    waiting = dict(late.order_by().values_list("queue").annotate(Count("pk")))
    for queue, count in waiting.items():
        # The next sweep repeats what is not taken by then: messages do not pile up behind a long queue.
        enqueue.enqueue(queue, count, expires=SWEEP_SECONDS)
    return sum(waiting.values()) + _announce_retries(now)


def _announce_retries(now: datetime) -> int:
    """Announce those that are due before the next sweep. No message is on its way for them, and their time is shown."""
    retries = Job.objects.filter(
        state=JobState.PENDING,
        attempts__gt=0,
        due__gt=now - SWEEP_AFTER,
        due__lte=now + timedelta(seconds=SWEEP_SECONDS),
    )
    due = retries.order_by().values_list("queue", TruncSecond("due")).annotate(Count("pk"))
    for queue, second, count in due:
        delay = max((second + timedelta(seconds=1) - now).total_seconds(), 0.0)
        enqueue.enqueue(queue, count, expires=delay + SWEEP_SECONDS, delay=delay)
    return sum(count for *_, count in due)


@shared_task(name="core.jobs.tasks.purge")
def purge() -> int:
    """Delete jobs done JOB_DAYS ago, and failed ones whose target is gone. Returns how many."""
    since = retention_cutoff(settings.JOB_DAYS)
    deleted = purge_rows(Job.objects.filter(state=JobState.DONE, finished__lte=since)) if since else 0
    for kind in all_kinds():
        deleted += purge_rows(Job.objects.filter(state=JobState.FAILED).without_target(kind))
    return deleted

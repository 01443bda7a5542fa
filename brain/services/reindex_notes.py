"""Have vectors made again that an operator chose; for commands all that are missing, at once."""

import time
from collections.abc import Callable
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from brain.models import EMBED_NOTE, EMBED_PROFILE, Chunk, Note
from core.jobs.find_jobs import jobs_of
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import restart_jobs
from core.jobs.run_job import run_now
from search.embed_passages import requeue_outdated

# How long a command waits for a worker, and how often it checks.
WAIT, POLL = timedelta(minutes=10), timedelta(milliseconds=200)

_EMBEDDING = (EMBED_NOTE, EMBED_PROFILE)


@transaction.atomic
def re_embed(*, notes: QuerySet[Note]) -> int:
    """Drop the vectors of these notes and make them anew; until then words find them. Returns how many."""
    rows = list(notes.select_for_update(of=("self",)).order_by("pk"))
    Chunk.objects.filter(note__in=rows).update(embedding=None, embedding_model="")
    restart_jobs(rows, EMBED_NOTE)
    return len(rows)


def unfinished_jobs(account: User) -> list[Job]:
    """The jobs of the account's notes that are not embedded yet, and of its profile."""
    unfinished = Job.objects.filter(account=account).exclude(state=JobState.DONE)
    return [
        job
        for kind in _EMBEDDING
        for job in jobs_of(
            kind.target._base_manager.filter(pk__in=unfinished.targets(kind)).only("pk"), kind
        ).values()
    ]


def embed_pending(
    *, account: User, progress: Callable[[int], object] | None = None, wait: float = WAIT.total_seconds()
) -> bool:
    """Embed what is missing now, for commands. Returns whether all of the account is embedded.

    What another model embedded or what failed is embedded again. Waits up to `wait` seconds for a running worker.
    False: it is still running, or the embedder did not answer (the job's `error`). `progress` is called with the
    number of notes done.
    """
    until = time.monotonic() + wait
    requeue_outdated(account=account, failed_for=timedelta())
    while jobs := unfinished_jobs(account):
        for job in jobs:
            Job.objects.filter(pk=job.pk, state=JobState.PENDING).update(due=timezone.now())
            if run_now(job):
                if Job.objects.filter(pk=job.pk).exclude(state=JobState.DONE).exists():
                    return False
                (progress or _ignore_progress)(1)
        if time.monotonic() > until or all(job.state == JobState.FAILED for job in jobs):
            return False
        time.sleep(POLL.total_seconds())
    return True


def _ignore_progress(notes: int) -> None:
    """The default of `progress`."""

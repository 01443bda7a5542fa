"""Have vectors made again: those of another model, what failed, what an operator chose; for commands at once."""

import time
from collections.abc import Callable
from datetime import timedelta

import structlog
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from brain.models import EMBED_NOTE, EMBED_PROFILE, Chunk, Note
from core.jobs.find_jobs import jobs_of
from core.jobs.models import Job, JobState
from core.jobs.request_jobs import request_jobs, restart_jobs
from core.jobs.run_job import run_now
from core.llm import LLMError, get_embedder

log = structlog.get_logger(__name__)

# What an embedder that was away or badly set up has left without vectors is tried again after this.
FAILED_AFTER = timedelta(hours=1)
# Of notes, and of profiles, at once.
MAX_REQUEUED = 500
# How long a command waits for a worker, and how often it checks.
WAIT, POLL = timedelta(minutes=10), timedelta(milliseconds=200)

# The kind of job, and the column of a chunk that names its target.
_EMBEDDED = ((EMBED_NOTE, "note"), (EMBED_PROFILE, "profile"))


def requeue_outdated(*, account: User | None = None, failed_for: timedelta = FAILED_AFTER) -> int:
    """Request vectors for what another model than this site's has embedded, and for what failed so long ago.

    Of all accounts, or of one. Returns how many notes and profiles it were.
    """
    try:
        model = get_embedder().name
    except LLMError as error:
        log.warning("chunks_not_compared", reason=str(error))
        return 0
    # Two ranges of the index on the name, nearly always empty.
    others = Chunk.objects.filter(
        Q(embedding_model__gt="", embedding_model__lt=model) | Q(embedding_model__gt=model)
    )
    jobs = Job.objects.all() if account is None else Job.objects.filter(account=account)
    failed = jobs.filter(state=JobState.FAILED, finished__lte=timezone.now() - failed_for)
    count = 0
    for kind, owner in _EMBEDDED:
        rows = kind.target._base_manager.only("account_id")
        rows = rows if account is None else rows.filter(account=account)
        done = rows.exclude(pk__in=jobs.exclude(state=JobState.DONE).targets(kind))
        outdated = {
            *done.filter(pk__in=others.values(owner))[:MAX_REQUEUED],
            *rows.filter(pk__in=failed.targets(kind))[:MAX_REQUEUED],
        }
        request_jobs(list(outdated), kind)
        count += len(outdated)
    return count


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
        for kind, _ in _EMBEDDED
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

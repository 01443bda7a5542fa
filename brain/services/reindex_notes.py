"""Have vectors made again that an operator chose; for commands all that are missing, at once."""

from collections.abc import Callable
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from brain.models import EMBED_NOTE, EMBED_PROFILE, Chunk, Note
from core.jobs.find_jobs import jobs_of
from core.jobs.models import OPEN_STATES, Job, JobState
from core.jobs.request_jobs import restart_jobs
from core.jobs.run_job import WAIT_SECONDS, run_all_now
from search.embed_passages import requeue_outdated

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
    *, account: User, progress: Callable[[int], object] = lambda notes: None, wait: float = WAIT_SECONDS
) -> bool:
    """Embed what is missing now, for commands. Returns whether all of the account is embedded.

    What another model embedded or what failed is embedded again. Waits up to `wait` seconds for a running worker.
    False: it is still running, or the embedder did not answer (the job's `error`). `progress` is called with the
    number of notes done.
    """
    requeue_outdated(account=account, failed_for=timedelta())
    for job in run_all_now(lambda: _open_jobs(account), wait=wait):
        if job.state != JobState.DONE:
            return False
        progress(1)
    return not unfinished_jobs(account)


def _open_jobs(account: User) -> list[Job]:
    return [job for job in unfinished_jobs(account) if job.state in OPEN_STATES]

"""Sweeps: enqueue waiting jobs again and replace another model's vectors; for commands all of it in the foreground."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeAlias

import structlog
from core.jobs.sweep_jobs import SWEEP_BATCH, enqueue_late
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from brain.models import Chunk, Note, Profile
from brain.models.notes import NoteQuerySet, ProfileQuerySet
from brain.services.embed_chunks import EMBED_NOTE, EMBED_PROFILE, run_embedding_job
from core.jobs.enqueue import enqueue_all_on_commit
from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.models import JobState
from core.llm import LLMError, get_embedder

log = structlog.get_logger(__name__)

# What an embedder that was away or badly set up has left without vectors is tried again after this.
FAILED_AFTER = timedelta(hours=1)
# How long a command waits for a worker, and how often it checks.
WAIT, POLL = timedelta(minutes=10), timedelta(milliseconds=200)

Rows: TypeAlias = NoteQuerySet | ProfileQuerySet
Progress = Callable[[int], object]


def sweep_notes() -> int:
    """Enqueue waiting notes and profiles that no worker has. Returns how many.

    Before that, it requeues what another model embedded and what failed an hour ago.
    """
    requeue_outdated(Note.objects.all())
    requeue_outdated(Profile.objects.all())
    return enqueue_late(Note.objects.all(), EMBED_NOTE) + enqueue_late(Profile.objects.all(), EMBED_PROFILE)


def requeue_outdated(rows: Rows, *, since: timedelta = FAILED_AFTER) -> int:
    """Requeue rows with vectors of another model than this site's, and rows that failed before `since`. Returns how
    many.
    """
    try:
        model = get_embedder().name
    except LLMError as error:
        log.warning("chunks_not_compared", reason=str(error))
        return 0
    # Two ranges of the index on the name, nearly always empty.
    other = Q(chunks__embedding_model__gt="", chunks__embedding_model__lt=model)
    other |= Q(chunks__embedding_model__gt=model)
    done = rows.filter(other, state=JobState.DONE).order_by().distinct()
    failed = rows.filter(state=JobState.FAILED, finished__lte=timezone.now() - since)
    ids = {*_ids(done), *_ids(failed)}
    return _restart(rows, ids) if ids else 0


def _ids(rows: Any) -> list[Any]:
    return list(rows.values_list("pk", flat=True)[:SWEEP_BATCH])


@transaction.atomic
def _restart(rows: Rows, ids: set[Any]) -> int:
    ended = rows.filter(pk__in=ids, state__in=[JobState.DONE, JobState.FAILED]).order_by("pk")
    ended_rows = list(ended.select_for_update(of=("self",), skip_locked=True))
    for row in ended_rows:
        row.restart()
    return len(ended_rows)


@transaction.atomic
def re_embed(*, notes: NoteQuerySet) -> int:
    """Drop the vectors of these notes and make them anew; until then words find them. Returns how many."""
    rows = list(notes.select_for_update(of=("self",)).order_by("pk"))
    Chunk.objects.filter(note__in=rows).update(embedding=None, embedding_model="")
    for row in rows:
        row.restart()
    enqueue_all_on_commit(EMBED_NOTE, [row.pk for row in rows])
    return len(rows)


def count_unembedded(account: User) -> int:
    """How many of the account's notes, its profile included, are not embedded yet."""
    return sum(rows.exclude(state=JobState.DONE).count() for rows in _all(account))


def embed_pending(
    *, account: User, progress: Progress | None = None, wait: float = WAIT.total_seconds()
) -> bool:
    """Embed what is missing now, for commands. Returns whether all of the account is embedded.

    What another model embedded or what failed is embedded again. Waits up to `wait` seconds for a running worker.
    False: it is still running, or the embedder did not answer (`first_error`). `progress` is called with the number
    of notes done.
    """
    until = time.monotonic() + wait
    for rows in _all(account):
        rows.filter(state=JobState.FAILED).update(finished=timezone.now() - FAILED_AFTER)
    while True:
        requeued = 0
        for rows in _all(account):
            requeued += requeue_outdated(rows)
            rows.filter(state=JobState.PENDING).update(due=timezone.now())
            for pk in _ids(rows.claimable()):
                claimed = rows.claim(pk, lease=LEASE_DURATION)
                run_embedding_job(claimed)
                if claimed is not None and not _is_done(rows, pk):
                    return False
                (progress or _ignore_progress)(1)
        if not requeued and not count_unembedded(account):
            return True
        if time.monotonic() > until:
            return False
        time.sleep(POLL.total_seconds())


def first_error(account: User) -> str:
    """Why something of the account is not embedded; empty if it only waits."""
    found = (rows.exclude(error="").values_list("error", flat=True).first() for rows in _all(account))
    return next((error for error in found if error), "")


def _all(account: User) -> tuple[NoteQuerySet, ProfileQuerySet]:
    return Note.objects.filter(account=account), Profile.objects.filter(account=account)


def _is_done(rows: Rows, pk: int | str) -> bool:
    return not rows.filter(pk=pk).exclude(state=JobState.DONE).exists()


def _ignore_progress(notes: int) -> None:
    """The default of `progress`."""

"""The job of a collection: vectors for its texts and its calibration; and the sweep, which also detects a new model."""

import math
import time
from datetime import timedelta

import structlog
from core.jobs.sweep_jobs import enqueue_late
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from core.jobs.enqueue import enqueue_on_commit
from core.jobs.lease_renewal import LEASE_DURATION
from core.jobs.models import JobState
from core.jobs.run_job import release_job, run_job
from core.llm import LLMError, get_embedder
from core.llm.embeddings.embedder import Embedder
from quickstart.models import Collection
from quickstart.services.calibrate_collection import calibrate_collection
from quickstart.services.change_collection import INDEX
from quickstart.services.embed_texts import Progress, embed_missing, switch_model, texts_without_vector

log = structlog.get_logger(__name__)

# A long job then goes behind the others that wait, and is far from the time limit at which a worker is killed.
TURN = timedelta(minutes=1)
RESTART_BATCH = 100
# What an embedder that was away or badly set up has left without vectors is tried again after this.
FAILED_AFTER = timedelta(hours=1)
# How long a command waits for a worker, and how often it checks.
WAIT, POLL = timedelta(minutes=10), timedelta(milliseconds=200)


def index_collection(*, collection_id: int) -> None:
    """Update one index, if still due. Safe to repeat and to run twice at once."""
    collection = Collection.objects.claim(collection_id, lease=LEASE_DURATION)
    if collection is not None:
        _run(collection, turn=TURN.total_seconds())


def update_index(
    *, collection: Collection, progress: Progress | None = None, wait: float = WAIT.total_seconds()
) -> bool:
    """The same in the foreground, for commands. Returns whether the index is up to date.

    What another model embedded or what failed is embedded again. Waits up to `wait` seconds for a running worker.
    False: it is still running, or the embedder did not answer (`collection.error`).
    """
    requeue_outdated([collection.pk], since=timedelta())
    Collection.objects.filter(pk=collection.pk, state=JobState.PENDING).update(due=timezone.now())
    until = time.monotonic() + wait
    while True:
        claimed = Collection.objects.claim(collection.pk, lease=LEASE_DURATION)
        if claimed is not None:
            _run(claimed, turn=math.inf, progress=progress or _ignore_progress)
        collection.refresh_from_db()
        is_ended = claimed is not None or not _is_in_progress(collection)
        if is_ended or time.monotonic() > until:
            return collection.is_indexed
        time.sleep(POLL.total_seconds())


def _is_in_progress(collection: Collection) -> bool:
    """Whether a worker has it, or has just queued it behind others."""
    was_requeued = collection.state == JobState.PENDING and collection.due <= timezone.now()
    return was_requeued or collection.state == JobState.RUNNING


def _ignore_progress(texts: int) -> None:
    """The default of `progress`."""


def _run(collection: Collection, *, turn: float, progress: Progress = _ignore_progress) -> None:
    with run_job(collection):
        try:
            _index(collection, turn, progress)
        except LLMError as error:
            release_job(collection, error)


def _index(collection: Collection, turn: float, progress: Progress) -> None:
    """In rounds, until nothing changed during the last one."""
    embedder = get_embedder()
    until = time.monotonic() + turn
    while True:
        version = Collection.objects.values_list("version", flat=True).get(pk=collection.pk)
        if not embed_missing(collection, embedder, until=until, progress=progress):
            return _requeue(collection)
        if _finish(collection, embedder, version):
            return None


def _requeue(collection: Collection) -> None:
    """Give others the worker, and continue afterwards."""
    with collection.owned_transaction():
        collection.restart()
        enqueue_on_commit(INDEX, collection.pk)


def _finish(collection: Collection, embedder: Embedder, version: int) -> bool:
    """Store the calibration and use the new vectors; done, unless something changed since `version`."""
    calibrations = calibrate_collection(collection, embedder)
    # Writers wait for this transaction, or it for them.
    with collection.owned_transaction():
        if texts_without_vector(collection, embedder.name).exists():
            return False
        switch_model(collection, embedder.name)
        row = Collection.objects.filter(pk=collection.pk)
        row.update(calibration=calibrations, calibrated=timezone.now())
        if row.get().version != version:
            return False
        collection.finish()
        return True


def sweep_collections() -> int:
    """Enqueue waiting collections that no worker has, and those that another model embedded. Returns how many."""
    requeue_outdated()
    return enqueue_late(Collection.objects.all(), INDEX)


def requeue_outdated(ids: list[int] | None = None, *, since: timedelta = FAILED_AFTER) -> None:
    """Requeue collections indexed by another model than this site's, and those that failed before `since`; all, or
    these.
    """
    try:
        model = get_embedder().name
    except LLMError as error:
        log.warning("collections_not_compared", reason=str(error))
        return
    rows = Collection.objects.all() if ids is None else Collection.objects.filter(pk__in=ids)
    other = Q(state=JobState.DONE) & ~Q(model=model) & Q(texts__isnull=False)
    failed = Q(state=JobState.FAILED, finished__lte=timezone.now() - since)
    found = set(rows.filter(other | failed).values_list("pk", flat=True).distinct()[:RESTART_BATCH])
    with transaction.atomic():
        held = Collection.objects.filter(pk__in=found, state__in=[JobState.DONE, JobState.FAILED])
        for collection in held.select_for_update(of=("self",), skip_locked=True).order_by("pk"):
            collection.restart()

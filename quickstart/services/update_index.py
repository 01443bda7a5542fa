"""The job of a collection: vectors for its texts and its calibration; and what has it done again."""

import time
from collections.abc import Callable
from datetime import timedelta

import structlog
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from core.jobs.find_jobs import find_job
from core.jobs.models import OPEN_STATES, Job, JobState
from core.jobs.request_jobs import request_jobs
from core.jobs.run_job import WAIT_SECONDS, run_all_now
from core.llm import LLMError, get_embedder
from quickstart.models import INDEX_COLLECTION, Collection, Entry, IndexedText, Skill
from quickstart.ranking.hit_confidence import CALIBRATION_VERSION
from quickstart.services.calibrate_collection import calibrate_collection
from quickstart.services.embed_texts import (
    count_missing_vectors,
    embed_missing,
    switch_model,
    texts_without_vector,
)
from quickstart.services.index_texts import write_texts

log = structlog.get_logger(__name__)

# A long job then goes behind the others that wait, and is far from the time limit at which a worker is killed.
TURN = timedelta(seconds=10)
MAX_REQUEUED = 100
# What an embedder that was away or badly set up has left without vectors is tried again after this.
FAILED_AFTER = timedelta(hours=1)


@INDEX_COLLECTION.runs
def index_collection(job: Job, collection: Collection) -> None:
    """Update its index for one turn; what is left, or came meanwhile, is done in another. Raises LLMError."""
    embedder = get_embedder()
    if _is_outdated(collection):
        with job.owned_transaction():
            write_texts(
                entries=[*Entry.objects.filter(collection=collection)],
                skills=[*Skill.objects.filter(collection=collection)],
            )
            # Not again in the next turn.
            Collection.objects.filter(pk=collection.pk).update(calibration=None)
    is_embedded = embed_missing(job, collection, embedder, until=time.monotonic() + TURN.total_seconds())
    calibrations = calibrate_collection(collection, embedder) if is_embedded else None
    # Writers wait for this transaction, or it for them.
    with job.owned_transaction():
        if calibrations is None or texts_without_vector(collection, embedder.name).exists():
            request_jobs([collection], INDEX_COLLECTION)
        else:
            switch_model(collection, embedder.name)
            row = Collection.objects.filter(pk=collection.pk)
            row.update(calibration=calibrations, calibrated=timezone.now())
        job.finish()


def _is_outdated(collection: Collection) -> bool:
    """Whether an earlier version indexed it, which found some items by other texts."""
    entries = (collection.calibration or {}).get("entries", {})
    return bool(entries) and entries.get("version") != CALIBRATION_VERSION


def update_index(
    *,
    collection: Collection,
    progress: Callable[[int], object] = lambda texts: None,
    wait: float = WAIT_SECONDS,
) -> bool:
    """The same in the foreground, for commands. Returns whether the index is up to date.

    What another model embedded or what failed is embedded again. Waits up to `wait` seconds for a running worker.
    False: it is still running, or the embedder did not answer (the job's `error`). `progress` is called with the
    number of texts done.
    """
    requeue_outdated(collection, failed_for=timedelta())
    missing = count_missing_vectors(collection)
    for job in run_all_now(lambda: _open_jobs(collection), wait=wait):
        left = count_missing_vectors(collection)
        progress(missing - left)
        missing = left
        if job.error_code:
            break
    collection.refresh_from_db()
    return find_job(collection, INDEX_COLLECTION).state == JobState.DONE


def _open_jobs(collection: Collection) -> list[Job]:
    job = find_job(collection, INDEX_COLLECTION)
    return [job] if job.state in OPEN_STATES else []


def requeue_outdated(collection: Collection | None = None, *, failed_for: timedelta = FAILED_AFTER) -> int:
    """Request the index of collections that another model than this site's, or an earlier version, has indexed, and
    that failed so long ago.

    Of all, or of this one. Returns how many it were.
    """
    try:
        model = get_embedder().name
    except LLMError as error:
        log.warning("collections_not_compared", reason=str(error))
        return 0
    rows = Collection.objects.only("account_id")
    if collection is not None:
        rows = rows.filter(pk=collection.pk)
    done = rows.exclude(pk__in=Job.objects.exclude(state=JobState.DONE).targets(INDEX_COLLECTION))
    has_texts = Exists(IndexedText.objects.filter(collection=OuterRef("pk")))
    failed = Job.objects.filter(state=JobState.FAILED, finished__lte=timezone.now() - failed_for)
    is_current = Q(model=model, calibration__entries__version=CALIBRATION_VERSION)
    outdated = {
        *done.exclude(is_current).filter(has_texts)[:MAX_REQUEUED],
        *rows.filter(pk__in=failed.targets(INDEX_COLLECTION))[:MAX_REQUEUED],
    }
    request_jobs(list(outdated), INDEX_COLLECTION)
    return len(outdated)

"""A worker's outermost loop: a job is claimed and run, and every exception is recorded in its row."""

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Protocol, runtime_checkable

import structlog
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from core.jobs.claim_jobs import claim_job, claim_next
from core.jobs.enqueue import enqueue
from core.jobs.lease_renewal import LEASE_DURATION, renew_lease
from core.jobs.models import Job, JobState, LeaseLost

# A worker that is to stop waits for its task.
TURN_SECONDS = 5.0
# How long a command waits for a worker, and how often it checks.
WAIT_SECONDS, POLL_SECONDS = 600.0, 0.2

log = structlog.get_logger(__name__)


@runtime_checkable
class ForeseenError(Protocol):
    """An error that says of itself whether a retry may help, and after how many seconds at the earliest."""

    @property
    def kind(self) -> str: ...
    @property
    def retryable(self) -> bool: ...
    @property
    def retry_after(self) -> float | None: ...


def run_due(queue: str) -> int:
    """Run a queue's due jobs for TURN_SECONDS, then leave the rest to another message. Returns how many were run.

    Safe to repeat and to run several times at once.
    """
    until = time.monotonic() + TURN_SECONDS
    count = 0
    while (job := claim_next(queue, lease=LEASE_DURATION)) is not None:
        _run(job)
        count += 1
        if time.monotonic() > until:
            enqueue(queue)
            break
    return count


def run_now(job: Job) -> bool:
    """Run this job out of turn, for commands. Returns whether it could be claimed."""
    claimed = claim_job(job, lease=LEASE_DURATION)
    if claimed is not None:
        _run(claimed)
    return claimed is not None


def run_all_now(open_jobs: Callable[[], Iterable[Job]], *, wait: float = WAIT_SECONDS) -> Iterator[Job]:
    """Run jobs out of turn until `open_jobs` returns none, for commands. Yields each as its run has left it:
    stop there if that is not what you want, or it is tried again.

    A job that waits for its next attempt is run at once. Waits up to `wait` seconds for a worker that has one.
    """
    until = time.monotonic() + wait
    while jobs := [*open_jobs()]:
        has_run = False
        for job in jobs:
            Job.objects.filter(pk=job.pk, state=JobState.PENDING).update(due=timezone.now())
            if run_now(job):
                has_run = True
                # With its target it is gone.
                left = Job.objects.filter(pk=job.pk).first()
                yield left or Job(kind=job.kind, target=job.target, state=JobState.DONE)
        if has_run:
            continue
        if time.monotonic() > until:
            return
        time.sleep(POLL_SECONDS)


def _run(job: Job) -> None:
    """The database's own errors go on to Celery: the job is released when its lease runs out."""
    try:
        try:
            with renew_lease(job):
                _call_handler(job)
        except (LeaseLost, OperationalError, InterfaceError):
            raise
        except Exception as error:  # noqa: BLE001  the worker's outermost loop
            _record(job, error)
    except LeaseLost:
        # Another worker has it, and writes its result.
        log.warning("job_lease_lost", job=repr(job))


def _call_handler(job: Job) -> None:
    kind = job.job_kind
    if kind.run is None:
        raise RuntimeError(f"Nothing runs jobs of the kind {kind}.")
    target = kind.target._base_manager.filter(pk=job.target).first()
    if target is None:
        job.delete()
        return
    kind.run(job, target)
    if job.state == JobState.RUNNING:
        with job.owned_transaction():
            job.finish()


def _record(job: Job, error: Exception) -> None:
    if isinstance(error, ForeseenError):
        pause = timedelta(seconds=error.retry_after) if error.retry_after else None
        job.fail(code=error.kind, error=str(error), retry=error.retryable, pause=pause)
        return
    # A text that triggers a bug must end as failed: with its lease alone it would be retried for ever.
    log.exception("job_broke", job=repr(job))
    job.fail(code="internal", error=f"Unexpected {type(error).__name__}; see the log.", retry=True)

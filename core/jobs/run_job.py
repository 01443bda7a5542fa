"""A worker's outermost loop: every exception of a job is recorded in its row."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Protocol

import structlog
from django.db import InterfaceError, OperationalError

from core.jobs.lease_renewal import renew_lease
from core.jobs.models import LeasedJob, LeaseLost

log = structlog.get_logger(__name__)

FailJob = Callable[..., object]
"""Same signature as `LeasedJob.fail`: called with code, error and retry."""


class JobFailure(Protocol):
    """A foreseen failure: whether a retry may help, and after how many seconds at the earliest."""

    @property
    def kind(self) -> str: ...
    @property
    def retryable(self) -> bool: ...
    @property
    def retry_after(self) -> float | None: ...


@contextmanager
def run_job(job: LeasedJob, *, fail: FailJob | None = None) -> Iterator[None]:
    """Hold a claimed job while the block runs it.

    The database's own errors go on to Celery, which leaves the job to the next sweep. If the lease was lost, another
    worker has the job and nothing is written. `fail` replaces the job's own `fail`.
    """
    try:
        try:
            with renew_lease(job):
                yield
        except (LeaseLost, OperationalError, InterfaceError):
            raise
        except Exception as error:  # the worker's outermost loop
            # A text that triggers a bug must end as failed: with its lease alone it would be retried for ever.
            log.exception("job_broke", job=repr(job))
            message = f"Unexpected {type(error).__name__}; see the log."
            (fail or job.fail)(code="internal", error=message, retry=True)
    except LeaseLost:
        log.warning("job_lease_lost", job=repr(job))


def release_job(job: LeasedJob, error: JobFailure, *, retry: bool | None = None) -> None:
    """Requeue a job, or give up, after a foreseen failure. Raises LeaseLost.

    `retry` None: as the error says.
    """
    pause = timedelta(seconds=error.retry_after) if error.retry_after else None
    job.fail(
        code=error.kind, error=str(error), retry=error.retryable if retry is None else retry, pause=pause
    )
    log.warning("job_given_back", job=repr(job), kind=error.kind)

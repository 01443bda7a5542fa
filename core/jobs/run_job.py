"""A worker's outermost loop: whatever a job raises is recorded in its row."""

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
"""As `LeasedJob.fail`: called with code, error and retry."""


class JobFailure(Protocol):
    """A failure of what the job asked, in words: whether later may help, and in how many seconds it was told to."""

    @property
    def kind(self) -> str: ...
    @property
    def retryable(self) -> bool: ...
    @property
    def retry_after(self) -> float | None: ...


@contextmanager
def run_job(job: LeasedJob, *, fail: FailJob | None = None) -> Iterator[None]:
    """Hold a claimed job while the block does it.

    The database's own faults go on to Celery, which leaves the job to the next sweep. Where the lease was lost,
    another worker has the job: nothing is written. `fail` in the place of the job's own.
    """
    try:
        try:
            with renew_lease(job):
                yield
        except (LeaseLost, OperationalError, InterfaceError):
            raise
        except Exception as error:  # the worker's outermost loop
            # A text that trips a bug of ours must end as failed: with its lease alone it would be tried for ever.
            log.exception("job_broke", job=repr(job))
            message = f"Unexpected {type(error).__name__}; see the log."
            (fail or job.fail)(code="internal", error=message, retry=True)
    except LeaseLost:
        log.warning("job_lease_lost", job=repr(job))


def release_job(job: LeasedJob, error: JobFailure, *, retry: bool | None = None) -> None:
    """Put a job back for its next attempt, or give it up, for a failure that was foreseen. Raises LeaseLost.

    `retry` None: as the error says.
    """
    pause = timedelta(seconds=error.retry_after) if error.retry_after else None
    job.fail(
        code=error.kind, error=str(error), retry=error.retryable if retry is None else retry, pause=pause
    )
    log.warning("job_given_back", job=repr(job), kind=error.kind)

"""A worker's outermost loop: whatever a job trips over ends in its row."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Protocol

import structlog
from django.db import InterfaceError, OperationalError

from jobs.keeping import kept
from jobs.models import LeasedJob, LeaseLost

log = structlog.get_logger(__name__)

Fail = Callable[..., object]
"""As `LeasedJob.fail`: called with code, error and retry."""


class Foreseen(Protocol):
    """A failure of what the job asked, in words: whether later may help, and in how many seconds it was told to."""

    @property
    def kind(self) -> str: ...
    @property
    def retryable(self) -> bool: ...
    @property
    def retry_after(self) -> float | None: ...


@contextmanager
def working(job: LeasedJob, *, fail: Fail | None = None) -> Iterator[None]:
    """Hold a claimed job while the block does it.

    The database's own faults go on to Celery, which leaves the job to the next sweep. Where the lease was lost,
    somebody else has the job: nothing is written. `fail` in the place of the job's own.
    """
    try:
        try:
            with kept(job):
                yield
        except (LeaseLost, OperationalError, InterfaceError):
            raise
        except Exception as error:  # the worker's outermost loop
            # A text that trips a bug of ours must end as failed: with its lease alone it would be tried for ever.
            log.exception("job_broke", job=repr(job))
            said = f"Unexpected {type(error).__name__}; see the log."
            (fail or job.fail)(code="internal", error=said, retry=True)
    except LeaseLost:
        log.warning("job_lease_lost", job=repr(job))


def give_back(job: LeasedJob, error: Foreseen, *, retry: bool | None = None) -> None:
    """Put a job back for its next attempt, or give it up, for a failure that was foreseen. Raises LeaseLost.

    `retry` None: as the error says.
    """
    pause = timedelta(seconds=error.retry_after) if error.retry_after else None
    job.fail(
        code=error.kind, error=str(error), retry=error.retryable if retry is None else retry, pause=pause
    )
    log.warning("job_given_back", job=repr(job), kind=error.kind)

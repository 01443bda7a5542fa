"""Renewal of a lease while its worker lives; it runs out soon after a kill."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import structlog
from django.db import DatabaseError, InterfaceError, connection

from core.jobs.models import Job

log = structlog.get_logger(__name__)

LEASE_DURATION = timedelta(seconds=40)
RENEW_INTERVAL = timedelta(seconds=10)


@contextmanager
def renew_lease(
    job: Job, *, lease: timedelta = LEASE_DURATION, renew_every: timedelta = RENEW_INTERVAL
) -> Iterator[None]:
    """Hold a claimed job while the block runs, however long that is.

    Another thread renews the lease. Work that hangs is ended by Celery's time limit, and its lease with it.
    """
    ended = threading.Event()
    thread = threading.Thread(target=_renew_until, args=(job, lease, renew_every, ended), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _renew_until(job: Job, lease: timedelta, renew_every: timedelta, ended: threading.Event) -> None:
    try:
        while not ended.wait(renew_every.total_seconds()):
            try:
                if not job.renew(lease):
                    return  # claimed again: `owned_transaction` tells whoever writes the result
            except (DatabaseError, InterfaceError) as error:
                log.warning("lease_not_renewed", job=repr(job), reason=str(error).strip())
                connection.close()
    finally:
        connection.close()  # this thread's own connection

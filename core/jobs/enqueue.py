"""Enqueue the id of a row. A message that is lost costs time, never work: the sweep finds the row."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import structlog
from celery import current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)


def enqueue_on_commit(task: str, job_id: int | str) -> None:
    """Announce a job once its row can be seen by the worker."""
    transaction.on_commit(partial(enqueue, task, job_id))


def enqueue_all_on_commit(task: str, job_ids: Iterable[int | str]) -> None:
    """The same of several jobs. A broker that is away keeps the caller waiting once, not once for each."""
    transaction.on_commit(partial(enqueue_all, task, list(job_ids)))


def enqueue_all(task: str, job_ids: Iterable[int | str]) -> None:
    """Send a message for each until one is not taken: the sweep finds the others."""
    for job_id in job_ids:
        if not enqueue(task, job_id):
            return


def enqueue(task: str, job_id: int | str) -> bool:
    """Send one message naming the job. Returns whether the broker took it; never raises for its absence."""
    if _is_broker_off():
        # A command beside no server: the sweep finds the row when one starts, and nothing is wrong.
        log.debug("nudge_not_needed", task=task, job_id=job_id)
        return False
    try:
        current_app.send_task(task, args=[job_id])
    except (OperationalError, OSError) as error:
        log.warning("nudge_not_sent", task=task, job_id=job_id, reason=str(error))
        return False
    return True


def _is_broker_off() -> bool:
    """Whether the broker is the embedded one, and does not run."""
    broker_url = urlsplit(settings.CELERY_BROKER_URL)
    return broker_url.scheme == "redis+socket" and not Path(broker_url.path).exists()

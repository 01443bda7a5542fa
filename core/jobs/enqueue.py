"""Enqueue jobs by id. A lost message costs time, never work: the sweep finds the row."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

log = structlog.get_logger(__name__)


def enqueue_on_commit(task: str, job_id: int | str) -> None:
    """Enqueue a job once the worker can see its row."""
    transaction.on_commit(partial(enqueue, task, job_id))


def enqueue_all_on_commit(task: str, job_ids: Iterable[int | str]) -> None:
    """The same for several jobs. If the broker is away, the caller waits for it once, not once for each."""
    transaction.on_commit(partial(enqueue_all, task, list(job_ids)))


def enqueue_all(task: str, job_ids: Iterable[int | str]) -> None:
    """Send a message for each until one fails: the sweep finds the rest."""
    for job_id in job_ids:
        if not enqueue(task, job_id):
            return


def enqueue(task: str, job_id: int | str) -> bool:
    """Send one message with the job's id. Returns whether the broker took it; never raises if it is away."""
    if _is_broker_off():
        # A command without a running server is no fault: the sweep finds the row when one starts.
        log.debug("enqueue_skipped", task=task, job_id=job_id)
        return False
    from kombu.exceptions import OperationalError  # Celery is loaded with the first message

    try:
        import_string(settings.CELERY_APP).send_task(task, args=[job_id])
    except (OperationalError, OSError) as error:
        log.warning("enqueue_failed", task=task, job_id=job_id, reason=str(error))
        return False
    return True


def _is_broker_off() -> bool:
    """Whether the broker is the embedded one and is not running."""
    broker_url = urlsplit(settings.CELERY_BROKER_URL)
    return broker_url.scheme == "redis+socket" and not Path(broker_url.path).exists()

"""Messages to the workers: each names a queue, whose due jobs are run. A lost one costs time: the sweep repeats it."""

from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

log = structlog.get_logger(__name__)

RUN_DUE = "core.jobs.tasks.run_due"
# Who gets a message goes on while jobs are due: more of them only let more workers begin at once.
MAX_MESSAGES = 8
# How often the sweep looks for what no message announces: retries that wait longer are its own.
SWEEP_SECONDS = 15.0


def enqueue_on_commit(queue: str, count: int = 1, *, delay: float | None = None) -> None:
    """Announce `count` jobs once a worker can see their rows."""
    transaction.on_commit(partial(enqueue, queue, count, delay=delay))


def enqueue(queue: str, count: int = 1, *, expires: float | None = None, delay: float | None = None) -> int:
    """Send messages for `count` jobs until one fails. Returns how many the broker took; never raises.

    `expires`: seconds after which a worker drops the message. `delay`: seconds that it waits before it acts on it.
    """
    if _is_broker_off():
        # A command without a running server is no fault: the sweep finds the rows when one starts.
        log.debug("enqueue_skipped", queue=queue)
        return 0
    send_task = import_string(settings.CELERY_APP).send_task
    messages = min(count, MAX_MESSAGES)
    for sent in range(messages):
        try:
            send_task(RUN_DUE, args=[queue], queue=queue, expires=expires, countdown=delay)
        except Exception as error:  # noqa: BLE001  each broker's library has its own: RabbitMQ's refuse a login, a host
            log.warning("enqueue_failed", queue=queue, reason=str(error))
            return sent
    return messages


def _is_broker_off() -> bool:
    """Whether the broker is the embedded one and is not running."""
    broker_url = urlsplit(settings.CELERY_BROKER_URL)
    return broker_url.scheme == "redis+socket" and not Path(broker_url.path).exists()

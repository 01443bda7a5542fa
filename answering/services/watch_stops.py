"""Which of the answers that this process writes were stopped: one thread looks for all of them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import DatabaseError, InterfaceError, connection

from answering.models import OPEN, WrittenAnswer

POLL_SECONDS = 0.5

log = structlog.get_logger(__name__)

_lock = threading.Lock()
_watched: dict[str, threading.Event] = {}
_thread: threading.Thread | None = None


@contextmanager
def watch_stops(answer_id: str) -> Iterator[threading.Event]:
    """The event is set within a second after somebody has ended the answer."""
    global _thread
    stopped = threading.Event()
    with _lock:
        _watched[answer_id] = stopped
        if _thread is None or not _thread.is_alive():
            _thread = threading.Thread(target=_watch, name="stopped-answers", daemon=True)
            _thread.start()
    try:
        yield stopped
    finally:
        with _lock:
            _watched.pop(answer_id, None)


def _watch() -> None:
    global _thread
    pause = threading.Event()
    try:
        while True:
            pause.wait(POLL_SECONDS)
            with _lock:
                watched = dict(_watched)
                if not watched:
                    _thread = None
                    return
            try:
                rows = WrittenAnswer.objects.filter(pk__in=watched).exclude(state__in=OPEN)
                ended = list(rows.values_list("pk", flat=True))
            except (DatabaseError, InterfaceError) as error:
                log.warning("stops_not_seen", reason=str(error).strip())
                connection.close()
            else:
                for answer_id in ended:
                    watched[answer_id].set()
    finally:
        connection.close()  # this thread's own

"""Waiting for levels, for a caller who would rather wait than ask again."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection

from stones.assembled_stone import LevelState
from stones.models import Stone
from stones.queries import in_state

MAX_SECONDS = 25.0
CHANNEL = "stone_levels"
"""Of Postgres' NOTIFY: its payload is the id of the content whose levels are written, or given up."""
# A notification may be lost: a pooler between drops them, and who is inside a transaction hears none.
POLL_SECONDS = 1.0


def notify_levels(content_id: int) -> None:
    """Notify whoever waits for this content's levels, once this transaction is committed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(content_id)])


def wait_until_settled(*, stone: Stone, seconds: float) -> bool:
    """Wait until the stone's levels are written or given up, at most `seconds` (and 25). Returns whether they are.

    Its passages may still be on their way to be embedded.
    """
    until = time.monotonic() + min(seconds, MAX_SECONDS)
    missing = in_state(Stone.objects.filter(pk=stone.pk), LevelState.GENERATING)
    if not missing.exists():
        return True
    with _listening() as hear:
        while missing.exists():
            if (left := until - time.monotonic()) <= 0:
                return False
            hear(str(stone.content_id), min(left, POLL_SECONDS))
    return True


@contextmanager
def _listening() -> Iterator[Callable[[str, float], None]]:
    """Calls return when this was notified, or after so many seconds."""
    # On the connection of this thread: who waits needs it for nothing else meanwhile.
    _execute(f"LISTEN {CHANNEL}")
    try:
        yield _wait_for_payload
    finally:
        _execute(f"UNLISTEN {CHANNEL}")


def _wait_for_payload(payload: str, seconds: float) -> None:
    for notified in connection.connection.notifies(timeout=seconds):
        if notified.payload == payload:
            return


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)

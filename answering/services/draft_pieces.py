"""The draft of an answer as rows: what a model has written so far, for whoever watches."""

import threading
import time
from typing import Any

import structlog
from django.db import DatabaseError, connection
from django.utils import timezone

from answering.models import AnswerPiece, AnswerState, WrittenAnswer
from answering.services.notify_watchers import CHANNEL, notify_watchers
from core.jobs.models import Job

FLUSH_SECONDS = 0.4
"""At most so often a piece is written."""
MAX_SECONDS = 240.0
"""That the writing of an answer may take, all attempts and exchanges together."""

log = structlog.get_logger(__name__)

# One statement, and with it one small transaction: NOTIFY takes a lock of the instance when it is committed. Only the
# latest claim of the job writes.
_ADD = f"""
WITH written AS (
    INSERT INTO {AnswerPiece._meta.db_table} (answer_id, attempt, seq, text)
    SELECT %(answer)s, %(attempt)s, %(seq)s, %(text)s FROM {Job._meta.db_table} AS job
    JOIN {WrittenAnswer._meta.db_table} AS answer ON answer.id = %(answer)s AND answer.state = 'writing'
    WHERE job.id = %(job)s AND job.fencing_token = %(fencing_token)s AND job.state = 'running'
    RETURNING 1),
begun AS (
    UPDATE {WrittenAnswer._meta.db_table} SET first_piece = %(now)s
    WHERE id = %(answer)s AND first_piece IS NULL AND EXISTS (SELECT FROM written) RETURNING 1)
SELECT pg_notify(%(channel)s, %(answer)s) FROM written
"""  # noqa: S608  names of ours


class DraftPieces:
    """A `core.llm` draft. `stopped` is set when nobody wants the answer any more; begin with `restart`."""

    def __init__(self, job: Job, answer: WrittenAnswer, stopped: threading.Event) -> None:
        self._job, self._answer, self._stopped = job, answer, stopped
        self._waiting: list[str] = []
        self._attempt, self._seq = answer.attempt, 0
        self._flushed = 0.0
        self._deadline = time.monotonic() + MAX_SECONDS

    @property
    def is_late(self) -> bool:
        return time.monotonic() > self._deadline

    def should_stop(self) -> bool:
        return self._stopped.is_set() or self.is_late

    def add(self, text: str) -> None:
        self._waiting.append(text)
        if time.monotonic() - self._flushed >= FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what waits. Where the database is away it goes on waiting: the answer is not lost for it."""
        if not self._waiting:
            return
        self._flushed = time.monotonic()
        text = "".join(self._waiting)
        parameters: dict[str, Any] = {
            "answer": self._answer.pk,
            "attempt": self._attempt,
            "seq": self._seq + 1,
            "text": text,
            "job": self._job.pk,
            "fencing_token": self._job.fencing_token,
            "now": timezone.now(),
            "channel": CHANNEL,
        }
        try:
            with connection.cursor() as cursor:
                cursor.execute(_ADD, parameters)
                is_written = cursor.fetchone() is not None
        except DatabaseError as error:
            log.warning("draft_not_shown", answer=self._answer.pk, reason=str(error).strip())
            connection.close()
            return
        if not is_written:
            # Stopped, or another claim writes it.
            self._stopped.set()
            return
        self._waiting, self._seq = [], self._seq + 1

    def restart(self) -> None:
        """Begin a new draft: what was shown of an older one is void. Raises LeaseLost."""
        self._waiting, self._seq = [], 0
        with self._job.owned_transaction():
            row = WrittenAnswer.objects.open().filter(pk=self._answer.pk).first()
            if row is None:
                self._stopped.set()
                return
            row.attempt, row.state = row.attempt + 1, AnswerState.WRITING
            row.started = row.started or timezone.now()
            row.save(update_fields=["attempt", "state", "started"])
            row.pieces.all().delete()
            notify_watchers(row.pk)
        self._attempt = row.attempt

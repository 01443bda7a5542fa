"""Answers that are being written or were written lately, and the pieces of their drafts."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from core.db.new_id import new_id
from core.jobs.job_kinds import JobKind

QUEUE = "answers"
"""Its workers have threads: each mostly waits for a model, and one that hangs holds up nobody else."""
MAX_RUNNING = 4
"""Answers of one account that are written at the same time; the others wait for their turn."""


class AnswerState(models.TextChoices):
    WAITING = "waiting"
    WRITING = "writing"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


OPEN = (AnswerState.WAITING, AnswerState.WRITING)


class WrittenAnswerQuerySet(models.QuerySet["WrittenAnswer"]):
    def open(self) -> Self:
        return self.filter(state__in=OPEN)


class WrittenAnswer(models.Model):
    """One answer. Its kind says what `request` and `result` hold; `requester` alone may see it, within the account.

    Once it is done, the request is emptied: what lasts is the app's own row.
    """

    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=40)
    # As `RestView.caller` says it; "person" on the pages.
    requester = models.CharField(max_length=120)
    request = models.JSONField()
    state = models.CharField(max_length=10, choices=AnswerState.choices, default=AnswerState.WAITING)
    # Which draft its pieces belong to: it grows whenever one is begun anew.
    attempt = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now, editable=False)
    started = models.DateTimeField(null=True, blank=True)
    first_piece = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    # {code, message, extra} of the error that it ended with.
    error = models.JSONField(default=dict, blank=True)

    objects = WrittenAnswerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=OPEN, finished=None) | (~Q(state__in=OPEN) & Q(finished__isnull=False)),
                name="written_answer_ends_once",
            )
        ]
        indexes = [
            models.Index(fields=["account", "created"], name="written_answer_of_account"),
            models.Index(fields=["finished"], name="written_answer_finished"),
        ]
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.state} {self.kind} {self.pk}"

    @property
    def is_open(self) -> bool:
        return self.state in OPEN

    @property
    def topic(self) -> str:
        """What Postgres notifies, whenever there is something new (`services.notify_watchers`)."""
        return str(self.pk)


class AnswerPiece(models.Model):
    """Some characters of a draft, `seq` from 1. They go when the answer has ended."""

    answer = models.ForeignKey(WrittenAnswer, on_delete=models.CASCADE, related_name="pieces", db_index=False)
    attempt = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["answer", "attempt", "seq"], name="answer_piece_once")]
        ordering = ["answer", "attempt", "seq"]

    def __str__(self) -> str:
        return f"{self.answer_id} {self.attempt}.{self.seq}"


WRITE_ANSWER = JobKind("answering.write", WrittenAnswer, queue=QUEUE, max_attempts=2, max_running=MAX_RUNNING)

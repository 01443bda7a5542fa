"""The table of jobs, and the rules of a job's lease."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Self

import structlog
from django.conf import settings
from django.db import models, transaction
from django.db.models import Case, Exists, F, OuterRef, Q, Value, When
from django.db.models.functions import Cast
from django.utils import timezone

from core.jobs.enqueue import SWEEP_SECONDS, enqueue_on_commit
from core.jobs.job_kinds import JobKind, find_kind

FIRST_RETRY_DELAY = timedelta(seconds=10)
# From so many failed tries on, somebody is told of a job that is tried again.
MANY_ATTEMPTS = 3

log = structlog.get_logger(__name__)


class LeaseLost(Exception):
    """Another attempt has claimed the job since; only its result counts."""


class JobState(models.TextChoices):
    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


OPEN_STATES = (JobState.PENDING, JobState.RUNNING)
# What a job begins with, and begins anew with.
REQUESTED: dict[str, Any] = {
    "state": JobState.PENDING,
    "again": False,
    "attempts": 0,
    "error_code": "",
    "error": "",
}


class JobQuerySet(models.QuerySet["Job"]):
    def of(self, kind: JobKind) -> Self:
        return self.filter(kind=kind.name)

    def open(self) -> Self:
        return self.filter(state__in=OPEN_STATES)

    def due(self) -> Self:
        """Pending jobs that may start now."""
        return self.filter(state=JobState.PENDING, due__lte=timezone.now())

    def refused(self) -> Self:
        """Open jobs that failed MANY_ATTEMPTS times or more, and are tried again."""
        return self.filter(state=JobState.PENDING, attempts__gte=MANY_ATTEMPTS).exclude(error="")

    def leased(self) -> Self:
        """Jobs that a worker is running: it renewed the lease recently (`lease_renewal`)."""
        return self.filter(state=JobState.RUNNING, leased_until__gt=timezone.now())

    def lost(self) -> Self:
        """Running jobs whose worker no longer renews the lease."""
        return self.filter(state=JobState.RUNNING, leased_until__lte=timezone.now())

    def targets(self, kind: JobKind) -> "models.QuerySet[Job, Any]":
        """The primary keys of the targets of those of this kind, for `pk__in`."""
        return self.of(kind).values_list(Cast("target", kind.key_field()), flat=True)

    def without_target(self, kind: JobKind) -> Self:
        """Those of this kind whose target is gone. Each target is looked up by its primary key."""
        key = Cast(OuterRef("target"), kind.key_field())
        return self.of(kind).filter(~Exists(kind.target._base_manager.filter(pk=key)))


class Job(models.Model):
    """One piece of work on the row `target`. A row without a job has nothing to be done.

    There is one job a kind and target: when it is requested again, it starts anew. `fencing_token` grows with each
    claim: only the latest claim may write its result.
    """

    # Deleting an account finds its jobs by `job_turn`.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=40)
    target = models.CharField(max_length=40, help_text="the primary key of the row that it is about")
    queue = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.PENDING)
    # The target changed while the job ran: it is pending again when it ends.
    again = models.BooleanField(default=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    fencing_token = models.PositiveIntegerField(default=0)
    due = models.DateTimeField(default=timezone.now)
    leased_until = models.DateTimeField(null=True, blank=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    error_code = models.CharField(max_length=60, blank=True)
    error = models.TextField(blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    objects = JobQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "target"], name="job_once_per_target")]
        indexes = [
            # By which the next job is claimed (`claim_jobs`): the accounts with due jobs, and when each had its last.
            models.Index(fields=["queue", "account", "due"], name="job_due", condition=Q(state="pending")),
            models.Index(fields=["account", "queue", "-started"], name="job_turn"),
            models.Index(fields=["leased_until"], name="job_lease", condition=Q(state="running")),
            models.Index(
                fields=["account", "kind", "finished"], name="job_failed", condition=Q(state="failed")
            ),
        ]
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.state} {self.kind} {self.target}"

    @property
    def job_kind(self) -> JobKind:
        return find_kind(self.kind)

    @property
    def is_last_attempt(self) -> bool:
        return self.attempts >= self.job_kind.max_attempts

    @contextmanager
    def owned_transaction(self) -> Iterator[None]:
        """A transaction in which this claim is still the owner and target and job are locked, for writing the result.

        Raises LeaseLost, before anything is written, if the job was claimed again or restarted, or its target deleted.
        """
        with transaction.atomic():
            if not self.job_kind.lock(self):
                raise LeaseLost(f"The target of {self!r} was deleted.")
            owned = Job.objects.select_for_update().filter(
                pk=self.pk, fencing_token=self.fencing_token, state=JobState.RUNNING
            )
            if not owned.exists():
                raise LeaseLost(f"{self!r} was claimed again after claim {self.fencing_token}")
            yield

    def renew(self, lease: timedelta) -> bool:
        """Extend the lease. Returns False if the job was claimed again or has ended."""
        owned = Job.objects.filter(pk=self.pk, fencing_token=self.fencing_token, state=JobState.RUNNING)
        return bool(owned.update(leased_until=timezone.now() + lease))

    def finish(self) -> None:
        """Mark it done, or pending where its target has changed since. Call inside `owned_transaction()`."""
        self._end(JobState.DONE)

    def fail(self, *, code: str, error: str, retry: bool, pause: timedelta | None = None) -> bool:
        """Requeue it after a pause that doubles each time, or give up. Returns whether it will be tried again.

        Raises LeaseLost.
        """
        with self.owned_transaction():
            if not retry or self.is_last_attempt:
                self.give_up(code=code, error=error)
                return self.state == JobState.PENDING
            backoff = FIRST_RETRY_DELAY * 2 ** (self.attempts - 1)
            wait = backoff if pause is None else pause
            due = timezone.now() + wait
            self._write(state=JobState.PENDING, due=due, leased_until=None, error_code=code, error=error)
            if wait.total_seconds() <= SWEEP_SECONDS:
                # The next sweep may come too late for it.
                enqueue_on_commit(self.queue, delay=wait.total_seconds())
            return True

    def give_up(self, *, code: str, error: str) -> None:
        """Mark it failed, until it is requested again; pending where that was done meanwhile. Call while it is locked.

        Its kind's `on_failure` writes what follows from it in the same transaction.
        """
        self._end(JobState.FAILED, error_code=code, error=error)
        if self.state == JobState.PENDING:
            return
        log.warning("job_failed", kind=self.kind, target=self.target, code=code)
        if handler := self.job_kind.on_failure:
            try:
                with transaction.atomic():
                    handler(self)
            except Exception:  # the job has failed all the same
                log.exception("job_failure_not_handled", job=repr(self))

    def restart(self) -> None:
        """Requeue it, whatever its state. A worker that still has it loses its lease."""
        self._write(
            **REQUESTED,
            due=timezone.now(),
            finished=None,
            leased_until=None,
            fencing_token=F("fencing_token") + 1,
        )
        enqueue_on_commit(self.queue)

    def _end(self, state: JobState, *, error_code: str = "", error: str = "") -> None:
        now = timezone.now()
        self._write(
            state=Case(
                When(again=True, then=Value(JobState.PENDING.value)),
                default=Value(state.value),
                output_field=models.CharField(),
            ),
            attempts=Case(
                When(again=True, then=0), default="attempts", output_field=models.PositiveSmallIntegerField()
            ),
            again=False,
            due=now,
            finished=now,
            leased_until=None,
            error_code=error_code,
            error=error,
        )
        if self.state == JobState.PENDING:
            enqueue_on_commit(self.queue)

    def _write(self, **fields: Any) -> None:
        Job.objects.filter(pk=self.pk).update(**fields)
        self.refresh_from_db(fields=list(fields))

"""The abstract row of a job and the rules of its lease."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, ClassVar, Self, TypeVar

from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone

MAX_ATTEMPTS = 5
FIRST_RETRY_DELAY = timedelta(seconds=10)


class LeaseLost(Exception):
    """Another attempt has claimed the row since; only its result counts."""


class JobState(models.TextChoices):
    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


Job = TypeVar("Job", bound="LeasedJob")


class JobQuerySet(models.QuerySet[Job]):
    def claimable(self) -> Self:
        """Jobs that may start now: due ones, and those whose lease has run out."""
        now = timezone.now()
        return self.filter(
            Q(state=JobState.PENDING, due__lte=now) | Q(state=JobState.RUNNING, leased_until__lte=now)
        )

    def leased(self) -> Self:
        """Jobs that a worker is running: it renewed the lease recently (`renew_lease`)."""
        return self.filter(state=JobState.RUNNING, leased_until__gt=timezone.now())

    @transaction.atomic
    def claim(self, job_id: int | str, *, lease: timedelta) -> Job | None:
        """Take one job for `lease`; None if it is done, not due, or another worker has it."""
        job = self.claimable().select_for_update(skip_locked=True, of=("self",)).filter(pk=job_id).first()
        if job is None:
            return None
        now = timezone.now()
        if job.attempts >= job.max_attempts:
            # Its workers died one after the other without an error: most likely out of memory. The next would too.
            job.give_up(code="worker_lost", error=f"{job.attempts} workers were lost with it.")
            return None
        job.state, job.started, job.leased_until = JobState.RUNNING, now, now + lease
        job.attempts += 1
        job.fence += 1
        job.save(update_fields=["state", "started", "leased_until", "attempts", "fence"])
        return job


class LeasedJob(models.Model):
    """One piece of work. `fence` grows with each claim: only the latest claim may write its result."""

    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    fence = models.PositiveIntegerField(default=0)
    due = models.DateTimeField(default=timezone.now)
    leased_until = models.DateTimeField(null=True, blank=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    error_code = models.CharField(max_length=60, blank=True)
    error = models.TextField(blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    max_attempts: ClassVar[int] = MAX_ATTEMPTS

    class Meta:
        abstract = True

    @contextmanager
    def owned_transaction(self) -> Iterator[None]:
        """A transaction in which this claim is still the owner, for writing the result.

        Raises LeaseLost, before anything is written, if the job was claimed again meanwhile.
        """
        with transaction.atomic():
            owned = (
                type(self)
                ._base_manager.select_for_update()
                .filter(pk=self.pk, fence=self.fence, state=JobState.RUNNING)
            )
            if not owned.exists():
                raise LeaseLost(f"{self!r} was claimed again after claim {self.fence}")
            yield

    def renew(self, lease: timedelta) -> bool:
        """Extend the lease. Returns False if the job was claimed again or has ended."""
        owned = type(self)._base_manager.filter(pk=self.pk, fence=self.fence, state=JobState.RUNNING)
        return bool(owned.update(leased_until=timezone.now() + lease))

    def give_up(self, *, code: str, error: str) -> None:
        """Mark it failed for good, until `restart`. Call while its row is locked."""
        self._write(
            state=JobState.FAILED, finished=timezone.now(), leased_until=None, error_code=code, error=error
        )

    def finish(self) -> None:
        """Mark it done. Call inside `owned_transaction()`, in the transaction that writes the result."""
        self._write(state=JobState.DONE, finished=timezone.now(), leased_until=None, error_code="", error="")

    def fail(self, *, code: str, error: str, retry: bool, pause: timedelta | None = None) -> bool:
        """Requeue it after a pause that doubles each time, or give up. Returns whether it will be tried again."""
        will_retry = retry and self.attempts < self.max_attempts
        backoff = FIRST_RETRY_DELAY * 2 ** (self.attempts - 1)
        with self.owned_transaction():
            self._write(
                state=JobState.PENDING if will_retry else JobState.FAILED,
                due=timezone.now() + (backoff if pause is None else pause),
                finished=None if will_retry else timezone.now(),
                leased_until=None,
                error_code=code,
                error=error,
            )
        return will_retry

    def restart(self) -> None:
        """Requeue it, whatever its state. A worker that still has it loses its lease."""
        self._write(
            state=JobState.PENDING,
            due=timezone.now(),
            leased_until=None,
            finished=None,
            error_code="",
            error="",
            attempts=0,
            fence=F("fence") + 1,
        )
        self.refresh_from_db()

    def _write(self, **fields: Any) -> None:
        type(self)._base_manager.filter(pk=self.pk).update(**fields)
        for name, value in fields.items():
            setattr(self, name, value)

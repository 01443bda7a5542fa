"""The kinds of jobs: on which rows, and what runs them. Each app declares its own in `models/jobs.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import models
from django.utils.module_loading import autodiscover_modules

if TYPE_CHECKING:
    from core.jobs.models import Job

MAX_ATTEMPTS = 5
DEFAULT_QUEUE = "celery"
"""Celery's own default: a worker that is started without `--queues` takes it."""

Run = Callable[["Job", Any], object]
OnFailure = Callable[["Job"], object]
Lock = Callable[["Job"], bool]
Handler = TypeVar("Handler", bound=Callable[..., object])
LockHandler = TypeVar("LockHandler", bound=Lock)


class JobKind:
    """One kind of work on rows of the model `target`. Raises ValueError for a name that is in use.

    `max_running`: of one account's, at the same time; None: as many as there are workers.
    """

    def __init__(
        self,
        name: str,
        target: type[models.Model],
        *,
        queue: str = DEFAULT_QUEUE,
        max_attempts: int = MAX_ATTEMPTS,
        max_running: int | None = None,
    ) -> None:
        if name in _kinds:
            raise ValueError(f"There are two kinds of jobs named {name!r}.")
        self.name, self.target, self.queue, self.max_attempts = name, target, queue, max_attempts
        self.max_running = max_running
        self.run: Run | None = None
        self.on_failure: OnFailure | None = None
        self.lock: Lock = self._lock_target
        _kinds[name] = self

    def __str__(self) -> str:
        return self.name

    def runs(self, handler: Handler) -> Handler:
        """Decorates the service that does a claimed job: called with the job and its target, outside a transaction.

        It writes its result inside the job's `owned_transaction()` and calls `finish()` there. A foreseen error
        (`run_job.ForeseenError`) may leave it. A job that it does not end is finished for it.
        """
        self.run = handler
        return handler

    def fails(self, handler: Handler) -> Handler:
        """Decorates what follows from a job that is given up: called with it, locked, in the same transaction."""
        self.on_failure = handler
        return handler

    def locked_by(self, handler: LockHandler) -> LockHandler:
        """Decorates what locks the target, and before it whatever its other writers lock first.

        Called inside a transaction before the job itself is locked: in another order they would wait for each other.
        Returns whether the target is there. By default the target alone is locked.
        """
        self.lock = handler
        return handler

    def _lock_target(self, job: Job) -> bool:
        return self.target._base_manager.select_for_update(no_key=True).filter(pk=job.target).exists()

    def key_field(self) -> models.Field[Any, Any]:
        """A field of the type of the target's primary key, to cast a job's `target` to."""
        key = self.target._meta.pk
        return models.CharField() if isinstance(key, models.CharField) else models.BigIntegerField()


_kinds: dict[str, JobKind] = {}


def find_kind(name: str) -> JobKind:
    """The kind with its handlers, whose modules the apps' `tasks` import."""
    kind = _kinds[name]
    if kind.run is None:
        autodiscover_modules("tasks")
    return kind


def all_kinds() -> list[JobKind]:
    return list(_kinds.values())

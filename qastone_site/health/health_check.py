"""A check and its finding. Secrets are masked in every finding, as a page displays them."""

from collections.abc import Callable
from concurrent.futures import Future
from enum import StrEnum
from functools import wraps
from threading import Thread
from typing import NamedTuple, TypeVar

from django.db import DatabaseError
from psycopg.errors import UndefinedColumn, UndefinedTable

from qastone_site.health.mask_secrets import mask_secrets

Answer = TypeVar("Answer")


class HealthState(StrEnum):
    """A warning is a fault without effect on users yet, or a temporary one."""

    WRONG = "wrong"
    WARNING = "warning"
    OK = "ok"


class HealthFinding(NamedTuple):
    """`means`: what users notice when it is wrong. `mend` and `command` say what to do, empty where all is well.

    `offer` is a command by which what works would work better.
    """

    name: str
    title: str
    state: HealthState
    detail: str
    means: str
    mend: str = ""
    command: str = ""
    offer: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is broken: True for a warning, too."""
        return self.state != HealthState.WRONG

    def as_json(self) -> dict[str, str | bool]:
        masked = {field: str(value) for field, value in self._asdict().items()}
        return {"name": self.name, "ok": self.ok, **masked}


class CheckResult(NamedTuple):
    """What a check returns; `mend`, `command` and `offer` as in HealthFinding."""

    state: HealthState
    detail: str
    mend: str = ""
    command: str = ""
    offer: str = ""


def check(
    name: str, title: str, means: str
) -> Callable[[Callable[[], CheckResult]], Callable[[], HealthFinding]]:
    """Decorator: turns a check's result into a finding; a DatabaseError becomes a finding, too."""

    def decorate(run_check: Callable[[], CheckResult]) -> Callable[[], HealthFinding]:
        @wraps(run_check)
        def find() -> HealthFinding:
            try:
                result = run_check()
            except DatabaseError as error:
                result = _without_database(error)
            displayed = (
                CheckResult(result.state, result.detail, offer=result.offer)
                if result.state == HealthState.OK
                else result
            )
            masked = map(mask_secrets, (displayed.mend, displayed.command, displayed.offer))
            return HealthFinding(name, title, displayed.state, mask_secrets(displayed.detail), means, *masked)

        return find

    return decorate


def _without_database(error: DatabaseError) -> CheckResult:
    if isinstance(error.__cause__, (UndefinedTable, UndefinedColumn)):
        # The check `migrations` says how to make them.
        return CheckResult(HealthState.WRONG, "its tables are not there, or not of this version")
    return CheckResult(HealthState.WRONG, str(error).strip(), "Fix the database first.")


def within(seconds: float, ask: Callable[[], Answer]) -> Answer:
    """What `ask` returns or raises; raises TimeoutError after so many seconds, whatever it hangs on.

    `ask` must not use the database: its thread has no connection, and may go on for a while.
    """
    future: Future[Answer] = Future()

    def run() -> None:
        try:
            future.set_result(ask())
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits for it
            future.set_exception(error)

    Thread(target=run, name="health", daemon=True).start()
    return future.result(timeout=seconds)

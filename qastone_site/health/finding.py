"""One check and what it found. Whatever it says, no secret stands in it: findings are shown on a page."""

from collections.abc import Callable
from concurrent.futures import Future
from enum import StrEnum
from functools import wraps
from threading import Thread
from typing import NamedTuple, TypeVar

from django.db import DatabaseError

from qastone_site.health.secrecy import without_secrets

Answer = TypeVar("Answer")


class State(StrEnum):
    """A warning is a fault that nobody notices yet, or that passes by itself."""

    WRONG = "wrong"
    WARNING = "warning"
    OK = "ok"


class Finding(NamedTuple):
    """`means`: what users notice when it is wrong. `mend` and `command` say what to do, empty where all is well.

    `offer` is a command by which what works would work better.
    """

    name: str
    title: str
    state: State
    detail: str
    means: str
    mend: str = ""
    command: str = ""
    offer: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is broken: True for a warning, too."""
        return self.state != State.WRONG

    def as_json(self) -> dict[str, str | bool]:
        words = {field: str(value) for field, value in self._asdict().items()}
        return {"name": self.name, "ok": self.ok, **words}


class Seen(NamedTuple):
    """What a check saw."""

    state: State
    detail: str
    mend: str = ""
    command: str = ""
    offer: str = ""


def check(name: str, title: str, means: str) -> Callable[[Callable[[], Seen]], Callable[[], Finding]]:
    """Makes a finding of what is seen; a check that needs the database and has none says so."""

    def named(see: Callable[[], Seen]) -> Callable[[], Finding]:
        @wraps(see)
        def find() -> Finding:
            try:
                seen = see()
            except DatabaseError as error:
                seen = Seen(State.WRONG, str(error).strip(), "The database must answer first.")
            shown = Seen(seen.state, seen.detail, offer=seen.offer) if seen.state == State.OK else seen
            words = map(without_secrets, (shown.mend, shown.command, shown.offer))
            return Finding(name, title, shown.state, without_secrets(shown.detail), means, *words)

        return find

    return named


def within(seconds: float, ask: Callable[[], Answer]) -> Answer:
    """What `ask` returns or raises; TimeoutError after so many seconds, whatever it hangs on.

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

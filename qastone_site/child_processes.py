"""Child processes of `manage.py serve`: forked on Linux, spawned on macOS, whose libraries do not survive a fork.

Forked ones share what the parent has loaded, and so cost a third of the memory and a tenth of the time of a start
(docs/adr/0001). A fork copies no thread but the calling one: no other may run in the parent, and no model be loaded.
"""

import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, SpawnContext
from typing import TypeVar

import django
from django.apps import apps

# Else a title takes the place of the environment, by which a process is found in /proc.
os.environ.setdefault("SPT_NOENV", "1")
from setproctitle import setproctitle

from qastone_site.embedded.exec_as_account import die_with

Result = TypeVar("Result")

PROCESSES: ForkContext | SpawnContext = (
    multiprocessing.get_context("fork") if sys.platform == "linux" else multiprocessing.get_context("spawn")
)
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class ChildEndedError(RuntimeError):
    """A child ended before it had a result."""


def forks() -> bool:
    return PROCESSES.get_start_method() == "fork"


def begin(name: str, *, parent: int, orphan_signal: signal.Signals, held: Sequence[int]) -> None:
    """In the child, first of all: let signals stop it as usual, `orphan_signal` among them, which comes when the
    parent ends, and close the parent's descriptors `held`.
    """
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    for descriptor in held:
        os.close(descriptor)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    die_with(parent, orphan_signal)
    setproctitle(f"qastone: {name}")
    if not apps.ready:  # it was not forked
        django.setup()


def inherited(held: Sequence[int]) -> tuple[int, ...]:
    """Those that a child would hold, too: a lock or a port would then be taken for as long as it lives."""
    return tuple(held) if forks() else ()


def how_ended(code: int) -> str:
    """In words, of a process's exit code."""
    return f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"


def call_in_child(
    call: Callable[[], Result],
    *,
    name: str,
    held: Sequence[int] = (),
    meanwhile: Callable[[], object] = lambda: None,
) -> Result:
    """What `call`, which can be pickled, returns or raises in a process of its own: what it loads ends with it.

    `meanwhile` is called here. An exception of it, or of a signal handler, ends the child at once. Raises
    ChildEndedError if the child is killed.
    """
    receiver, sender = PROCESSES.Pipe(duplex=False)
    arguments = (call, sender, name, os.getpid(), inherited(held))
    child = PROCESSES.Process(target=_send_result, args=arguments, daemon=True)
    try:
        start_unsignalled(child.start)
        sender.close()
        meanwhile()
        result, error = receiver.recv()
    except EOFError:
        child.join()
        ended = how_ended(child.exitcode or 0)
        raise ChildEndedError(f"{name} has ended ({ended}); start it again") from None
    finally:
        receiver.close()
        if child.pid is not None:
            child.terminate()
            child.join()
    if error is not None:
        raise error
    return result  # type: ignore[no-any-return]


def start_unsignalled(start: Callable[[], None]) -> None:
    """A signal that comes before the child has begun waits: it would call the parent's handler there."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        start()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)


def _send_result(
    call: Callable[[], object], sender: Connection, name: str, parent: int, held: Sequence[int]
) -> None:
    begin(name, parent=parent, orphan_signal=signal.SIGTERM, held=held)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent, too, which ends us
    try:
        sender.send((call(), None))
    except Exception as error:  # noqa: BLE001 - raised in the parent
        error.add_note(traceback.format_exc())
        sender.send((None, error))

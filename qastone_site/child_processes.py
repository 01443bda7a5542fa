"""Processes of `manage.py serve` that go on from where it is: forked, they share what it has loaded.

There they cost a third of the memory and a tenth of the time of a start that each loads all of it for itself
(docs/adr/0001). A fork copies no thread but the calling one, so no other may run and no model be loaded.
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
from setproctitle import setproctitle

from qastone_site.embedded.exec_as_account import die_with

Result = TypeVar("Result")

FORKS = sys.platform == "linux"  # libraries of macOS do not survive a fork: there each loads for itself
PROCESSES: ForkContext | SpawnContext = (
    multiprocessing.get_context("fork") if FORKS else multiprocessing.get_context("spawn")
)
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class ChildEndedError(RuntimeError):
    """A child ended before it had a result."""


def begin(name: str, *, parent: int, orphan_signal: signal.Signals, held: Sequence[int]) -> None:
    """In the child, first of all: stop by signals as usual, and get `orphan_signal` when the parent ends.

    `held`: see `inherited`.
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
    """Of descriptors that only the parent may hold, as their end tells others of its end, those that a child has."""
    return tuple(held) if PROCESSES.get_start_method() == "fork" else ()


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
    start_unsignalled(child.start)
    sender.close()
    try:
        meanwhile()
        result, error = receiver.recv()
    except EOFError:
        child.join()
        raise ChildEndedError(f"{name} ended with exit code {child.exitcode}") from None
    finally:
        receiver.close()
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

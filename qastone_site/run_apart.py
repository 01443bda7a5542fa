"""Run a function in a process of its own, so that what it loads goes with it."""

import multiprocessing
import signal
import sys
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeVar

Result = TypeVar("Result")


class ProcessLost(RuntimeError):
    """The process was ended from outside before it had a result."""


def run_apart(work: Callable[[], Result]) -> Result:
    """Fork, and give back what `work` returns or raises there, which must be something to pickle.

    Call it before there are threads or connections. Leaving by an exception, as of a signal's handler, ends the
    process. On other systems than Linux, where a library may not bear a fork, it runs here. Raises ProcessLost.
    """
    if sys.platform != "linux":
        return work()
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_work_and_send, args=(work, sending))
    process.start()
    sending.close()
    try:
        result, error = receiving.recv()
    except EOFError as error:
        process.join()
        raise ProcessLost(f"It ended with {process.exitcode}, without a result.") from error
    finally:
        process.terminate()
        process.join()
        receiving.close()
    if error is not None:
        raise error
    done: Result = result
    return done


def _work_and_send(work: Callable[[], object], sending: Connection) -> None:
    # A signal to the terminal's group is the caller's to act on.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    try:
        sending.send((work(), None))
    except Exception as error:  # noqa: BLE001 - raised again by the caller
        error.add_note(f"In the process apart:\n{traceback.format_exc()}")
        sending.send((None, error))

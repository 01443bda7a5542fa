"""Ends a call to a provider while it runs: when it is no longer wanted, or takes too long altogether.

A thread that waits for bytes hears of neither, and closing its socket does not wake it; shutting it down does.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

POLL_SECONDS = 0.2

_of_thread = threading.local()


class Interruption:
    """One call, of one connection. `is_stopped` and `is_late` say why it was ended, if it was."""

    def __init__(self) -> None:
        self.is_stopped = self.is_late = False
        self._socket: socket.socket | None = None
        self._lock = threading.Lock()

    def trace(self, event: str, info: dict[str, Any]) -> None:
        """The `trace` extension of httpcore2: it names the connection's stream once there is one."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            with self._lock:
                self._socket = info["return_value"].get_extra_info("socket")
            if self.is_stopped or self.is_late:
                self._shut_down()

    def stop(self) -> None:
        self.is_stopped = True
        self._shut_down()

    def expire(self) -> None:
        self.is_late = True
        self._shut_down()

    def _shut_down(self) -> None:
        with self._lock, suppress(OSError):
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)


@contextmanager
def interruptible(should_stop: Callable[[], bool], *, seconds: float) -> Iterator[Interruption]:
    """The calls of this thread inside the block are ended when `should_stop()` is true, or after so many seconds.

    They raise what a broken connection raises.
    """
    interruption, ended = Interruption(), threading.Event()
    deadline = time.monotonic() + seconds

    def watch() -> None:
        while not ended.wait(POLL_SECONDS):
            if should_stop():
                interruption.stop()
                return
            if time.monotonic() > deadline:
                interruption.expire()
                return

    thread = threading.Thread(target=watch, name="llm-watchdog", daemon=True)
    _of_thread.interruption = interruption
    thread.start()
    try:
        yield interruption
    finally:
        _of_thread.interruption = None
        ended.set()
        thread.join()


def current_interruption() -> Interruption | None:
    """Of this thread's call."""
    return getattr(_of_thread, "interruption", None)

"""Calls that may never come back, waited for a while."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

import psutil

from clipboard.desktop.clipboard_protocol import TIMEOUT_SECONDS, ClipboardTimeout

T = TypeVar("T")


class TimeoutCall(Generic[T]):
    """Calls a function in a thread of its own. While one call has not come back no other is made."""

    def __init__(self, function: Callable[[], T]) -> None:
        self.function = function
        self.results: list[T | Exception] = []
        self.thread: threading.Thread | None = None
        self.programs: set[psutil.Process] = set()

    def __call__(self) -> T:
        """What it returns, or raises; the answer to an earlier call where that came late. Raises ClipboardTimeout.

        Programs that the call has started are ended when it takes too long: X11 never tells one that asks that the
        asked one has died.
        """
        if self.thread is None:
            self.programs = _children()
            self.thread = threading.Thread(target=self._run, daemon=True)
            self.thread.start()
        self.thread.join(TIMEOUT_SECONDS)
        if self.thread.is_alive():
            for program in _children() - self.programs:
                with suppress(psutil.NoSuchProcess):
                    program.kill()
            raise ClipboardTimeout
        self.thread = None
        result = self.results.pop()
        if isinstance(result, Exception):
            raise result
        return result

    def _run(self) -> None:
        try:
            self.results.append(self.function())
        except Exception as error:  # noqa: BLE001  # raised again by who called
            self.results.append(error)


def _children() -> set[psutil.Process]:
    return set(psutil.Process().children())

"""Long work says that it goes on: its name, the seconds every while, and how long it took."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY = 5.0
"""Seconds; what ends sooner is said by its name alone."""


@contextmanager
def timed_step(name: str, say: Callable[[str], object], *, every: float = EVERY) -> Iterator[None]:
    """`say` is called from another thread, too."""
    started = time.monotonic()
    ended = threading.Event()

    def report() -> None:
        while not ended.wait(every):
            say(f"{name}: {time.monotonic() - started:.0f} s so far")

    say(name)
    reporter = threading.Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield
    finally:
        ended.set()
        reporter.join()
    if (seconds := time.monotonic() - started) >= every:
        say(f"{name}: done in {seconds:.0f} s")

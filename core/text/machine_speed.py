"""How fast this machine is now, for tests that hold a parser to a time."""

import re
import time

_TEXT = "So many words, and as many of them are looked at one by one. " * 10_000
_WORDS = re.compile(r"\w+")
REFERENCE_SECONDS = 0.019
"""What the work below takes on the machine that the limits were measured on, with nothing beside it."""


def measure_slowness() -> float:
    """How many times longer than there a thread's work takes here and now, by its CPU time; at least 1.

    A slower machine, and one whose cores are shared, take longer for the same: no fault of a parser.
    """
    started = time.thread_time()
    assert sum(len(word) for word in _WORDS.findall(_TEXT)) > 0
    return max(1.0, (time.thread_time() - started) / REFERENCE_SECONDS)

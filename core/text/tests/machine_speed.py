"""The current speed of this machine and how large a text is tried, for tests with a time limit."""

import os
import re
import time

_TEXT = "So many words, and as many of them are looked at one by one. " * 10_000
_WORDS = re.compile(r"\w+")
MEGABYTE = 1_000_000 if os.environ.get("TEST_ALL") else 100_000
"""Characters of a text that is tried as a large one: daily a tenth, of which quadratic work shows as well."""
REFERENCE_SECONDS = 0.019
"""What the work below takes on the reference machine, without other load."""


def measure_slowness() -> float:
    """How many times longer than on the reference machine a thread's work takes now, by CPU time; at least 1.

    A slower machine, or one whose cores are shared, is no fault of a parser.
    """
    started = time.thread_time()
    assert sum(len(word) for word in _WORDS.findall(_TEXT)) > 0
    return max(1.0, (time.thread_time() - started) / REFERENCE_SECONDS)


def is_within(took: float, seconds: float) -> bool:
    """Whether so many seconds of CPU time are within a limit, which is of the reference machine."""
    return took < seconds or took < seconds * measure_slowness()

"""Waiting for levels, for a caller who would rather wait than ask again."""

import time

from jobs.models import JobState
from stones.models import Generation, Stone

STEP_SECONDS = 0.05
LONGEST_SECONDS = 25.0


def wait_until_settled(*, stone: Stone, seconds: float) -> bool:
    """Wait until the stone's levels are written or given up, at most `seconds` (and 25). Returns whether they are."""
    until = time.monotonic() + min(seconds, LONGEST_SECONDS)
    settled = Generation.objects.filter(content=stone.content_id, state__in=[JobState.DONE, JobState.FAILED])
    while not settled.exists():
        if time.monotonic() >= until:
            return False
        time.sleep(STEP_SECONDS)
    return True

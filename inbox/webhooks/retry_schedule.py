"""When a call that failed is retried."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

# After the first try, the second, …: eight tries in about a day, the first of them soon.
PAUSES = (
    timedelta(seconds=10),
    timedelta(minutes=1),
    timedelta(minutes=6),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
    timedelta(hours=15),
)
MAX_TRIES = len(PAUSES) + 1
# Each pause is longer or shorter by up to this share, so that what failed together is not tried together.
JITTER = 0.2
MAX_RETRY_AFTER = timedelta(hours=1)


def pause_after(attempt: int, *, retry_after: timedelta | None, chance: float) -> timedelta:
    """How long to wait after this try (from 1). `chance` is from 0 to 1; `retry_after` counts up to an hour."""
    pause = PAUSES[min(attempt, len(PAUSES)) - 1] * (1 + JITTER * (2 * chance - 1))
    return max(pause, min(retry_after, MAX_RETRY_AFTER)) if retry_after else pause


def parse_retry_after(text: str | None, *, now: datetime) -> timedelta | None:
    """How long a Retry-After header asks to wait (RFC 9110, section 10.2.3): seconds, or a date. None: it does not."""
    if text is None:
        return None
    if text.isascii() and text.isdigit():
        return timedelta(seconds=min(int(text[:9]), 10**8))
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max((date if date.tzinfo else date.replace(tzinfo=UTC)) - now, timedelta())

"""The retry schedule of calls."""

from datetime import UTC, datetime, timedelta

import pytest

from inbox.models import CALL_WEBHOOK
from inbox.webhooks import MAX_TRIES, parse_retry_after, pause_after

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def test_eight_tries_take_about_a_day() -> None:
    assert CALL_WEBHOOK.max_attempts == MAX_TRIES == 8
    for chance, at_least, at_most in ((0.0, 18, 20), (0.5, 23, 25), (1.0, 28, 29)):
        total = sum(
            (pause_after(n, retry_after=None, chance=chance) for n in range(1, MAX_TRIES)), timedelta()
        )
        assert timedelta(hours=at_least) < total < timedelta(hours=at_most)


def test_each_pause_is_longer_than_the_one_before() -> None:
    pauses = [pause_after(n, retry_after=None, chance=1.0 if n % 2 else 0.0) for n in range(1, MAX_TRIES)]
    assert pauses == sorted(pauses)


@pytest.mark.parametrize(
    ("attempt", "retry_after", "pause"),
    [
        (1, timedelta(minutes=5), timedelta(minutes=5)),
        (1, timedelta(days=3), timedelta(hours=1)),
        (1, timedelta(seconds=1), timedelta(seconds=10)),
        (5, timedelta(minutes=5), timedelta(hours=2)),
    ],
)
def test_retry_after_counts_up_to_an_hour(attempt: int, retry_after: timedelta, pause: timedelta) -> None:
    assert pause_after(attempt, retry_after=retry_after, chance=0.5) == pause


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (None, None),
        ("", None),
        ("120", timedelta(minutes=2)),
        ("0", timedelta()),
        ("-5", None),
        ("1.5", None),
        ("٣", None),
        ("soon", None),
        ("Sat, 21 Nov 2026 12:10:00 GMT", timedelta(minutes=10)),
        ("Sat, 21 Nov 2026 11:00:00 GMT", timedelta()),
        ("Sat, 99 Nov 2026 11:00:00 GMT", None),
    ],
)
def test_retry_after(text: str | None, found: timedelta | None) -> None:
    assert parse_retry_after(text, now=NOW) == found


def test_a_retry_after_without_end() -> None:
    retry_after = parse_retry_after("9" * 400, now=NOW)
    assert pause_after(1, retry_after=retry_after, chance=0.5) == timedelta(hours=1)

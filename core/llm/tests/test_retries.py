"""What is retried, how often, and Retry-After."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx2
import pytest

from core.llm.model_errors import CouldNotAsk, ErrorKind, LLMError, NoUsableAnswer, SettingsWrong
from core.llm.retries import with_retries
from core.llm.translate_errors import retry_after

DOWN = CouldNotAsk("down", kind=ErrorKind.SERVER_ERROR, retryable=True)
BAD = NoUsableAnswer("bad", kind=ErrorKind.BAD_ANSWER, retryable=True)
WRONG = SettingsWrong("wrong", kind=ErrorKind.WRONG_KEY)


def count_calls(errors: list[Exception], *, attempts: int) -> int:
    """How often a call that raises `errors` one after the other, and then succeeds, is made."""
    numbers: list[int] = []

    def call(number: int) -> None:
        numbers.append(number)
        if number <= len(errors):
            raise errors[number - 1]

    with suppress(LLMError, ValueError):
        with_retries(call, attempts=attempts, first_wait=0.001)
    assert numbers == list(range(1, len(numbers) + 1))
    return len(numbers)


def test_raises_the_last_error_as_it_came() -> None:
    def call(number: int) -> None:
        raise DOWN if number == 1 else WRONG

    with pytest.raises(SettingsWrong) as caught:
        with_retries(call, attempts=3, first_wait=0.001)
    assert caught.value is WRONG


@pytest.mark.parametrize(
    ("errors", "attempts", "times"),
    [
        ([], 3, 1),
        ([DOWN], 3, 2),
        ([DOWN] * 9, 3, 3),
        ([DOWN] * 9, 1, 1),
        ([BAD] * 9, 5, 2),
        ([DOWN, BAD, DOWN, BAD], 9, 4),
        ([WRONG], 3, 1),
        ([ValueError("ours")], 3, 1),
    ],
)
def test_asks_again_only_where_it_may_help(errors: list[Exception], attempts: int, times: int) -> None:
    assert count_calls(errors, attempts=attempts) == times


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "7"}, 7.0),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "1e400"}, None),
        ({"retry-after": "later"}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"retry-after": "Wed, 99 Oct 2015 07:28:00 GMT"}, None),
    ],
)
def test_reads_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(httpx2.Headers(headers)) == seconds


def test_reads_retry_after_as_a_date() -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)

    assert retry_after(httpx2.Headers({"retry-after": date})) == pytest.approx(90, abs=5)

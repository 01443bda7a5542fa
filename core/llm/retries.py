"""Ask again where that may help, a few times and not for long: a job can come back, and a request has somebody who
waits for it."""

from collections.abc import Callable
from typing import TypeVar

import stamina

from core.llm.model_errors import CouldNotAsk, ErrorKind, LLMError

# A provider that asks for more patience gets it from a job's schedule, not from a waiting worker or request.
MAX_WAIT_SECONDS = 30.0
FIRST_WAIT_SECONDS = 0.5
_LONGEST_BACKOFF_SECONDS = 8.0

Result = TypeVar("Result")


def with_retries(
    call: Callable[[int], Result], *, attempts: int, first_wait: float = FIRST_WAIT_SECONDS
) -> Result:
    """Calls `call(number)` with number 1, 2, … until it returns or `attempts` are spent. Raises its last LLMError.

    Waits as long as the provider asks, or doubles from `first_wait` seconds; a wait of more than MAX_WAIT_SECONDS is
    not waited for. An unusable answer is retried only once, since each attempt costs tokens.
    """
    unusable = 0

    def again(error: Exception) -> bool | float:
        nonlocal unusable
        if not isinstance(error, LLMError):
            return False
        if error.kind is ErrorKind.BAD_ANSWER:
            unusable += 1
            return 0.0 if unusable == 1 else False
        if not (isinstance(error, CouldNotAsk) and error.retryable):
            return False
        if error.retry_after is None:
            return True
        return error.retry_after if error.retry_after <= MAX_WAIT_SECONDS else False

    context = stamina.retry_context(
        on=again,
        attempts=attempts,
        timeout=None,
        wait_initial=first_wait,
        wait_max=_LONGEST_BACKOFF_SECONDS,
        wait_jitter=first_wait,
    )
    for attempt in context:
        with attempt:
            return call(attempt.num)
    raise AssertionError("stamina returns or raises")

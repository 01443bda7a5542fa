"""Coroutines in tests."""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import anyio

Result = TypeVar("Result")


def run_coroutine(main: Callable[..., Awaitable[Result]], *arguments: object) -> Result:
    """What it returns. In a thread of its own: in the test's, a browser that is open keeps an event loop running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(partial(anyio.run, main, *arguments)).result()

"""A fixed pool of threads for the synchronous services, each with a database connection of its own.

A pool that grows and shrinks, like anyio's, opens a connection for each new thread and leaves it to the garbage
collector when the thread ends.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from django.db import close_old_connections

T = TypeVar("T")


class ThreadPool:
    """Runs functions beside the event loop in the caller's context, and handles database connections as Django does
    for a request.
    """

    def __init__(self, workers: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="mcp")

    async def run(self, function: Callable[..., T], /, *args: Any) -> T:
        context = contextvars.copy_context()
        task = partial(context.run, _with_fresh_connections, function, *args)
        return await asyncio.get_running_loop().run_in_executor(self._pool, task)

    def close(self) -> None:
        """Waits for running calls; queued ones are dropped."""
        self._pool.shutdown(cancel_futures=True)


def _with_fresh_connections(function: Callable[..., T], *args: Any) -> T:
    # As Django does around a request: broken or too old connections are closed.
    close_old_connections()
    try:
        return function(*args)
    finally:
        close_old_connections()

"""PostgreSQL's notifications of inboxes and of answers being written, passed to waiters in this process.

A topic is an inbox, named by its agent's id, or an answer, by its own, which is never a number.

One connection listens for all of them. A notification carries no data: the woken waiter reads the database.
"""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import psycopg
import structlog
from django.db import connections

CHANNELS = ("answers", "inbox")
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 10.0
# A connection that was cut silently is noticed after the sum of both.
SILENCE_SECONDS = 30.0
PATIENCE_SECONDS = 10.0

log = structlog.get_logger(__name__)


class NotificationWaiter:
    """Records notifications of every topic until it knows for which it waits."""

    def __init__(self, listener: "Listener") -> None:
        self._listener = listener
        self._recorded: set[str] = set()
        self._woken = asyncio.Event()

    def record_topic(self, topic: str) -> None:
        self._recorded.add(topic)

    def wake(self) -> None:
        self._woken.set()

    async def wait_for(self, topic: str) -> None:
        """Return when the topic was notified, or may have been, since this waiter was made."""
        if topic in self._recorded:
            return
        self._listener.settle(self, topic)
        await self._woken.wait()


class Listener:
    """Lives in one event loop. `start` may be called at any time; it begins once."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        # Waiters whose topic is not known yet, and the others by theirs.
        self._open: set[NotificationWaiter] = set()
        self._by_topic: defaultdict[str, set[NotificationWaiter]] = defaultdict(set)
        self._topic_of: dict[NotificationWaiter, str] = {}
        self._nobody_waits = False

    def __len__(self) -> int:
        """How many waiters there are, those without a topic included."""
        return len(self._open) + len(self._topic_of)

    @property
    def is_closing(self) -> bool:
        """Whether it was released: nobody waits any more."""
        return self._nobody_waits

    @property
    def settled(self) -> int:
        """How many waiters wait for a known topic."""
        return len(self._topic_of)

    def start(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._listen_on())

    def release_all(self) -> None:
        """Wake all waiters; from now on nobody waits."""
        self._nobody_waits = True
        self._wake_all()

    async def stop(self) -> None:
        """Wake all waiters and close the connection."""
        self.release_all()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    @contextlib.contextmanager
    def waiter(self) -> Iterator[NotificationWaiter]:
        """A waiter that records notifications from now on."""
        waiter = NotificationWaiter(self)
        if self._nobody_waits:
            waiter.wake()
        self._open.add(waiter)
        try:
            yield waiter
        finally:
            self._open.discard(waiter)
            if (topic := self._topic_of.pop(waiter, None)) is not None:
                self._by_topic[topic].discard(waiter)
                if not self._by_topic[topic]:
                    del self._by_topic[topic]

    def settle(self, waiter: NotificationWaiter, topic: str) -> None:
        """Wake the waiter for this topic alone from now on."""
        self._open.discard(waiter)
        self._topic_of[waiter] = topic
        self._by_topic[topic].add(waiter)

    def _notify(self, topic: str) -> None:
        for waiter in self._open:
            waiter.record_topic(topic)
        for waiter in self._by_topic.get(topic, ()):
            waiter.wake()

    def _wake_all(self) -> None:
        for waiter in [*self._open, *self._topic_of]:
            waiter.wake()

    async def _listen_on(self) -> None:
        """Listen, and reconnect with growing pauses when the database was lost."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with await _connect() as connection:
                    for channel in CHANNELS:
                        await connection.execute(f"LISTEN {channel}")
                    pause = FIRST_PAUSE
                    # Notifications without a listener are lost: every waiter looks itself.
                    self._wake_all()
                    while True:
                        async for notify in connection.notifies(timeout=SILENCE_SECONDS):
                            self._notify(notify.payload)
                        await asyncio.wait_for(connection.execute("SELECT 1"), PATIENCE_SECONDS)
            except (psycopg.Error, OSError, TimeoutError) as error:
                log.warning("inbox_notifications_lost", reason=str(error).strip(), again_in_seconds=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


async def _connect() -> psycopg.AsyncConnection[Any]:
    # In a thread, as the embedded database's address may have to be looked up on the disk.
    parameters = await asyncio.to_thread(lambda: connections["default"].get_connection_params())
    # Django's two others are for blocking connections.
    ours = {name: value for name, value in parameters.items() if name not in {"cursor_factory", "context"}}
    ours |= {"autocommit": True, "connect_timeout": int(PATIENCE_SECONDS)}
    return await psycopg.AsyncConnection.connect(**ours)

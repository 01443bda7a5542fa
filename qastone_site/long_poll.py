"""GET /mcp/inbox/updates waits here, outside Django and without a thread, until something comes into an inbox.

    updates = LongPoll(django)           # `django`: the ASGI application of all other requests, too
    await updates.start()                # in the lifespan; at its end `await updates.stop()`

Django never waits. Its 204 names the inbox to wait for in an internal header; then the request waits on an event until
PostgreSQL's NOTIFY names that inbox or its time is over, and is sent to Django once more.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from core.rest.held_responses import AGAIN, AGAIN_HEADER
from qastone_site.notifications import Listener, NotificationWaiter

# In the view's 204: "<agent id> <seconds>".
WAIT_HEADER = b"x-qastone-wait"
# Each costs a socket and some kilobytes. Further requests are answered at once.
MAX_WAITERS = 5_000
_AGAIN = AGAIN_HEADER.lower().encode()

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]


class LongPoll:
    """An ASGI application in front of `django` for the one address that may wait."""

    def __init__(self, django: Application) -> None:
        self.django = django
        self.listener = Listener()

    async def start(self) -> None:
        """Begin to listen; otherwise the first request does."""
        self.listener.start()

    def release_all(self) -> None:
        """Answer all waiting and further requests at once: this process is about to end."""
        self.listener.release_all()

    async def stop(self) -> None:
        """Answer all waiting requests and stop listening."""
        await self.listener.stop()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self.django(scope, receive, send)
            return
        self.listener.start()
        # Before Django reads the inbox: what is sent meanwhile wakes the waiter, too.
        with self.listener.waiter() as waiter:
            first = _FirstResponse(send, may_wait=len(self.listener) <= MAX_WAITERS)
            await self.django(scope, _no_body, first)
            if first.wait is None:
                return
            inbox, seconds = first.wait
            if await _wait_for_inbox(waiter, inbox, seconds, receive):
                # It is the call that was counted and logged already.
                again = {"headers": [*scope["headers"], (_AGAIN, AGAIN.encode())]}
                await self.django(scope | again, _no_body, _SentResponse(send))


async def _wait_for_inbox(waiter: NotificationWaiter, inbox: str, seconds: float, receive: Receive) -> bool:
    """Wait for the inbox, at most so many seconds. False: the client has disconnected."""
    leaving = asyncio.ensure_future(_wait_for_disconnect(receive))
    arrival = asyncio.ensure_future(waiter.wait_for(inbox))
    try:
        await asyncio.wait({leaving, arrival}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        return not leaving.done()
    finally:
        for task in (leaving, arrival):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _no_body() -> Message:
    """The request's body for Django, which reads it twice: empty, as of every GET."""
    return {"type": "http.request", "body": b"", "more_body": False}


class _SentResponse:
    """Sends a response without the internal header."""

    def __init__(self, send: Send) -> None:
        self.send = send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [pair for pair in message["headers"] if pair[0].lower() != WAIT_HEADER]
        await self.send(message)


class _FirstResponse(_SentResponse):
    """Withholds a 204 that asks to wait; `wait` is (inbox, seconds), None where it was sent."""

    def __init__(self, send: Send, *, may_wait: bool) -> None:
        super().__init__(send)
        self.may_wait = may_wait
        self.wait: tuple[str, float] | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 204 and self.may_wait:
            self.wait = _requested_wait(message["headers"])
        if self.wait is None:
            await super().__call__(message)


def _requested_wait(headers: list[tuple[bytes, bytes]]) -> tuple[str, float] | None:
    header = dict(headers).get(WAIT_HEADER)
    if header is None:
        return None
    inbox, seconds = header.decode().split()
    return inbox, float(seconds)

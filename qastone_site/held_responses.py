"""Holds responses outside Django, without a thread, where a view asked for that (core.rest.held_responses).

    held = HeldResponses(django, listener)      # an ASGI application in front of `django`; `listener` is started

A response that asks for it is withheld; then the server asks Django again, at each notification and every POLL_SECONDS,
with the caller's own headers, until there is an answer, or, of a stream, until its last part.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import unquote

from core.rest.held_responses import AGAIN, AGAIN_HEADER, HOLD_HEADER, Hold
from core.rest.problems import problem
from qastone_site.notifications import Listener, NotificationWaiter

# A notification may be lost (a pooler between drops them), and who waits for a worker hears of none.
POLL_SECONDS = 2.0
# Of one stream, between two looks, however often it is notified.
PAUSE_SECONDS = 0.4
HEARTBEAT_SECONDS = 15.0
HEARTBEAT = b": still there\n\n"
# Each costs a socket and some kilobytes. Further ones get what there is.
MAX_HELD = 5_000

_HOLD, _AGAIN = HOLD_HEADER.lower().encode(), AGAIN_HEADER.lower().encode()
_EVENTS = b"text/event-stream"
# Of the request whose response is held: they describe its body, or where it began.
_NOT_REPEATED = {b"content-length", b"content-type", b"transfer-encoding", b"last-event-id", _AGAIN}

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]


class HeldResponses:
    """An ASGI application in front of `django`."""

    def __init__(self, django: Application, listener: Listener) -> None:
        self.django = django
        self.listener = listener
        self.held = 0

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.django(scope, receive, send)
            return
        may_hold = self.held < MAX_HELD and not self.listener.is_closing
        first = _Answer(send, may_hold=may_hold)
        await self.django(scope | {"headers": _without(scope, {_AGAIN})}, receive, first)
        if first.hold is None:
            return
        self.held += 1
        self.listener.start()
        leaving = asyncio.ensure_future(_wait_for_disconnect(receive))
        try:
            held = _Held(self, scope, send, leaving, first)
            await (held.stream(first.hold) if first.hold.streams else held.wait(first.hold))
        finally:
            self.held -= 1
            leaving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await leaving


class _Held:
    """One response that is held."""

    def __init__(
        self, site: HeldResponses, scope: Any, send: Send, leaving: "asyncio.Future[None]", first: "_Answer"
    ) -> None:
        self.site, self.scope, self.send, self.leaving, self.last = site, scope, send, leaving, first
        self.clock = asyncio.get_running_loop()
        self.is_sent = False
        self.sent_at = self.clock.time()

    async def wait(self, hold: Hold) -> None:
        """Send the first answer that holds no more, or the last one when the time is over."""
        until = self.clock.time() + hold.seconds
        while True:
            with self.site.listener.waiter() as waiter:
                self.last = await self._ask(hold)
                left = until - self.clock.time()
                if self.last.hold is None or left <= 0 or self.site.listener.is_closing:
                    break
                if not await self._pause(waiter, hold, min(left, POLL_SECONDS)):
                    return
                if self.clock.time() >= until:
                    break
                hold = self.last.hold
        await self.last.pass_on()

    async def stream(self, hold: Hold) -> None:
        """Send each part as it comes, until one holds no more."""
        until = self.clock.time() + hold.seconds
        if self.last.is_stream:
            await self._say(self.last)
        while True:
            with self.site.listener.waiter() as waiter:
                part = await self._ask(hold)
                if not part.is_stream:
                    await self._refuse(part)
                    return
                await self._say(part)
                if part.hold is None or self.clock.time() > until or self.site.listener.is_closing:
                    break
                hold = part.hold
                if not await self._pause(waiter, hold, POLL_SECONDS):
                    return
            if not await self._sleep(PAUSE_SECONDS):
                return
        await self.send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _say(self, part: "_Answer") -> None:
        if not self.is_sent:
            self.is_sent = True
            headers = [pair for pair in part.headers if pair[0].lower() != b"content-length"]
            await self.send({"type": "http.response.start", "status": 200, "headers": headers})
        body, now = part.body, self.clock.time()
        if not body and now - self.sent_at >= HEARTBEAT_SECONDS:
            body = HEARTBEAT
        if body:
            self.sent_at = now
            await self.send({"type": "http.response.body", "body": body, "more_body": True})

    async def _refuse(self, answer: "_Answer") -> None:
        """The caller's right, or the answer itself, has gone meanwhile."""
        if not self.is_sent:
            await answer.pass_on()
            return
        await self.send({"type": "http.response.body", "body": _failed(answer), "more_body": False})

    async def _ask(self, hold: Hold) -> "_Answer":
        answer = _Answer(None, may_hold=True)
        await self.site.django(_again(self.scope, hold), _no_body, answer)
        answer.send = self.send
        return answer

    async def _pause(self, waiter: NotificationWaiter, hold: Hold, seconds: float) -> bool:
        """Wait for the topic, at most so many seconds. False: the client has disconnected."""
        arrival = asyncio.ensure_future(waiter.wait_for(hold.topic))
        try:
            await asyncio.wait({self.leaving, arrival}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            return not self.leaving.done()
        finally:
            arrival.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await arrival

    async def _sleep(self, seconds: float) -> bool:
        await asyncio.wait({self.leaving}, timeout=seconds)
        return not self.leaving.done()


class _Answer:
    """Django's answer. One that asks to be held is withheld, others are sent as they come; without `send` all are
    withheld.
    """

    def __init__(self, send: Send | None, *, may_hold: bool) -> None:
        self.send = send
        self.may_hold = may_hold
        self.hold: Hold | None = None
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self._parts: list[bytes] = []

    @property
    def is_stream(self) -> bool:
        return self.status == 200 and dict(self.headers).get(b"content-type", b"").startswith(_EVENTS)

    @property
    def body(self) -> bytes:
        return b"".join(self._parts)

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            named = {name.lower(): value for name, value in message["headers"]}
            if self.may_hold and (header := named.get(_HOLD)):
                self.hold = Hold.parse(header.decode())
            message["headers"] = [pair for pair in message["headers"] if pair[0].lower() != _HOLD]
            self.status = message["status"]
            self.headers = [(name.lower(), value) for name, value in message["headers"]]
        elif self.hold or self.send is None:
            self._parts.append(message.get("body", b""))
        if self.hold is None and self.send is not None:
            await self.send(message)

    async def pass_on(self) -> None:
        assert self.send is not None
        await self.send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await self.send({"type": "http.response.body", "body": self.body, "more_body": False})


def _without(scope: Any, names: set[bytes]) -> list[tuple[bytes, bytes]]:
    return [pair for pair in scope["headers"] if pair[0].lower() not in names]


def _again(scope: Any, hold: Hold) -> dict[str, Any]:
    """The scope of the next look: the caller's, for another address."""
    path, _, query = hold.path.partition("?")
    changes = {
        "method": "GET",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
    }
    return {**scope, **changes, "headers": [*_without(scope, _NOT_REPEATED), (_AGAIN, AGAIN.encode())]}


def _failed(answer: _Answer) -> bytes:
    try:
        error = json.loads(answer.body)
    except ValueError:
        error = problem(answer.status, "error", "It cannot be watched any longer.")
    return f"event: done\ndata: {json.dumps({'state': 'failed', 'error': error})}\n\n".encode()


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _no_body() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}

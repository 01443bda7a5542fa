"""The web process: one ASGI application of three parts.

/mcp is the SDK's asynchronous application; a poll that waits for messages holds no thread, nor does a response that
waits for an answer being written; all else is Django as WSGI in a pool of threads. Django's own ASGI handler opens a
thread and a database connection for each request to a synchronous view; a fixed pool does neither (878 requests/s
against 41, docs/adr/0004).
"""

import asyncio
import signal
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack
from types import FrameType
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings
from starlette.types import ASGIApp, Receive, Scope, Send

from qastone_site.forwarded_headers import ForwardedHeaders
from qastone_site.wsgi import application as django_application

# Django is set up above, as these imports load models.
from qastone_site.held_responses import HeldResponses  # isort: skip
from qastone_site.long_poll import LongPoll  # isort: skip
from qastone_site.mcp_server.mcp_http import mcp_app  # isort: skip


class Site:
    """Routes each request to the part that answers it. The parts live as long as the server (uvicorn --lifespan on)."""

    def __init__(self) -> None:
        # Django types its answer as a response, which is the iterable that WSGI asks for.
        wsgi = cast(Any, django_application)
        self.django = cast(Any, WSGIMiddleware(wsgi, workers=settings.WEB_THREADS))
        self.updates = LongPoll(self.django)
        self.held = HeldResponses(self.django, self.updates.listener)
        self.mcp: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http" and scope["path"] in ("/mcp", "/mcp/"):
            if self.mcp is None:
                raise RuntimeError("/mcp needs the server's lifespan: uvicorn --lifespan on")
            await self.mcp(scope, receive, send)
        elif scope["type"] == "http" and scope["path"] == "/mcp/inbox/updates":
            await self.updates(scope, receive, send)
        else:
            await self.held(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """The lifespan: start what runs beside the requests, and stop it in the end."""
        await receive()
        async with AsyncExitStack() as parts:
            self.mcp = await parts.enter_async_context(mcp_app(self.updates.listener))
            parts.push_async_callback(self.updates.stop)
            await self.updates.start()
            _on_stop_signal(self.updates.release_all)
            await send({"type": "lifespan.startup.complete"})
            await receive()
            self.mcp = None
        await send({"type": "lifespan.shutdown.complete"})


def _on_stop_signal(then: Callable[[], None]) -> None:
    """Call `then` in the event loop on SIGTERM and SIGINT; the server's own handlers are called as before.

    The lifespan's end comes too late for that: uvicorn waits for all requests first, and cancels those that stay.
    """
    if threading.current_thread() is not threading.main_thread():
        return  # no signal arrives there: a server in a test
    loop = asyncio.get_running_loop()

    def chain(number: signal.Signals) -> None:
        before = signal.getsignal(number)

        def handle(received: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(then)
            if callable(before):
                before(received, frame)

        signal.signal(number, handle)

    for number in (signal.SIGTERM, signal.SIGINT):
        chain(number)


application = ForwardedHeaders(Site(), settings.TRUSTED_PROXIES)

"""A request's client and scheme: X-Forwarded-For and -Proto count from the named proxies alone.

uvicorn runs with --no-proxy-headers, as it trusts every process of the same machine.
"""

from collections.abc import Sequence

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

_FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto", b"x-real-ip", b"forwarded")


class ForwardedHeaders:
    """Writes client and scheme into the scope and removes the headers, so that nothing else trusts them."""

    def __init__(self, app: ASGIApp, trusted: Sequence[str]) -> None:
        self.app = app
        # It is typed for uvicorn's own protocol classes, which have the same signature.
        self.reader = ProxyHeadersMiddleware(self._without_headers, list(trusted))  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.reader(scope, receive, send)  # type: ignore[arg-type]

    async def _without_headers(self, scope: Scope, receive: Receive, send: Send) -> None:
        if "headers" in scope:
            scope = {**scope, "headers": [each for each in scope["headers"] if each[0] not in _FORWARDED]}
        await self.app(scope, receive, send)

"""The HTTP entrance of /mcp: host, origin, token and limit are checked before the SDK sees a request.

Our own check replaces the SDK's: its token verifier needs OAuth settings (an issuer that this site is not), its host
list has no `.example.org` or `*` as ALLOWED_HOSTS has, and neither counts calls or handles a database that is down.
That is why the SDK's host check is off.
"""

import math
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import cast
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain
from mcp.server.context import CallNext, HandlerResult
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from core.mcp.caller import Caller
from core.mcp.protocol_errors import problem_error, too_large_error
from core.mcp.sdk_server import Context, sdk_server
from core.mcp.thread_pool import ThreadPool
from core.mcp.tool_server import Notifications, ToolServer
from core.rest.problems import ADVICE, problem
from core.rest.throttling import describe_limit
from inbox.authentication import REFUSAL_TEXT
from inbox.services import record_use
from qastone_site.mcp_server.authenticate import Identity, authenticate, describe_call, is_use_record_due
from qastone_site.mcp_server.make_handlers import make_handlers
from qastone_site.mcp_server.plain_errors import PlainHttp
from qastone_site.mcp_server.server_instructions import INSTRUCTIONS, NAME, TITLE, VERSION

log = structlog.get_logger(__name__)

IDENTITY = "qastone.identity"
NO_TOKEN = "Send an agent's token: Authorization: Bearer qas_… (the page Agents makes one)."  # noqa: S105 - advice
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="qastone"'}


@asynccontextmanager
async def mcp_app(notifications: Notifications) -> AsyncIterator["AccessMiddleware"]:
    """The ASGI application of /mcp, for the time of the context. Stateless: any web process answers any call."""
    threads = ThreadPool(settings.WEB_THREADS)
    handlers = make_handlers(_caller_of, threads, notifications)

    async def loaded() -> ToolServer:
        return handlers

    server = sdk_server(loaded, name=NAME, title=TITLE, version=VERSION, instructions=INSTRUCTIONS)
    server.middleware.append(RecordUseMiddleware(threads))
    manager = StreamableHTTPSessionManager(
        server,
        json_response=True,
        stateless=True,
        security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        max_request_body_size=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
    )
    try:
        async with manager.run():
            yield AccessMiddleware(manager, threads)
    finally:
        threads.close()


async def _caller_of(context: Context) -> Caller:
    return _identity_of(context).caller_of(describe_call(context))


def _identity_of(context: Context) -> Identity:
    """The identity that AccessMiddleware has put into the request's scope."""
    identity: Identity = cast(Request, context.request).scope[IDENTITY]
    return identity


class RecordUseMiddleware:
    """Records the use of tokens: when, from where and for which call, whose name is known only here."""

    def __init__(self, threads: ThreadPool) -> None:
        self.threads = threads

    async def __call__(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        # Seldom due; only then a thread is needed.
        if is_use_record_due(_identity_of(ctx).token):
            await self.threads.run(self._record, ctx)
        return await call_next(ctx)

    def _record(self, context: Context) -> None:
        request = cast(Request, context.request)
        address = request.client.host if request.client else ""
        client = request.headers.get("user-agent", "")
        with suppress(OperationalError, InterfaceError):  # the call itself will say so
            record_use(
                _identity_of(context).token, address=address, client=client, call=describe_call(context)
            )


class AccessMiddleware:
    """Passes authenticated requests on; others get the status and a JSON-RPC error that says why, whose data are those
    of a problem (RFC 9457).
    """

    def __init__(self, manager: StreamableHTTPSessionManager, threads: ThreadPool) -> None:
        self.manager = manager
        self.threads = threads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with structlog.contextvars.bound_contextvars(request_id=str(uuid.uuid4())):
            headers = Headers(scope=scope)
            refusal = check_headers(scope["method"], scope["scheme"], headers)
            if refusal is None:
                admitted = await self._authenticate(headers)
                if isinstance(admitted, Identity):
                    site = f"{scope['scheme']}://{headers['host']}"
                    admitted = admitted._replace(caller=replace(admitted.caller, site=site))
                    with structlog.contextvars.bound_contextvars(agent=admitted.caller.agent.name):
                        plain = PlainHttp(
                            receive,
                            send,
                            headers.get("mcp-protocol-version"),
                            too_large_error(settings.DATA_UPLOAD_MAX_MEMORY_SIZE, settings.STONE_MAX_BYTES),
                        )
                        await self.manager.handle_request(
                            {**scope, IDENTITY: admitted}, plain.receive, plain.send
                        )
                    return
                refusal = admitted
            await refusal(scope, receive, send)

    async def _authenticate(self, headers: Headers) -> Identity | Response:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            return _problem(401, "not_authenticated", NO_TOKEN, CHALLENGE)
        try:
            identity = await self.threads.run(authenticate, token.strip())
        except (OperationalError, InterfaceError) as error:
            log.error("database_unavailable", call="MCP", reason=str(error).strip())
            words = "The database does not answer. Try again shortly."
            return _problem(503, "database_unavailable", words, {"Retry-After": "5"})
        if identity is None:
            return _problem(401, "authentication_failed", REFUSAL_TEXT, CHALLENGE)
        if identity.wait:
            seconds = math.ceil(identity.wait)
            words = describe_limit(settings.API_CALLS_PER_MINUTE, identity.wait)
            return _problem(429, "throttled", words, {"Retry-After": str(seconds)})
        return identity


def check_headers(method: str, scheme: str, headers: Headers) -> Response | None:
    """A refusal for a wrong host, scheme, origin, method or type; None where they are right. Needs no database."""
    host, _ = split_domain_port(headers.get("host", ""))
    if not host or not validate_host(host, settings.ALLOWED_HOSTS):
        return _problem(421, "unknown_host", "This host is not one of the site's (ALLOWED_HOSTS).")
    if settings.SECURE_SSL_REDIRECT and scheme != "https":
        return _problem(403, "https_only", "This site is spoken to over https alone. Change this token.")
    if not _is_trusted_origin(headers.get("origin", "")):
        return _problem(
            403, "unknown_origin", "A page of this origin may not call here (CSRF_TRUSTED_ORIGINS)."
        )
    if method != "POST":
        return _problem(
            405, "method_not_allowed", "Only POST: this server streams nothing.", {"Allow": "POST"}
        )
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return _problem(415, "unsupported_media_type", ADVICE["unsupported_media_type"])
    return None


def _is_trusted_origin(origin: str) -> bool:
    """True for none (then it is no browser's), a trusted one, and one of a host that ALLOWED_HOSTS names."""
    if not origin:
        return True
    parts = urlsplit(origin)
    for trusted in settings.CSRF_TRUSTED_ORIGINS:
        scheme, _, pattern = trusted.partition("://")
        if parts.scheme == scheme and is_same_domain(parts.netloc, pattern.removeprefix("*")):
            return True
    named = [host for host in settings.ALLOWED_HOSTS if host != "*"]
    host, _ = split_domain_port(parts.netloc)
    return parts.scheme in ("http", "https") and bool(host) and validate_host(host, named)


def _problem(status: int, code: str, detail: str, headers: dict[str, str] | None = None) -> Response:
    error = problem_error(problem(status, code, detail))
    return JSONResponse(error.model_dump(mode="json"), status, headers)

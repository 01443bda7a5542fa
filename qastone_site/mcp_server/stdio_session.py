"""The session of a client over stdio, once Django is loaded: the tools, as the agent of one token."""

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, connections
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_REQUEST

from core.mcp.caller import Caller
from core.mcp.sdk_server import Context
from core.mcp.thread_pool import ThreadPool
from core.rest.throttling import describe_limit
from inbox.authentication import REFUSAL_TEXT
from inbox.services import record_use
from qastone_site.mcp_server.authenticate import authenticate, describe_call
from qastone_site.mcp_server.make_handlers import make_handlers
from qastone_site.mcp_server.stdio import VARIABLE, CannotServe
from qastone_site.notifications import Listener

log = structlog.get_logger(__name__)


class Session:
    """The token is authenticated at each call, so it can be revoked at any time. Raises CannotServe."""

    def __init__(self, token: str) -> None:
        self.token = token
        self._check()
        self.threads = ThreadPool(settings.WEB_THREADS)
        self.listener = Listener()
        self.handlers = make_handlers(self._identify, self.threads, self.listener)

    async def close(self) -> None:
        await self.listener.stop()
        self.threads.close()

    def _check(self) -> None:
        try:
            identity = authenticate(self.token)
        except OperationalError as error:
            raise CannotServe(f"The database does not answer: {str(error).splitlines()[0]}") from error
        finally:
            connections.close_all()  # of this thread, which ends
        if identity is None:
            raise CannotServe(f"{VARIABLE}: {REFUSAL_TEXT}")

    async def _identify(self, context: Context) -> Caller:
        return await self.threads.run(self._caller, describe_call(context))

    def _caller(self, call: str) -> Caller:
        try:
            identity = authenticate(self.token)
            if identity is not None:
                record_use(identity.token, address="", client="stdio", call=call)
        except (OperationalError, InterfaceError) as error:
            log.error("database_unavailable", call="MCP", reason=str(error).strip())
            words = "The database does not answer. Try again in some seconds."
            raise MCPError(INTERNAL_ERROR, words, {"code": "database_unavailable"}) from error
        if identity is None:
            raise MCPError(INVALID_REQUEST, REFUSAL_TEXT, {"code": "authentication_failed"})
        if identity.wait:
            words = describe_limit(settings.API_CALLS_PER_MINUTE, identity.wait)
            raise MCPError(INVALID_REQUEST, words, {"code": "throttled"})
        return identity.caller_of(call)

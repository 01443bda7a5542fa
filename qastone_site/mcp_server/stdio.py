"""The same server over stdin and stdout, for a client that starts it: one agent, one connection."""

import anyio
import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_REQUEST

from inbox.authentication import REFUSED
from inbox.services import record_use
from mcp_tools.caller import Caller
from mcp_tools.server import Context
from mcp_tools.threads import Threads
from qastone_site.mcp_server.assembly import make_server
from qastone_site.mcp_server.callers import call_of, know

log = structlog.get_logger(__name__)


def serve_stdio(token: str) -> None:
    """Serve until stdin ends. The token is looked up anew at each call: once revoked it opens nothing more."""
    anyio.run(_serve, token)


async def _serve(token: str) -> None:
    threads = Threads(settings.WEB_THREADS)

    async def caller_of(context: Context) -> Caller:
        return await threads.run(_caller, token, call_of(context))

    server = make_server(caller_of, threads)
    try:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())
    finally:
        threads.close()


def _caller(token: str, call: str) -> Caller:
    try:
        known = know(token)
        if known is not None:
            record_use(known.token, address="", client="stdio", call=call)
    except (OperationalError, InterfaceError) as error:
        log.error("database_unavailable", call="MCP", reason=str(error).strip())
        raise MCPError(INTERNAL_ERROR, "The database does not answer. Try again in some seconds.") from error
    if known is None:
        raise MCPError(INVALID_REQUEST, REFUSED)
    if known.wait:
        raise MCPError(INVALID_REQUEST, f"Too many calls in this minute. Wait {known.wait:.0f} seconds.")
    return known.caller

"""The same server over stdin and stdout, for a client that starts it: one agent, one connection.

The client waits for the answer to `initialize`, which needs the SDK alone: Django loads after it. So this module
imports the SDK and nothing of the apps.
"""

import asyncio
import gc
import os
import sys
from typing import TYPE_CHECKING

import anyio
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_REQUEST

from core.mcp.sdk_server import Handlers, sdk_server
from qastone_site.mcp_server.plain_errors import PlainReader, PlainWriter
from qastone_site.mcp_server.server_instructions import INSTRUCTIONS, NAME, TITLE, VERSION

if TYPE_CHECKING:  # loaded behind the greeting
    from qastone_site.mcp_server.stdio_session import Session

VARIABLE = "QASTONE_TOKEN"


class CannotServe(Exception):
    """There is no session; the message is a line for the client's log."""


def main() -> int:
    """Serve until stdin ends. Returns the status of the process: 1 with a line on stderr where there is no session."""
    token = os.environ.get(VARIABLE, "").strip()
    try:
        if not token:
            raise CannotServe(f"{VARIABLE} is not set. Set it to an agent's token, qas_…")
        anyio.run(_serve, token)
    except CannotServe as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


async def _serve(token: str) -> None:
    loading = LoadingSession(token)

    async def loaded() -> Handlers:
        try:
            return (await loading.session()).handlers
        except CannotServe as error:
            raise MCPError(INVALID_REQUEST, str(error), {"code": "cannot_serve"}) from error

    server = sdk_server(loaded, name=NAME, title=TITLE, version=VERSION, instructions=INSTRUCTIONS)
    try:
        async with stdio_server() as (read, write):
            plain = PlainReader(read, write), PlainWriter(write, after_first=loading.begin)
            await server.run(*plain, server.create_initialization_options())
    finally:
        # Also where nothing was called: a wrong token is reported by the exit status.
        await (await loading.session()).close()


class LoadingSession:
    """The session, which a thread makes when it is first needed."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._task: asyncio.Future[Session] | None = None

    def begin(self) -> None:
        self._started()

    async def session(self) -> "Session":
        """Raises CannotServe."""
        return await asyncio.shield(self._started())

    def _started(self) -> "asyncio.Future[Session]":
        if self._task is None:
            self._task = asyncio.ensure_future(asyncio.to_thread(_load, self._token))
        return self._task


def _load(token: str) -> "Session":
    # So many objects are made here that garbage collection would take an eighth of the time, and find nothing.
    gc.disable()
    try:
        return _session(token)
    finally:
        gc.freeze()
        gc.enable()


def _session(token: str) -> "Session":
    import django
    from django.apps import apps

    from qastone_site.environment import EnvironmentFaults

    try:
        if not apps.ready:
            django.setup()
    except EnvironmentFaults as faults:
        raise CannotServe(str(faults)) from faults

    from qastone_site.mcp_server.stdio_session import Session

    return Session(token)

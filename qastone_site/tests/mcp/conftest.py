"""The whole web process in a thread of the test, on a real port and the test's database; and clients for it."""

import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import anyio.to_thread
import httpx2
import pytest
import uvicorn
from django.db import connections
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent

from qastone_site.asgi import Site

# Both generations of the protocol: with its handshake, and without.
MODES = ("legacy", "2026-07-28")


@pytest.fixture
def site(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a running site."""
    # Its threads end with the test: a connection that they kept would be left to the garbage collector.
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(Site(), lifespan="on", ws="none", log_config=None)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


@asynccontextmanager
async def connected(site: str, token: str, mode: str = MODES[0]) -> AsyncIterator[Client]:
    """The official client, as this token's agent."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=20) as http,
        Client(streamable_http_client(f"{site}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


async def said(client: Client, tool: str, **arguments: Any) -> str:
    """The text of a call that must succeed."""
    result = await client.call_tool(tool, arguments)
    [content] = result.content
    assert isinstance(content, TextContent)
    assert not result.is_error, content.text
    return content.text


async def beside(function: Callable[..., Any], **arguments: Any) -> Any:
    """Call something that uses the database, while a client's event loop runs."""

    def call() -> Any:
        try:
            return function(**arguments)
        finally:
            connections.close_all()

    return await anyio.to_thread.run_sync(call)

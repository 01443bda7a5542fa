"""The whole web process in a thread of the test, on a real port and the test's database; and clients for it."""

import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import anyio.to_thread
import httpx2
import pytest
import uvicorn
from django.contrib.auth.models import User
from django.db import connections
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent

from inbox.services import create_agent
from qastone_site.asgi import Site
from qastone_site.forwarded_headers import ForwardedHeaders
from qastone_site.tests.mcp.both_interfaces import BothInterfaces
from stones.models import Stone
from stones.tests.factories import LONG, new_account, store, write_levels

# Both generations of the protocol: with its handshake, and without.
MODES = ("legacy", "2026-07-28")


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    """The address of a running site."""
    with running_site() as url:
        yield url


@contextmanager
def running_site() -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch, socket.create_server(("127.0.0.1", 0)) as listener:
        # Its threads end with the test: a connection that they kept would be left to the garbage collector.
        patch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)
        application = ForwardedHeaders(Site(), ["127.0.0.1"])
        config = uvicorn.Config(application, lifespan="on", ws="none", log_config=None, proxy_headers=False)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            # Also where what follows has failed: its thread would keep the whole run from ending.
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive()


@asynccontextmanager
async def connected(site: str, token: str, mode: str = MODES[0]) -> AsyncIterator[Client]:
    """The official client, as this token's agent."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=20, verify=False) as http,
        Client(streamable_http_client(f"{site}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


async def call_text(client: Client, tool: str, **arguments: Any) -> str:
    """The text of a call that must succeed."""
    result = await client.call_tool(tool, arguments)
    [content] = result.content
    assert isinstance(content, TextContent)
    assert not result.is_error, content.text
    assert result.structured_content is not None
    return content.text


async def beside(function: Callable[..., Any], **arguments: Any) -> Any:
    """Call something that uses the database, while a client's event loop runs."""

    def call() -> Any:
        try:
            return function(**arguments)
        finally:
            connections.close_all()

    return await anyio.to_thread.run_sync(call)


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


@pytest.fixture
def koda(account: User) -> BothInterfaces:
    return BothInterfaces(create_agent(account=account, name="koda"))


@pytest.fixture
def mira(account: User) -> BothInterfaces:
    return BothInterfaces(create_agent(account=account, name="mira"))


@pytest.fixture
def stone(account: User) -> Stone:
    made = store(account, content=LONG)
    write_levels(made)
    return made

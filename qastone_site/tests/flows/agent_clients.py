"""The clients with which agents run the flows: plain HTTP, and MCP over HTTP and stdio in both versions.

A client returns all of the text that its agent's model would get: that is what the flow pays for.
"""

import json
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Protocol
from urllib.parse import quote

import anyio.to_thread
import httpx2
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent

from qastone_site.tests.embedded.conftest import ROOT
from qastone_site.tests.faults.clients import Api
from qastone_site.tests.whole_sites import Site

# The protocol with its handshake, and the one without.
GENERATIONS = ("legacy", "2026-07-28")
CLIENT_KINDS = (
    "http",
    *(f"mcp {transport} {mode}" for transport in ("http", "stdio") for mode in GENERATIONS),
)
HASH = re.compile(r"\b[0-9a-f]{8}(?:[0-9a-f]{4})?\b")


class AgentClient(Protocol):
    """One agent's way in."""

    async def store(self, content: str, channel: str, summary: str) -> str:
        """Make a stone of a text. Returns its hash."""
        ...

    async def send(self, to: str, stone: str, max_lod: int) -> None: ...

    async def reply(self, number: int, text: str) -> None: ...

    async def look(self) -> str:
        """The rows of what came into the inbox since it was looked into last; empty: nothing."""
        ...

    async def read(self, number: int, level: int) -> str:
        """One level of a message of the inbox."""
        ...

    async def ask(self, number: int, question: str, max_tokens: int) -> str:
        """What answers a question in a message's source."""
        ...

    async def spawn_helper(self, stone: str, task: str) -> str: ...

    async def acknowledge(self, number: int) -> str: ...


def on_the_wire(answer: object) -> str:
    """An answer as it was sent: JSON without blanks."""
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


class RestAgentClient:
    """REST with any HTTP client. Its answers are JSON, and counted whole."""

    def __init__(self, url: str, token: str) -> None:
        # It waits 25 seconds for levels.
        self.api = Api(url, token, timeout=60)
        self.after: Any = 0

    async def call(self, method: str, path: str, body: object = None) -> Any:
        status, answer = await anyio.to_thread.run_sync(partial(self.api.call, method, path, body))
        assert status < 300, answer
        return answer

    async def store(self, content: str, channel: str, summary: str) -> str:
        body = {"content": content, "glow_channel": channel, "summary": summary}
        answer = await self.call("POST", "/api/format-qastone?wait=25", body)
        return str(answer["border_hash"])

    async def send(self, to: str, stone: str, max_lod: int) -> None:
        body = {"recipient": to, "stone": stone, "max_lod": max_lod}
        answer = await self.call("POST", "/mcp/inbox/send-stone", body)
        assert (answer["border_hash"], answer["delivered_lod"]) == (stone, max_lod)

    async def reply(self, number: int, text: str) -> None:
        await self.call("POST", f"/mcp/inbox/messages/{number}/reply", {"payload": text})

    async def look(self) -> str:
        answer = await self.call("GET", f"/mcp/inbox/lines?after={self.after}")
        self.after = answer["next_after"]
        return on_the_wire(answer) if answer["lines"] else ""

    async def read(self, number: int, level: int) -> str:
        answer = await self.call("GET", f"/mcp/inbox/messages/{number}/lod/{level}")
        return on_the_wire(answer)

    async def ask(self, number: int, question: str, max_tokens: int) -> str:
        path = f"/mcp/inbox/messages/{number}/focus?q={quote(question)}&max_tokens={max_tokens}"
        return on_the_wire(await self.call("GET", path))

    async def spawn_helper(self, stone: str, task: str) -> str:
        return on_the_wire(await self.call("POST", "/mcp/helpers", {"border_hash": stone, "task": task}))

    async def acknowledge(self, number: int) -> str:
        return on_the_wire(await self.call("POST", f"/mcp/inbox/messages/{number}/acknowledge", {}))


class McpAgentClient:
    """The official client. Its answers are texts."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.after = 0

    async def call(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        [content] = result.content
        assert isinstance(content, TextContent)
        assert not result.is_error, content.text
        return content.text

    async def store(self, content: str, channel: str, summary: str) -> str:
        stored = await self.call("create_stone", content=content, channel=channel, summary=summary)
        found = HASH.search(stored)
        assert found
        return found[0]

    async def send(self, to: str, stone: str, max_lod: int) -> None:
        await self.call("send", to=to, stone=stone, max_lod=max_lod)

    async def reply(self, number: int, text: str) -> None:
        await self.call("send", reply_to=f"#{number}", text=text)

    async def look(self) -> str:
        text = await self.call("inbox", after=self.after)
        numbers = [int(number) for number in re.findall(r"^#(\d+)", text, re.MULTILINE)]
        self.after = max([self.after, *numbers])
        return text if numbers else ""

    async def read(self, number: int, level: int) -> str:
        return await self.call("read", message=f"#{number}", level=level, max_tokens=2_000)

    async def ask(self, number: int, question: str, max_tokens: int) -> str:
        return await self.call("read", message=f"#{number}", question=question, max_tokens=max_tokens)

    async def spawn_helper(self, stone: str, task: str) -> str:
        return await self.call("spawn_helper", stone=stone, task=task)

    async def acknowledge(self, number: int) -> str:
        return await self.call("acknowledge", messages=[f"#{number}"])


@asynccontextmanager
async def agent_client(kind: str, site: Site, token: str) -> AsyncIterator[AgentClient]:
    """One of CLIENT_KINDS, open."""
    if kind == "http":
        yield RestAgentClient(site.url, token)
        return
    _, transport, mode = kind.split()
    if transport == "stdio":
        environment = site.environment | {"QASTONE_TOKEN": token, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = StdioServerParameters(
            command=sys.executable, args=["manage.py", "mcp"], cwd=ROOT, env=environment
        )
        async with Client(stdio_client(command), mode=mode) as client:
            yield McpAgentClient(client)
        return
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(f"{site.url}/mcp", http_client=http), mode=mode) as client,
    ):
        yield McpAgentClient(client)

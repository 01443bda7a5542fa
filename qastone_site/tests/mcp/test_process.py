"""The web process as a whole: its three parts beside each other, from its start to its end."""

import time
from typing import Any, cast

import anyio
import httpx2
import pytest

from inbox.services import create_agent, issue_token
from qastone_site.asgi import Site
from qastone_site.tests.run_coroutine import run_coroutine
from stones.tests.factories import new_account

from .conftest import call_text, connected


def test_who_waits_for_messages_hears_what_comes_over_mcp(site: str) -> None:
    account = new_account("ann")
    koda, mira = (
        issue_token(agent=create_agent(account=account, name=name)).text for name in ("koda", "mira")
    )
    heard: list[tuple[float, str]] = []

    async def wait() -> None:
        async with httpx2.AsyncClient(
            headers={"Authorization": f"Bearer {mira}"}, timeout=30, verify=False
        ) as http:
            answer = await http.get(f"{site}/mcp/inbox/updates", params={"after": 0, "wait": 20})
            heard.append((time.monotonic(), answer.json()["lines"]))

    async def main() -> None:
        async with connected(site, koda) as client, anyio.create_task_group() as tasks:
            tasks.start_soon(wait)
            await anyio.sleep(1)
            assert not heard
            await call_text(client, "send", to="mira", text="It is time.")
            heard.append((time.monotonic(), ""))

    run_coroutine(main)
    [line] = [line for _, line in heard if line]
    assert line.startswith("#1 koda: It is time.")
    assert max(at for at, _ in heard) - min(at for at, _ in heard) < 10


def test_a_server_without_lifespan_says_what_is_missing() -> None:
    async def nothing(*_: object) -> dict[str, object]:
        return {}

    scope = {"type": "http", "path": "/mcp", "method": "POST", "headers": []}
    with pytest.raises(RuntimeError, match="--lifespan on"):
        run_coroutine(cast(Any, Site()), scope, nothing, nothing)

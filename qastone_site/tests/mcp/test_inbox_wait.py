"""`inbox(wait=…)`: an agent rests until mail comes, and holds nothing of the server meanwhile."""

import time
from typing import Any

import anyio
import pytest
from pytest_django.fixtures import Settings

from inbox.models import Agent
from inbox.services import create_agent, issue_token
from inbox.services.send_messages import Outgoing, send_message
from qastone_site.tests.mcp.conftest import MODES, beside, call_text, connected
from qastone_site.tests.run_coroutine import run_coroutine
from stones.tests.factories import new_account


@pytest.fixture
def koda(transactional_db: None) -> Agent:
    return create_agent(account=new_account("ann"), name="koda")


@pytest.fixture
def mira(koda: Agent) -> Agent:
    return create_agent(account=koda.account, name="mira")


async def send(sender: Agent, text: str) -> None:
    await beside(send_message, sender=sender, payload=text, outgoing=Outgoing(recipients=["mira"]))


@pytest.mark.parametrize("mode", MODES)
def test_what_comes_ends_the_wait(site: str, koda: Agent, mira: Agent, mode: str) -> None:
    token, heard = issue_token(agent=mira).text, []

    async def main() -> None:
        async with connected(site, token, mode) as client, anyio.create_task_group() as tasks:

            async def wait(**more: Any) -> None:
                heard.append(await call_text(client, "inbox", wait=15, **more))

            tasks.start_soon(wait)
            await anyio.sleep(1)
            assert heard == []
            await send(koda, "It is time.")
        assert "#1 koda: It is time." in heard[0]

    run_coroutine(main)


def test_what_is_there_is_answered_at_once_and_nothing_in_time(site: str, koda: Agent, mira: Agent) -> None:
    token = issue_token(agent=mira).text

    async def main() -> None:
        async with connected(site, token) as client:
            began = time.monotonic()
            assert await call_text(client, "inbox", wait=1) == "Nothing here (unread). Unread: 0."
            assert 1 <= time.monotonic() - began < 8
            await send(koda, "Hello.")
            began = time.monotonic()
            assert "Hello." in await call_text(client, "inbox", wait=15)
            assert time.monotonic() - began < 8
            result = await client.call_tool("inbox", {"wait": 31})
            assert result.is_error

    run_coroutine(main)


def test_other_mail_does_not_end_a_search(site: str, koda: Agent, mira: Agent) -> None:
    token = issue_token(agent=mira).text

    async def main() -> None:
        async with connected(site, token) as client, anyio.create_task_group() as tasks:
            tasks.start_soon(send_both)
            found = await call_text(client, "inbox", wait=15, q="port")
            assert "The port is free." in found
            assert "Lunch?" not in found

    async def send_both() -> None:
        for text in ("Lunch?", "The port is free."):
            await anyio.sleep(0.7)
            await send(koda, text)

    run_coroutine(main)


def test_who_waits_holds_no_thread(site: str, koda: Agent, mira: Agent, settings: Settings) -> None:
    """More wait than there are threads, and another is answered all the same."""
    token, waiting = issue_token(agent=mira).text, settings.WEB_THREADS + 4

    async def main() -> None:
        async with connected(site, token) as client, anyio.create_task_group() as tasks:
            for _ in range(waiting):
                tasks.start_soon(lambda: call_text(client, "inbox", wait=30))
            await anyio.sleep(2)
            began = time.monotonic()
            await call_text(client, "search_stones")
            assert time.monotonic() - began < 15
            await send(koda, "You may all go.")

    began = time.monotonic()
    run_coroutine(main)
    assert time.monotonic() - began < 30

"""Both tools through the real server, with the official client: over HTTP, and in a process of its own."""

import re

import pytest
from mcp.client.client import Client
from mcp.client.stdio import stdio_client

from inbox.services import create_agent, issue_token
from qastone_site.tests.mcp.conftest import MODES, call_text, connected
from qastone_site.tests.mcp.test_stdio import environment, parameters
from qastone_site.tests.run_coroutine import run_coroutine
from quickstart.models import Question
from quickstart.tests.factories import new_account
from quickstart.tests.kitchen_collection import SKILL, make_kitchen

__all__ = ["environment"]

FEEDING = "how do i feed the sourdough starter"


def token_of_a_cook() -> str:
    agent = create_agent(account=new_account("ann"), name="koda")
    make_kitchen(agent.account)
    return issue_token(agent=agent).text


async def ask_and_load(client: Client) -> None:
    """What an agent does: ask, and load the skill that the answer names."""
    answer = await call_text(client, "ask_quickstart", query=FEEDING, session="monday")
    assert "Discard half" in answer
    [name] = set(re.findall(r"skills/\w+\.md", answer))
    assert str(SKILL["body"]) in await call_text(client, "get_skill", skill=name)


@pytest.mark.parametrize("mode", MODES)
def test_over_http(site: str, mode: str) -> None:
    token = token_of_a_cook()

    async def main() -> None:
        async with connected(site, token, mode) as client:
            await ask_and_load(client)

    run_coroutine(main)
    assert Question.objects.get().asked_by == "agent koda"


@pytest.mark.long
def test_over_stdio(transactional_db: None, environment: dict[str, str]) -> None:
    token = token_of_a_cook()

    async def main() -> None:
        async with Client(stdio_client(parameters(environment, token))) as client:
            await ask_and_load(client)

    run_coroutine(main)
    assert Question.objects.get().session.endswith(":monday")

"""The prompts that a person chooses in a client: texts that name tools and arguments which there are."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent

from core.llm import count_tokens
from core.mcp.caller import Caller
from inbox.models import Agent
from inbox.scopes import SCOPES
from inbox.services import create_agent, issue_token
from qastone_site.mcp_server.make_handlers import PROMPTS, TOOLS
from qastone_site.tests.run_coroutine import run_coroutine
from stones.tests.factories import new_account

from .conftest import MODES, connected

NAMED = {prompt.name: prompt for prompt in PROMPTS}
ARGUMENTS = {tool.name: set(tool.arguments.model_fields) for tool in TOOLS}


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


@pytest.fixture
def koda(account: User) -> Agent:
    create_agent(account=account, name="mira", description="Reviews code.")
    return create_agent(account=account, name="koda")


def text(agent: Agent, name: str, *without: str, **arguments: Any) -> str:
    caller = Caller(agent.account, agent, frozenset(set(SCOPES) - set(without)))
    return NAMED[name].text(caller, arguments)


def test_a_handoff_names_whom_and_what(koda: Agent) -> None:
    filled = text(koda, "handoff", to="mira", about="the export job")
    assert filled.startswith("Hand over the export job to mira.\n")
    assert "create_stone(" in filled
    assert "<untrusted" not in filled
    assert "to koda, mira." in text(koda, "handoff", to=["koda", "mira"])


def test_without_a_name_it_shows_whom_there_are(koda: Agent) -> None:
    open_ended = text(koda, "handoff")
    assert open_ended.startswith("Hand over the work of this conversation to the agent that fits best")
    assert "mira (another program): Reviews code." in open_ended
    assert "mira" not in text(koda, "handoff", "inbox:read")


def test_a_token_that_stores_no_stones_sends_text(koda: Agent) -> None:
    filled = text(koda, "handoff", "stones:write", to="mira")
    assert "create_stone" not in filled
    assert "send(to=…, subject=…, text=" in filled


def test_an_inbox_is_worked_through(koda: Agent) -> None:
    assert "1. inbox() lists it." in text(koda, "inbox")
    assert '1. inbox(tab="open", q="ports \\"new\\"") lists it.' in text(koda, "inbox", about='ports "new"')


@pytest.mark.parametrize("name", NAMED)
def test_each_names_tools_and_arguments_that_there_are(koda: Agent, name: str) -> None:
    filled = text(koda, name)
    called = re.findall(r"\b([a-z_]+)\(([^()]*)\)", filled)
    assert called
    for tool, arguments in called:
        assert set(re.findall(r"\b(\w+)=", arguments)) <= ARGUMENTS[tool], tool
    assert count_tokens(filled) <= 500


@pytest.mark.parametrize("mode", MODES)
def test_through_the_real_server(site: str, mode: str) -> None:
    agent = create_agent(account=new_account("ann"), name="koda")
    token, reader = issue_token(agent=agent).text, issue_token(agent=agent, scopes=["inbox:read"]).text

    async def main() -> None:
        async with connected(site, token, mode) as client:
            listed = (await client.list_prompts()).prompts
            assert [(prompt.name, prompt.title) for prompt in listed] == [
                ("handoff", "Hand work over"),
                ("inbox", "Work through the inbox"),
            ]
            assert [(each.name, each.required) for each in listed[0].arguments or ()] == [
                ("to", False),
                ("about", False),
            ]
            [message] = (await client.get_prompt("handoff", {"to": "mira"})).messages
            assert isinstance(message.content, TextContent)
            assert message.content.text.startswith("Hand over the work of this conversation to mira.")
            with pytest.raises(MCPError, match=r"Unknown prompt 'x'. There are: handoff, inbox\."):
                await client.get_prompt("x")
            with pytest.raises(MCPError, match=r"'whom' is not known\. Arguments: to, about\."):
                await client.get_prompt("handoff", {"whom": "mira"})
        async with connected(site, reader, mode) as client:
            with pytest.raises(MCPError, match=r"lacks the scope 'inbox:send'.*\[missing_scope\]"):
                await client.get_prompt("handoff")

    run_coroutine(main)

"""What a client sees before its first call: few tools, cheap, each with a scope, and never changed unnoticed."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from core.llm import count_tokens, tokens_are_exact
from core.mcp.caller import Caller
from core.mcp.exceptions import MissingToolScope
from core.mcp.tool import McpTool
from inbox.scopes import SCOPES
from inbox.services import create_agent, issue_token
from qastone_site.mcp_server.make_handlers import RESOURCES, TOOLS
from qastone_site.mcp_server.server_instructions import INSTRUCTIONS
from qastone_site.tests.run_coroutine import run_coroutine
from stones.tests.factories import new_account

from .conftest import MODES, connected

SNAPSHOT = Path(__file__).parent / "tools.json"
# 2,500 are promised for all twelve.
MAX_TOKENS, MAX_TOOLS = 2_500, 12
MAX_INSTRUCTION_TOKENS = 300
# What a program is told of the answers, and no model.
MAX_OUTPUT_TOKENS = 1_700
SEEN_BY_MODELS = {"name", "title", "description", "inputSchema"}
READ_ONLY = {"inbox", "read", "recall", "search_stones", "get_skill"}
OUTWARD = {"ask_brain", "send"}
DESTRUCTIVE = {"remember"}
REPEATABLE = {"acknowledge", "remember", "create_stone"}


def listed(site: str, mode: str) -> list[dict[str, Any]]:
    token = issue_token(agent=create_agent(account=new_account(), name="koda")).text

    async def main() -> list[dict[str, Any]]:
        async with connected(site, token, mode) as client:
            tools = (await client.list_tools()).tools
            return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]

    return run_coroutine(main)


@pytest.mark.parametrize("mode", MODES)
def test_the_list_is_the_one_that_was_reviewed(site: str, mode: str) -> None:
    """A description is an instruction to every client's model: it changes in a diff that somebody has read."""
    tools = listed(site, mode)
    if os.environ.get("WRITE_SNAPSHOT") == "1":
        SNAPSHOT.write_text(json.dumps(tools, indent=1, ensure_ascii=False) + "\n")
    assert tools == json.loads(SNAPSHOT.read_text()), "reviewed? then run this test with WRITE_SNAPSHOT=1"


def test_all_tools_together_are_cheap() -> None:
    assert tokens_are_exact()
    tools = [tool.listed().model_dump(mode="json", by_alias=True, exclude_none=True) for tool in TOOLS]
    model_fields = [{name: value for name, value in tool.items() if name in SEEN_BY_MODELS} for tool in tools]
    assert count_tokens(json.dumps({"tools": model_fields})) <= MAX_TOKENS
    assert count_tokens(INSTRUCTIONS) <= MAX_INSTRUCTION_TOKENS
    assert count_tokens(json.dumps([tool["outputSchema"] for tool in tools])) <= MAX_OUTPUT_TOKENS
    assert len(TOOLS) <= MAX_TOOLS


@pytest.mark.parametrize("operation", [*TOOLS, *RESOURCES], ids=lambda each: each.name)
def test_each_names_a_scope_and_holds_to_it(operation: Any) -> None:
    assert operation.scopes
    assert set(operation.scopes) <= set(SCOPES)
    others = frozenset(set(SCOPES) - set(operation.scopes))
    caller = Caller(account=None, agent=None, scopes=others)  # type: ignore[arg-type]  # refused before it matters
    call = operation.call if isinstance(operation, McpTool) else operation.read
    with pytest.raises(MissingToolScope, match=operation.scopes[0]):
        call(caller, {})


@pytest.mark.parametrize("tool", TOOLS, ids=lambda each: each.name)
def test_each_says_what_it_does_to_the_world(tool: McpTool) -> None:
    hints = tool.listed().annotations
    assert hints is not None
    assert hints.read_only_hint is (tool.name in READ_ONLY)
    assert hints.open_world_hint is (tool.name in OUTWARD)
    # Of a tool that only reads, the others mean nothing.
    assert hints.destructive_hint is (None if hints.read_only_hint else tool.name in DESTRUCTIVE)
    assert hints.idempotent_hint is (None if hints.read_only_hint else tool.name in REPEATABLE)
    assert "\n" not in tool.description


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_each_has_a_title_and_says_what_its_fields_are(tool: McpTool) -> None:
    listed = tool.listed()
    assert listed.title
    assert listed.title != listed.name
    assert len(listed.title) <= 30
    assert listed.output_schema is not None
    assert listed.output_schema["type"] == "object"
    assert listed.output_schema["properties"]

"""Every call of MCP × every kind of caller, over /mcp. A tool or resource without a row fails."""

import re
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from inbox.scopes import SCOPES
from qastone_site.mcp_server.make_handlers import PROMPTS, RESOURCES, TOOLS
from qastone_site.tests.access.access_rows import AGENTS, PRINCIPALS
from qastone_site.tests.access.access_rows import READING as READING_SCOPES
from qastone_site.tests.access.access_world import CANARY, DRAFT, World, new_world, snapshot
from qastone_site.tests.access.tool_rows import OK, TOOL_ROWS, ToolRow
from qastone_site.tests.mcp.conftest import running_site

BY_NAME = {str(row): row for row in TOOL_ROWS}
HEADERS = {
    "Accept": "application/json",
    "Content-Type": "application/json",
    "MCP-Protocol-Version": "2025-11-25",
}
CODE = re.compile(r" \[(\w+)\]\Z")


def test_every_tool_and_resource_has_a_row_and_every_row_one() -> None:
    assert len(BY_NAME) == len(TOOL_ROWS)
    called = {row.name for row in TOOL_ROWS if row.method in ("tools/call", "resources/read")}
    assert called == {each.name for each in TOOLS} | {each.template for each in RESOURCES}
    assert {row.name for row in TOOL_ROWS if row.method == "prompts/get"} == {each.name for each in PROMPTS}


def test_every_row_has_the_scopes_of_its_tool() -> None:
    scopes = {each.name: each.scopes for each in TOOLS} | {each.template: each.scopes for each in RESOURCES}
    of_prompts = {each.name: each.scopes for each in PROMPTS}
    for method, named in (("tools/call", scopes), ("resources/read", scopes), ("prompts/get", of_prompts)):
        assert all(row.scopes == named[row.name] for row in TOOL_ROWS if row.method == method)
    assert all(set(row.expected) == set(PRINCIPALS) for row in TOOL_ROWS)


def headers_of(world: World, row: ToolRow, who: str) -> dict[str, str]:
    """How such a caller shows who it is."""
    if who == "anonymous":
        return {}
    if who not in AGENTS:
        client = Client()
        client.force_login(world.people[who])
        if who == "deactivated":
            User.objects.filter(pk=world.people[who].pk).update(is_active=False)
        return {
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
        }
    return {"Authorization": f"Bearer {token_of(world, row, who)}"}


def token_of(world: World, row: ToolRow, who: str) -> str:
    match who:
        case "read-only agent":
            return world.token(world.koda, READING_SCOPES)
        case "agent without the scope":
            return world.token(world.koda, [scope for scope in SCOPES if scope not in row.scopes])
        case "agent of another account":
            return world.token(world.thief)
        case "revoked":
            return world.revoked(world.koda)
        case "expired":
            return world.token(world.koda, expired=True)
    return world.token(world.koda)


def call(site: str, params: dict[str, Any], method: str, headers: dict[str, str]) -> tuple[str, str]:
    """ "ok" or the code of the refusal, and all of the answer's text."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    response = httpx2.post(f"{site}/mcp", json=body, headers=HEADERS | headers, timeout=20, verify=False)
    answer = response.json()
    if response.status_code == 401:
        return answer["error"]["data"]["code"], response.text
    assert response.status_code == 200, response.text
    if "error" in answer:
        return code_in(answer["error"]["message"]), response.text
    result = answer["result"]
    return code_in(result["content"][0]["text"]) if result.get("isError") else OK, response.text


def code_in(text: str) -> str:
    found = CODE.search(text)
    assert found, text
    return found[1]


@pytest.fixture(scope="module")
def served(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[str, World]]:
    """A site and a world on it, for all tests of this file: committed, as the site has connections of its own."""
    with django_db_blocker.unblock(), running_site() as site:
        yield site, new_world()
        call_command("flush", interactive=False, verbosity=0)


@pytest.mark.every_case
@pytest.mark.parametrize("operation", sorted(BY_NAME))
def test_everybody_else_is_answered_as_the_row_says(served: tuple[str, World], operation: str) -> None:
    site, world = served
    row = BY_NAME[operation]
    # Those change what the others would find: they have a world of their own (test_tools_of_the_account.py).
    others = {who: code for who, code in row.expected.items() if not may_act(row, who)}
    answered: dict[str, str] = {}
    before = snapshot(world)
    for who in sorted(others):
        params, headers = row.params(world), headers_of(world, row, who)
        answered[who], text = call(site, params, row.method, headers)
        assert DRAFT not in text, who
        assert CANARY not in text, who
    assert snapshot(world) == before, f"one of {sorted(others)} was answered, and something changed"
    assert answered == others


def may_act(row: ToolRow, who: str) -> bool:
    """Whether this is an agent of the account that the call is open to."""
    return who == "agent" or (who == "read-only agent" and row.expected[who] == OK)


READING = {"inbox", "inbox search", "read", "read message question", "read stone", "read stone question"}
READING |= {
    "inbox sent",
    "ask_brain",
    "ask_brain notes",
    "ask_quickstart",
    "get_skill",
    "recall",
    "search_stones",
    "search_stones words",
    RESOURCES[0].template,
}


def test_allowed_callers_see_the_canary(served: tuple[str, World]) -> None:
    """Or the rows above would prove nothing."""
    site, world = served
    for name in sorted(READING):
        row = BY_NAME[name]
        assert CANARY in call(site, row.params(world), row.method, headers_of(world, row, "agent"))[1], name

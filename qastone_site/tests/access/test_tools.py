"""Every call of MCP × every kind of caller, through the door of /mcp. A tool or resource without a row fails."""

import json
import re
from typing import Any

import httpx2
import pytest
from django.conf import settings
from django.test import Client

from qastone_site.mcp_server.assembly import RESOURCES, TOOLS
from qastone_site.tests.access.rows import AGENTS, PRINCIPALS
from qastone_site.tests.access.tools import OK, TOOL_ROWS, ToolRow
from qastone_site.tests.access.world import CANARY, DRAFT, World, new_world, snapshot
from qastone_site.tests.mcp.conftest import site
from rest.scopes import SCOPES

__all__ = ["site"]

BY_NAME = {str(row): row for row in TOOL_ROWS}
# Those who may, last: what they do changes what the others would find.
REFUSED_FIRST = sorted(PRINCIPALS, key=lambda who: (who == "agent", who))
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


def test_every_row_names_the_scopes_that_are_asked_for() -> None:
    scopes = {each.name: each.scopes for each in TOOLS} | {each.template: each.scopes for each in RESOURCES}
    assert {row.name: row.scopes for row in TOOL_ROWS if row.scopes} == scopes
    assert all(set(row.expected) == set(PRINCIPALS) for row in TOOL_ROWS)


def headers_of(world: World, row: ToolRow, who: str) -> dict[str, str]:
    """How such a caller shows who it is."""
    if who == "anonymous":
        return {}
    if who not in AGENTS:
        client = Client()
        client.force_login({"owner": world.owner, "other account": world.other}[who])
        return {
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
        }
    return {"Authorization": f"Bearer {token_of(world, row, who)}"}


def token_of(world: World, row: ToolRow, who: str) -> str:
    match who:
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
    """What is answered: "ok" or the code of the refusal, and all of the text."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    response = httpx2.post(f"{site}/mcp", json=body, headers=HEADERS | headers, timeout=20)
    answer = response.json()
    if response.status_code == 401:
        return answer["code"], response.text
    assert response.status_code == 200, response.text
    if "error" in answer:
        return code_in(answer["error"]["message"]), response.text
    result = answer["result"]
    return code_in(result["content"][0]["text"]) if result.get("isError") else OK, response.text


def code_in(text: str) -> str:
    found = CODE.search(text)
    assert found, text
    return found[1]


@pytest.mark.parametrize("operation", sorted(BY_NAME))
def test_everybody_is_answered_as_the_row_says(site: str, operation: str) -> None:
    row, world = BY_NAME[operation], new_world()
    answered = {}
    for who in REFUSED_FIRST:
        params, headers = row.params(world), headers_of(world, row, who)
        before = snapshot(world)
        answered[who], text = call(site, params, row.method, headers)
        assert DRAFT not in text, who
        if who != "agent":
            assert CANARY not in text, who
            assert snapshot(world) == before, f"{who} was answered, and something of the account changed"
    assert answered == dict(row.expected)


@pytest.mark.parametrize(
    "operation",
    sorted(name for name, row in BY_NAME.items() if row.expected["agent of another account"] != OK),
)
def test_what_is_anothers_looks_like_what_is_not_there(site: str, operation: str) -> None:
    """The same answer before it was made and after: nobody learns by asking that something is there."""
    row, world = BY_NAME[operation], new_world()
    params, headers = row.params(world), headers_of(world, row, "agent of another account")
    theirs = call(site, params, row.method, headers)
    world.owner.delete()
    assert call(site, params, row.method, headers) == theirs
    assert theirs[0] != OK
    assert json.loads(theirs[1])["id"] == 1


READING = {"inbox", "inbox search", "read", "read message question", "read stone", "read stone question"}
READING |= {
    "ask_brain",
    "ask_brain notes",
    "ask_quickstart",
    "get_skill",
    "recall",
    "search_stones",
    "search_stones words",
    RESOURCES[0].template,
}


def test_the_canary_is_seen_by_who_may_see_it(site: str) -> None:
    """Or the rows above would prove nothing."""
    world = new_world()
    for name in sorted(READING):
        row = BY_NAME[name]
        assert CANARY in call(site, row.params(world), row.method, headers_of(world, row, "agent"))[1], name

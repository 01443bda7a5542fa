"""Calls of MCP that change the world: by the account's own agent, and by nobody after the account was deleted."""

import json

import pytest

from qastone_site.tests.access.access_world import DRAFT, new_world
from qastone_site.tests.access.test_tools import BY_NAME, call, headers_of
from qastone_site.tests.access.tool_rows import OK, TOOL_ROWS
from qastone_site.tests.mcp.conftest import site

__all__ = ["site"]


@pytest.mark.parametrize("who", ["agent", "read-only agent"])
def test_the_agents_are_answered_as_the_rows_say(site: str, who: str) -> None:
    """One after the other, in the table's order."""
    world, answered = new_world(), {}
    for row in TOOL_ROWS:
        answered[str(row)], text = call(site, row.params(world), row.method, headers_of(world, row, who))
        assert DRAFT not in text, row
    assert answered == {str(row): row.expected[who] for row in TOOL_ROWS}


def test_what_is_anothers_looks_like_what_is_not_there(site: str) -> None:
    """The same answer before it was made and after: nobody learns by asking that something is there."""
    world, who = new_world(), "agent of another account"
    refused = [name for name in sorted(BY_NAME) if BY_NAME[name].expected[who] != OK]
    assert refused
    calls = {
        name: (row.params(world), row.method, headers_of(world, row, who))
        for name, row in BY_NAME.items()
        if name in refused
    }
    theirs = {name: call(site, *calls[name]) for name in refused}
    world.owner.delete()
    assert {name: call(site, *calls[name]) for name in refused} == theirs
    for code, text in theirs.values():
        assert code != OK
        assert json.loads(text)["id"] == 1

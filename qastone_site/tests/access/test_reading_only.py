"""What `readOnlyHint` says is so: reading leaves a record of itself and changes nothing else (docs/adr/0017)."""

from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model

from core.mcp.call_tool import call_tool
from core.mcp.caller import Caller
from inbox.scopes import SCOPES
from qastone_site.mcp_server.make_handlers import TOOLS
from qastone_site.tests.access.access_world import new_world
from qastone_site.tests.access.tool_rows import TOOL_ROWS, ToolRow

NAMED = {tool.name: tool for tool in TOOLS}
READING = [
    row for row in TOOL_ROWS if row.method == "tools/call" and NAMED[row.name].hints.read_only_hint is True
]
# The ledger: who read what, and what it cost; a reader's first entry names it.
LEDGER = {"stones.LedgerEntry", "stones.LedgerReader"}
# How far a message has come with its reader: a receipt, which goes forward only.
RECEIPT = {"state", "read_lod", "read_at", "delivered_at"}

Rows = dict[tuple[str, Any], dict[str, Any]]


def everything() -> Rows:
    """Every row of every table, by its model and key."""
    models: list[type[Model]] = [model for model in apps.get_models() if model._meta.managed]
    return {
        (model._meta.label, row["pk"]): row
        for model in models
        for row in model._default_manager.values(
            "pk", *(field.attname for field in model._meta.concrete_fields)
        )
    }


@pytest.mark.every_case
@pytest.mark.parametrize("row", READING, ids=str)
def test_it_changes_nothing_but_the_record_of_reading(db: None, row: ToolRow) -> None:
    world = new_world()
    caller = Caller(world.owner, world.koda, frozenset(SCOPES))
    arguments, before = row.arguments(world), everything()
    assert not call_tool(NAMED[row.name], caller, arguments).is_error
    after = everything()
    assert before.keys() <= after.keys()
    assert {label for label, _ in after.keys() - before.keys()} <= LEDGER
    changed = {key: fields_changed(before[key], after[key]) for key in before if before[key] != after[key]}
    assert {label for label, _ in changed} <= {"inbox.Delivery"}
    assert set().union(*changed.values()) <= RECEIPT


def fields_changed(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    return {name for name in before if before[name] != after[name]}


def test_the_rows_cover_each_tool_that_says_so() -> None:
    assert {row.name for row in READING} == {"inbox", "read", "recall", "search_stones", "get_skill"}


def test_what_was_read_is_still_listed(db: None) -> None:
    world = new_world()
    caller = Caller(world.owner, world.koda, frozenset(SCOPES))
    number = f"#{world.message.deliveries.get(agent=world.koda).sequence}"
    call_tool(NAMED["read"], caller, {"message": number, "level": 0})
    listed = call_tool(NAMED["inbox"], caller, {"tab": "all"}).structured_content
    assert number[1:] in [str(row["number"]) for row in (listed or {})["messages"]]
    needing = call_tool(NAMED["inbox"], caller, {"tab": "unread"}).structured_content
    assert number[1:] not in [str(row["number"]) for row in (needing or {})["messages"]]

"""The tools, with every stone of other writers."""

from typing import Any

import pytest

from core.mcp.call_tool import call_tool
from core.mcp.caller import Caller
from inbox.models import Message
from inbox.scopes import SCOPES
from inbox.services import create_agent
from qastone_site.mcp_server.make_handlers import TOOLS
from qastone_site.tests.foreign.foreign_stones import OTHERS, OtherStone, assert_survived
from stones.models import Stone
from stones.tests.factories import new_account

NAMED = {tool.name: tool for tool in TOOLS}


@pytest.fixture
def koda(db: None) -> Caller:
    account = new_account("ann")
    create_agent(account=account, name="mira")
    return Caller(account, create_agent(account=account, name="koda"), frozenset(SCOPES))


def call(caller: Caller, name: str, **arguments: Any) -> tuple[bool, str]:
    result = call_tool(NAMED[name], caller, arguments)
    return bool(result.is_error), str(result.content[0].text)  # type: ignore[union-attr]  # a text


@pytest.mark.parametrize("other", OTHERS, ids=lambda other: other.name)
def test_sent_and_read(koda: Caller, other: OtherStone) -> None:
    is_error, text = call(koda, "send", to="mira", stone=other.text, max_lod=98)
    assert not is_error, text
    sentence = f"Stone {other.own_hash} up to LOD-{len(other.levels) - 1}"
    assert f"{sentence}{'' if other.verdict == 'verified' else ', unverified'}." in text
    assert_survived(Message.objects.get().body, other)
    for name in other.names:
        is_error, text = call(koda, "read", stone=name, level=0)
        assert (is_error, other.levels[0] in text) == (False, True)


def test_not_put_into_another(koda: Caller) -> None:
    is_error, text = call(koda, "create_stone", content=OTHERS[0].text)
    assert is_error
    assert "is a stone already: f7a3b2c1" in text
    assert "Send it as it is, which stores it: send(to=" in text
    assert "/mcp/inbox" not in text
    assert not Stone.objects.exists()

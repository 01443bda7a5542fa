"""The tools, with every stone of other writers."""

from typing import Any

import pytest

from core.mcp.call_tool import call_tool
from core.mcp.caller import Caller
from inbox.models import Agent, Message
from inbox.scopes import SCOPES
from inbox.services import create_agent
from qastone_site.mcp_server.make_handlers import TOOLS
from qastone_site.tests.foreign.foreign_stones import (
    OTHERS,
    SAMPLE,
    OtherStone,
    assert_survived,
    other_stones,
)
from stones.format import parse
from stones.models import Stone
from stones.tests.factories import LONG, new_account, store

NAMED = {tool.name: tool for tool in TOOLS}


@pytest.fixture
def koda(db: None) -> Caller:
    account = new_account("ann")
    create_agent(account=account, name="mira")
    return Caller(account, create_agent(account=account, name="koda"), frozenset(SCOPES))


def call(caller: Caller, name: str, **arguments: Any) -> tuple[bool, str]:
    result = call_tool(NAMED[name], caller, arguments)
    return bool(result.is_error), str(result.content[0].text)  # type: ignore[union-attr]  # a text


def fields(caller: Caller, name: str, **arguments: Any) -> Any:
    return call_tool(NAMED[name], caller, arguments).structured_content


@other_stones
def test_sent_and_read(koda: Caller, other: OtherStone) -> None:
    is_error, text = call(koda, "send", to="mira", stone=other.text, max_lod=98)
    assert not is_error, text
    sentence = f"Stone {other.own_hash} up to LOD-{len(other.levels) - 1}"
    assert f"{sentence}{'' if other.verdict == 'verified' else ', unverified'}." in text
    assert_survived(Message.objects.get().body, other)
    for name in other.names:
        is_error, text = call(koda, "read", stone=name, level=0)
        assert (is_error, other.levels[0] in text) == (False, True)


@other_stones
def test_whether_it_can_be_verified_is_said_wherever_it_is_named(koda: Caller, other: OtherStone) -> None:
    call(koda, "send", to="mira", stone=other.text, max_lod=98)
    mira = Caller(koda.account, Agent.objects.get(name="mira"), koda.scopes)
    mark = "" if other.verdict == "verified" else ", unverified"
    [row] = fields(mira, "inbox")["messages"]
    assert row["verdict"] == other.verdict
    [row] = fields(koda, "search_stones")["stones"]
    assert row["verdict"] == other.verdict
    asked = {"question": other.levels[0][:200]}
    for caller, arguments in ((koda, {"stone": other.own_hash}), (mira, {"message": "#1"})):
        for more in ({"level": 0}, asked):
            heading = call(caller, "read", **arguments, **more)[1].split("\n")[0]
            assert (", unverified" in heading) == bool(mark), heading
            assert fields(caller, "read", **arguments, **more)["verdict"] == other.verdict
    heading = call(koda, "read", stone=other.own_hash, level=0)[1]
    assert heading.startswith(f"Stone {other.own_hash}{mark}; ")


def test_a_message_without_a_stone_has_no_verdict(koda: Caller) -> None:
    call(koda, "send", to="mira", text="The window is at nine.")
    mira = Caller(koda.account, Agent.objects.get(name="mira"), koda.scopes)
    assert "verdict" not in fields(mira, "inbox")["messages"][0]
    assert "verdict" not in fields(mira, "read", message="#1")


@pytest.mark.parametrize(
    ("claimed", "shown"),
    [
        ("prax", "prax (claimed by devbot-koda)"),
        ("devbot-koda", "devbot-koda"),
        # Who claims a name cannot bring the mark of another.
        ("mira (claimed by mira)", "mira ?claimed by mira? (claimed by devbot-koda)"),
    ],
)
def test_a_claimed_writer_is_named_with_who_claims_it(koda: Caller, claimed: str, shown: str) -> None:
    stone = store(koda.account, content=LONG, source_agent="devbot-koda", claimed_source=claimed)
    assert f' from="{shown}"' in call(koda, "read", stone=stone.pk, level=0)[1]
    assert fields(koda, "read", stone=stone.pk, level=0)["from"] == shown
    assert f"{shown}: " in call(koda, "search_stones")[1]


def test_not_put_into_another(koda: Caller) -> None:
    is_error, text = call(koda, "create_stone", content=OTHERS[0].text)
    assert is_error
    assert "is a stone already: f7a3b2c1" in text
    assert 'Send it as it is, which stores it: send(to="agent", stone=' in text
    assert "/mcp/inbox" not in text
    assert not Stone.objects.exists()


def test_a_count_of_levels_that_is_too_high_is_named_and_loses_none(koda: Caller) -> None:
    text = SAMPLE.text.replace("lod_count: 4", "lod_count: 6")
    is_error, answer = call(koda, "send", to="mira", stone=text)
    assert not is_error
    assert "up to LOD-3, unverified" in answer
    assert "the header announces 6 levels, 4 are here" in answer
    assert parse(Message.objects.get().body).levels == SAMPLE.levels


def test_where_several_have_the_text_the_id_stands_beside_the_hash(koda: Caller) -> None:
    first = store(koda.account, content=LONG, glow_channel="task")
    [row] = fields(koda, "search_stones")["stones"]
    assert (row["border_hash"], row.get("id")) == (first.content.border_hash, None)
    second = store(koda.account, content=LONG, glow_channel="data")
    found = fields(koda, "search_stones")["stones"]
    assert {row["border_hash"] for row in found} == {first.content.border_hash}
    assert [row.get("id") for row in found] == [None, first.pk]
    lines = call(koda, "search_stones")[1]
    assert f"{first.pk} " in lines
    assert f"{second.content.border_hash} " in lines

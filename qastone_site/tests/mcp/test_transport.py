"""Both generations of the protocol over HTTP, with the official client: the tools do what REST would do."""

import re

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import TextResourceContents
from pytest_django.fixtures import Settings

from inbox.models import Agent, Delivery
from inbox.services import create_agent, issue_token, revoke_token
from qastone_site.tests.run_coroutine import run_coroutine
from stones.models import LedgerEntry, Stone
from stones.tests.factories import LONG, SAID, new_account, store, write_levels

from .conftest import MODES, beside, call_text, connected

PROTOCOLS = {"legacy": "2025-11-25", "2026-07-28": "2026-07-28"}


@pytest.fixture
def koda(transactional_db: None) -> Agent:
    return create_agent(account=new_account("ann"), name="koda")


@pytest.mark.parametrize("mode", MODES)
def test_one_agent_hands_off_to_another(site: str, koda: Agent, mode: str) -> None:
    reader = create_agent(account=koda.account, name="mira")
    tokens = issue_token(agent=koda).text, issue_token(agent=reader).text

    async def main() -> None:
        async with connected(site, tokens[0], mode) as sender, connected(site, tokens[1], mode) as receiver:
            assert sender.protocol_version == PROTOCOLS[mode]
            stored = await call_text(sender, "create_stone", content=LONG, summary=SAID)
            border_hash = stored.split()[1]
            sent = await call_text(sender, "send", to="mira", stone=border_hash, subject="Exports", max_lod=1)
            assert "mira queued" in sent
            listed = await call_text(receiver, "inbox")
            assert '#1 koda "Exports":' in listed
            detail = await call_text(receiver, "read", message="#1")
            assert "LOD-2 costs" in detail
            assert "[Left out: LOD-2" in detail
            source = await call_text(receiver, "read", message="#1", level=3, max_tokens=5_000)
            assert LONG in source
            port = await call_text(receiver, "read", message="#1", question="Which port has export job 17?")
            assert "7017" in port
            assert await call_text(receiver, "acknowledge", messages=["#1"]) == "#1 acknowledged."
            assert await call_text(receiver, "inbox") == "Nothing here (unread). Unread: 0."

    run_coroutine(main)
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.read_lod) == ("acknowledged", 3)
    assert set(LedgerEntry.objects.values_list("reader__name", flat=True)) == {"agent mira"}


@pytest.mark.parametrize("mode", MODES)
def test_a_level_is_a_resource_too(site: str, koda: Agent, mode: str) -> None:
    stone = store(koda.account, content=LONG)
    write_levels(stone)
    address = f"qastone://stone/{stone.content.border_hash}/lod/"
    token = issue_token(agent=koda).text
    blind = issue_token(agent=koda, scopes=["inbox:read"]).text

    async def main() -> None:
        async with connected(site, token, mode) as client:
            [template] = (await client.list_resource_templates()).resource_templates
            assert template.uri_template == "qastone://stone/{border_hash}/lod/{n}"
            [content] = (await client.read_resource(f"{address}3")).contents
            assert isinstance(content, TextResourceContents)
            assert re.fullmatch(
                r'<untrusted (\w+) from="koda">\n(.*)\n</untrusted \1>', content.text, re.DOTALL
            )
            assert LONG in content.text
            for wrong in ("9", "x"):
                with pytest.raises(MCPError, match="level_not_found") as refused:
                    await client.read_resource(address + wrong)
                assert refused.value.error.data == {"code": "level_not_found"}
            with pytest.raises(MCPError, match="no such resource") as refused:
                await client.read_resource("qastone://agent/1")
            assert refused.value.error.data == {"code": "unknown_resource"}
        async with connected(site, blind, mode) as client:
            with pytest.raises(MCPError, match="'stones:read'") as refused:
                await client.read_resource(f"{address}0")
            assert refused.value.error.data == {"code": "missing_scope"}

    run_coroutine(main)
    assert Stone.objects.get().reads.count() == 1


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("operation", ["tools/call read", "resources/read", "prompts/get"])
def test_a_refusal_stands_at_the_token_after_the_greeting(
    site: str, koda: Agent, mode: str, operation: str
) -> None:
    token = issue_token(agent=koda, scopes=["kb:read"])

    async def main() -> None:
        async with connected(site, token.text, mode) as client:
            if operation == "resources/read":
                with pytest.raises(MCPError, match="missing_scope"):
                    await client.read_resource("qastone://stone/0123abcd/lod/0")
            elif operation == "prompts/get":
                with pytest.raises(MCPError, match="missing_scope"):
                    await client.get_prompt("handoff")
            else:
                assert (await client.call_tool("read", {"message": "#1"})).is_error

    run_coroutine(main)
    token.row.refresh_from_db()
    assert token.row.last_call.startswith(f"MCP {operation} refused")
    assert token.row.refused_for


@pytest.mark.parametrize("mode", MODES)
def test_an_unknown_tool_lists_the_tools(site: str, koda: Agent, mode: str) -> None:
    token = issue_token(agent=koda).text

    async def main() -> None:
        async with connected(site, token, mode) as client:
            with pytest.raises(MCPError, match=r"There are: .*search_stones") as refused:
                await client.call_tool("delete_everything", {})
            assert refused.value.error.data == {"code": "unknown_tool"}
            with pytest.raises(MCPError, match=r"There are: handoff") as refused:
                await client.get_prompt("nothing")
            assert refused.value.error.data == {"code": "unknown_prompt"}
            wrong = await client.call_tool("read", {})
            assert (wrong.is_error, wrong.structured_content) == (True, None)
            assert wrong.meta is not None
            assert wrong.meta["code"] == "invalid_arguments"

    run_coroutine(main)


@pytest.mark.parametrize("mode", MODES)
def test_a_client_shows_why_it_was_refused(site: str, koda: Agent, settings: Settings, mode: str) -> None:
    new = issue_token(agent=koda)
    too_much = "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)

    async def main() -> None:
        async with connected(site, new.text, mode) as client:
            await client.list_tools()
            with pytest.raises(MCPError, match="at most 1,000,000: give it in parts") as large:
                await client.call_tool("recall", {"query": too_much})
            assert large.value.error.data == {"code": "payload_too_large"}
            await beside(lambda: revoke_token(token=new.row))
            with pytest.raises(MCPError, match="on the page Agents"):
                await client.call_tool("recall", {"query": "port"})
        with pytest.RaisesGroup(
            pytest.RaisesExc(MCPError, match="on the page Agents"), flatten_subgroups=True
        ):
            async with connected(site, new.text, mode) as client:
                await client.list_tools()

    run_coroutine(main)


def test_the_use_of_a_token_is_recorded(site: str, koda: Agent) -> None:
    new = issue_token(agent=koda)

    async def main() -> None:
        async with connected(site, new.text, "2026-07-28") as client:
            await call_text(client, "search_stones")

    run_coroutine(main)
    new.row.refresh_from_db()
    assert new.row.last_call == "MCP tools/call search_stones"
    assert new.row.last_address == "127.0.0.1"
    assert "httpx" in new.row.last_client

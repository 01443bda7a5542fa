"""Many clients at once: nobody is taken for another, no connection is left, an answer keeps its budget."""

import json
from functools import partial
from pathlib import Path

import anyio
import pytest
from django.contrib.auth.models import User
from django.db import connection
from mcp.client.client import Client
from mcp_types import TextContent

from core.llm import count_tokens
from core.mcp.fenced_text import DEFAULT_TOKENS
from core.rest.models import IdempotencyRecord
from inbox.models import Agent, Message
from inbox.services import create_agent, issue_token
from qastone_site.tests.embedded.conftest import ROOT, eventually
from qastone_site.tests.run_coroutine import run_coroutine
from stones.models import Stone
from stones.tests.factories import LONG, new_account

from .conftest import MODES, beside, call_text, connected

CLIENTS, CALLS = 8, 5
HANDOFFS = ROOT.parent / "shared" / "data" / "handoffs"


@pytest.fixture
def agents(transactional_db: None) -> list[Agent]:
    return [create_agent(account=new_account(name), name=f"agent-of-{name}") for name in ("ann", "bob")]


def open_connections() -> int:
    """How many this database has beside the one that asks and the one on which the site listens from its start on."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend' AND query NOT LIKE 'LISTEN %'"
        )
        return int(cursor.fetchone()[0])


def test_nobody_is_taken_for_another(site: str, agents: list[Agent]) -> None:
    tokens = [issue_token(agent=agent).text for agent in agents]
    before = open_connections()
    most = 0

    async def client(number: int) -> None:
        nonlocal most
        mode = MODES[number // 2 % 2]
        async with connected(site, tokens[number % 2], mode) as mine:
            for call in range(CALLS):
                await call_text(
                    mine, "create_stone", content=f"Stone {call} of client {number} for the export."
                )
                found = await call_text(mine, "search_stones", query=f"client {number}", limit=50)
                assert f"agent-of-{('ann', 'bob')[number % 2]}: " in found
                assert f"agent-of-{('bob', 'ann')[number % 2]}: " not in found
            most = max(most, await beside(open_connections))

    async def main() -> None:
        async with anyio.create_task_group() as tasks:
            for number in range(CLIENTS):
                tasks.start_soon(client, number)

    run_coroutine(main)
    for agent in agents:
        own = Stone.objects.filter(account=agent.account)
        assert own.count() == CLIENTS // 2 * CALLS
        assert set(own.values_list("source_agent", flat=True)) == {agent.name}
    # Those who wait in a thread each, and whoever looks; never one for each call.
    assert most - before <= 2 * CLIENTS
    # The last answers are out before their connections are closed.
    assert eventually(lambda: open_connections() <= before)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("left", ["Sent #1 to mira.", "What it made was deleted since."])
def test_an_answer_of_which_the_text_is_left(site: str, agents: list[Agent], mode: str, left: str) -> None:
    """The client checks what is no error against the tool's schema, and would refuse it."""
    create_agent(account=agents[0].account, name="mira")
    token = issue_token(agent=agents[0]).text

    async def main() -> None:
        async with connected(site, token, mode) as client:
            call = partial(client.call_tool, "send", {"to": "mira", "text": "Once.", "key": "k"})
            assert not (await call()).is_error
            await beside(IdempotencyRecord.objects.update, body=json.dumps(left))
            again = await call()
            assert again.is_error
            [content] = again.content
            assert isinstance(content, TextContent)
            assert content.text == f"{left} (already done under this key) [already_done]"

    run_coroutine(main)
    assert Message.objects.count() == 1


def test_one_connection_may_be_used_by_many_calls_at_once(site: str, agents: list[Agent]) -> None:
    sender, receiver = agents[0], create_agent(account=agents[0].account, name="mira")
    token = issue_token(agent=sender).text

    async def main() -> None:
        async with connected(site, token) as client, anyio.create_task_group() as tasks:
            for number in range(CLIENTS):
                tasks.start_soon(partial(call_text, client, "send", to="mira", text=f"Note {number}."))

    run_coroutine(main)
    assert sorted(Message.objects.values_list("body", flat=True)) == [f"Note {n}." for n in range(CLIENTS)]
    sequences = receiver.deliveries.order_by("sequence").values_list("sequence", flat=True)
    assert list(sequences) == list(range(1, CLIENTS + 1))


def longest_handoff() -> str:
    """A real one where they lie beside the project, else one that is as long."""
    found = sorted(HANDOFFS.glob("*.md"), key=lambda path: path.stat().st_size) if HANDOFFS.is_dir() else []
    return Path(found[-1]).read_text() if found else "\n\n".join([LONG] * 9)


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
def test_an_answer_costs_a_thousand_tokens_by_default(site: str, agents: list[Agent], mode: str) -> None:
    koda: Agent = agents[0]
    account: User = koda.account
    create_agent(account=account, name="mira")
    mine, theirs = (issue_token(agent=agent).text for agent in account.agents.order_by("name"))
    content = longest_handoff().replace("\r\n", "\n").strip()

    async def main() -> None:
        async with connected(site, mine, mode) as sender, connected(site, theirs, mode) as reader:
            stored = await call_text(
                sender, "create_stone", content=content, summary="What is to be done next."
            )
            for number in range(20):
                await call_text(sender, "send", to="mira", text=f"{number} {content[: 500 + number]}")
            await call_text(
                sender, "send", to="mira", stone=stored.split()[1], subject="All of it", max_lod=2
            )
            answers = [stored, await call_text(reader, "inbox"), await call_text(reader, "search_stones")]
            answers += [await call_text(reader, "read", message="#21", level=level) for level in (0, 1, 2, 3)]
            answers.append(
                await call_text(reader, "read", message="#21", question="What is to be done next?")
            )
            assert [count_tokens(answer) for answer in answers if count_tokens(answer) > DEFAULT_TOKENS] == []
            assert await whole(reader, "#21") == f"[subject] All of it\n{content}"

    run_coroutine(main)


async def whole(reader: Client, message: str) -> str:
    """All of a source, read on where each answer was cut."""
    text, start = "", 0
    while True:
        part = await call_text(reader, "read", message=message, level=3, start=start, max_tokens=8_000)
        body, _, tail = part.split("\n", 2)[2].rpartition("\n</untrusted ")
        text += body
        if "start=" not in tail:
            return text
        start = int(tail.partition("start=")[2].partition(" ")[0])

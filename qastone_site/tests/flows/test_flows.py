"""The three user flows of the specification, with every client and on real handoffs (spec, User Flow Examples).

Under --all each flow with each client; otherwise with one.
"""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest

from core.llm import count_tokens
from qastone_site.tests.embedded.conftest import ROOT
from qastone_site.tests.flows.agent_clients import CLIENT_KINDS, GENERATIONS, AgentClient, agent_client
from qastone_site.tests.run_coroutine import run_coroutine
from qastone_site.tests.whole_sites import Site, of_site
from stones.levels.document_parser import read_document

pytestmark = pytest.mark.slow

HANDOFFS = ROOT.parent / "shared" / "data" / "handoffs"
PATIENCE_SECONDS = 90
IS_LONG = bool(os.environ.get("TEST_ALL"))
HANDSHAKE, NO_HANDSHAKE = GENERATIONS
LINES = re.compile(r"lines? (\d+)(?:[-–](\d+))?")
# Documents of a thousand tokens to twelve thousand, by how their names begin, and a word that tells what each is about.
SIMPLE = {"19-": "flashbuddy", "10-": "terminalbridge", "20-": "reviewgate"}
# Such documents, of which a helper is to tell what is open.
COMPLEX = ("44-", "01-", "20-")
# What is asked of each document, and the words that answer it.
QUESTIONS = {
    "44-": ("Which project had releases uploaded by the attacker?", "num2words"),
    "55-": ("Which command stores the OpenAI key?", "llm keys set openai"),
}


def each(prefixes: Iterable[str], *daily: str) -> pytest.MarkDecorator:
    """The first document with these clients; in the long run with every one, and the others through plain HTTP."""
    first, *others = prefixes
    cases = [(kind, first) for kind in CLIENT_KINDS if IS_LONG or kind in daily]
    return pytest.mark.parametrize(
        ("kind", "prefix"), cases + [("http", other) for other in others if IS_LONG]
    )


def handoff(prefix: str) -> str:
    (path,) = HANDOFFS.glob(f"{prefix}*")
    return path.read_text()


class Pair:
    """Two agents of one site, and the tokens that the receiver's model was given."""

    def __init__(self, sender: AgentClient, receiver: AgentClient, receiver_name: str) -> None:
        self.sender = sender
        self.receiver = receiver
        self.receiver_name = receiver_name
        self.paid = 0

    def pays(self, text: str) -> str:
        self.paid += count_tokens(text)
        return text

    async def hands_over(self, source: str, channel: str) -> str:
        """The sender makes a stone, with its title for a sentence, and sends it, up to its paragraph."""
        stone = await self.sender.store(source, channel, read_document(source).title)
        await self.sender.send(self.receiver_name, stone, 1)
        return stone

    async def arrives(self) -> tuple[int, str]:
        """The next message of the receiver's inbox: its number, and what shows it."""
        with anyio.fail_after(PATIENCE_SECONDS):
            while not (text := await self.receiver.look()):
                await anyio.sleep(0.3)
        found = re.search(r'(?:^|")#(\d+) ', text, re.MULTILINE)
        assert found
        return int(found[1]), self.pays(text)


Flow = Callable[[Pair, str], Awaitable[None]]


@dataclass
class Running:
    """A site, and agents of it that nobody has used yet: names with their tokens."""

    site: Site
    unused: list[tuple[str, str]]


AGENTS = """
import json
from inbox.services import create_agent, issue_token
from core.cli.choose_account import choose_account
account = choose_account(name=None)
agents = [create_agent(account=account, name=f"agent{number}") for number in range(40)]
print(json.dumps([(agent.name, issue_token(agent=agent).text) for agent in agents]))
"""


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    if not HANDOFFS.is_dir():
        pytest.skip("the real handoffs lie beside the project, in ../shared/data/handoffs; they are not here")
    folder = Path(tempfile.mkdtemp(prefix="qastone-flows-"))
    folder.chmod(0o755)
    site = Site(folder / "var")
    printed = site.command("shell", "--verbosity", "0", "-c", AGENTS)
    yield Running(site, json.loads(printed))
    site.stop()
    assert of_site(folder / "var") == []
    shutil.rmtree(folder)


def carried(running: Running, kind: str, flow: Flow, source: str) -> float:
    """Run a flow with a client. Returns the share of the source that the receiver did not pay for."""
    (_, sends), (name, receives) = running.unused.pop(), running.unused.pop()

    async def main() -> int:
        async with (
            agent_client(kind, running.site, sends) as sender,
            agent_client(kind, running.site, receives) as receiver,
        ):
            pair = Pair(sender, receiver, name)
            await flow(pair, source)
            return pair.paid

    return 1 - run_coroutine(main) / count_tokens(source)


async def complex_context(pair: Pair, source: str) -> None:
    """The receiver reads LOD-0 to LOD-2 itself; a helper reads the source and sends back what it found."""
    stone = await pair.hands_over(source, "context")
    number, row = await pair.arrives()
    levels = [pair.pays(await pair.receiver.read(number, level)) for level in (1, 2)]
    assert len({row, *levels}) == 3
    task = "What is still open, and what must be done next?"
    pair.pays(await pair.receiver.spawn_helper(stone, task))
    answer, row = await pair.arrives()
    assert "helper" in row
    assert pair.pays(await pair.receiver.read(answer, 1)).strip()
    # Not what the flow pays for: a look at what the agent could load next.
    report = await pair.receiver.read(answer, 2)
    assert task in report
    assert quoted(report, source)
    pair.pays(await pair.receiver.acknowledge(number))


def quoted(report: str, source: str) -> bool:
    """Whether it quotes the source, with the lines where that stands."""
    lines = source.split("\n")
    paths = [(int(first), int(last or first)) for first, last in LINES.findall(report)]
    stretches = [" ".join(lines[first - 1 : last]) for first, last in paths]
    folded = " ".join(report.replace("\\n", " ").replace('\\"', '"').split())
    return any(len(stretch.split()) > 3 and " ".join(stretch.split())[:40] in folded for stretch in stretches)


@each(SIMPLE, "http")
def test_simple_task(running: Running, kind: str, prefix: str) -> None:
    async def simple_task(pair: Pair, source: str) -> None:
        """The receiver sees the sentence in its inbox, acts, and acknowledges: nothing else is loaded."""
        await pair.hands_over(source, "task")
        number, row = await pair.arrives()
        assert SIMPLE[prefix] in row.lower()
        pair.pays(await pair.receiver.acknowledge(number))

    assert carried(running, kind, simple_task, handoff(prefix)) >= 0.9


@pytest.mark.long
@each(COMPLEX, f"mcp http {NO_HANDSHAKE}")
def test_complex_context(running: Running, kind: str, prefix: str) -> None:
    assert carried(running, kind, complex_context, handoff(prefix)) >= 0.5


@pytest.mark.long
@each(QUESTIONS, f"mcp http {HANDSHAKE}")
def test_query_with_progressive_loading(running: Running, kind: str, prefix: str) -> None:
    question, words = QUESTIONS[prefix]

    async def query(pair: Pair, source: str) -> None:
        """More is loaded only while the answer is not there; then it is sent back."""
        await pair.hands_over(source, "query")
        number, text = await pair.arrives()
        if words not in text:
            text = pair.pays(await pair.receiver.read(number, 1))
        if words not in text:
            text = pair.pays(await pair.receiver.ask(number, question, 400))
        assert words in text
        await pair.receiver.reply(number, f"It is {words}.")
        assert words in await pair.sender.look()

    assert carried(running, kind, query, handoff(prefix)) >= 0.5

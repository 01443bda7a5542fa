"""The tools `remember` and `recall`: nothing above the budget, our own words outside of the fence."""

from typing import Any

import pytest

from core.llm import count_tokens
from core.llm.model_doubles import FakeEmbedder, use_models
from core.mcp.caller import Caller
from core.mcp.exceptions import InvalidArguments
from inbox.mcp.memory_tools import recall, remember
from inbox.models import Agent, Memory
from inbox.scopes import SCOPES
from inbox.tests.recall.stored_memories import new_agent, store_memory
from stones.tests.factories import LONG

PORT = "The export service listens on port 8003."


@pytest.fixture
def agent(db: None) -> Agent:
    return new_agent()


def caller(agent: Agent) -> Caller:
    return Caller(agent.account, agent, frozenset(SCOPES))


def recall_text(agent: Agent, query: str, **more: Any) -> str:
    with use_models(embedder=FakeEmbedder()):
        return recall.call(caller(agent), {"query": query} | more).text


def parts(text: str) -> tuple[str, str]:
    """Our own words, and the text inside the fence."""
    head, begins, *lines, ends = text.split("\n")
    assert begins.startswith("<untrusted ")
    assert ends.startswith("</untrusted ")
    return head, "\n".join(lines)


@pytest.mark.long
@pytest.mark.parametrize("max_tokens", [50, 60, 80, 100, 160, 500, 1_000, 4_000])
@pytest.mark.parametrize("query", ["Which port has the export job number 17?", "Photosynthesis?"])
def test_all_of_the_answer_is_within_the_budget(agent: Agent, query: str, max_tokens: int) -> None:
    store_memory(agent, LONG, key="端口" * 100)
    for number in range(12):
        store_memory(
            agent, f"The export job number {number} writes at port {7000 + number}.", key=f"job/{number}"
        )
    text = recall_text(agent, query, max_tokens=max_tokens)
    assert count_tokens(text) <= max_tokens
    # Room that there is, is used.
    if max_tokens >= 80:
        assert "job" in parts(text)[1]


def test_five_hundred_tokens_by_default(agent: Agent) -> None:
    for number in range(40):
        store_memory(agent, f"The export job number {number} writes at port {7000 + number}.")
    assert 400 < count_tokens(recall_text(agent, "Which port has the export job?")) <= 500


def test_one_fact_fits_into_the_smallest_budget(agent: Agent) -> None:
    store_memory(agent, "8003", key="export port")
    assert parts(recall_text(agent, "export port", max_tokens=50)) == ("1 memory.", "[export port, now] 8003")


def test_whose_shared_text_was_replaced_is_said(agent: Agent) -> None:
    mira = new_agent(agent.account)
    said = [
        remember.call(caller(who), {"text": f"The port is {port}.", "key": "port", "shared": True}).text
        for who, port in ((agent, 8003), (mira, 9100), (mira, 9200))
    ]
    assert "before it" not in said[0]
    assert said[1].endswith(f"The text before it, shared by {agent.name}, is history now.")
    assert said[2].endswith("The text before it is history now.")


def test_nothing_is_remembered(agent: Agent) -> None:
    assert recall_text(agent, "Which port?") == "Nothing is remembered about it."


def test_our_own_words_stand_outside_of_the_marks_and_once(agent: Agent) -> None:
    facts = [f"The export port of service {number} is {number}, as was said." for number in range(30)]
    for fact in facts:
        store_memory(agent, fact, key="k" + fact[27:29])
    head, body = parts(recall_text(agent, "Which export port?", max_tokens=200))
    many = len(body.split("\n"))
    assert head.startswith(f"{many} memories. No room for {30 - many} more (")
    assert all(line.startswith("[k") for line in body.split("\n"))


def test_what_only_comes_nearest(agent: Agent) -> None:
    for text in (PORT, "Ann prefers tea in the morning.", "Lint runs in CI."):
        store_memory(agent, text, key="k" + text[:3])
    head, body = parts(recall_text(agent, "Photosynthesis?"))
    assert head == "Nothing clearly matches; the nearest: 3 memories."
    assert all(line.startswith("[k") for line in body.split("\n"))


@pytest.mark.parametrize(
    ("query", "support", "said"),
    [
        ("Which port has the export service?", "sources", "1 memory."),
        (
            "Which version has the export service?",
            "nearest",
            "Perhaps this, the nearest that is remembered, which does not say “version”: 1 memory.",
        ),
        ("Photosynthesis?", "nearest", "Nothing clearly matches; the nearest: 1 memory."),
    ],
)
def test_how_far_it_answers_is_said(agent: Agent, query: str, support: str, said: str) -> None:
    store_memory(agent, PORT)
    with use_models(embedder=FakeEmbedder()):
        answer = recall.call(caller(agent), {"query": query})
    assert (answer.data.fields()["support"], parts(answer.text)[0]) == (support, said)


def test_without_memories_nothing_is_supported(agent: Agent) -> None:
    with use_models(embedder=FakeEmbedder()):
        assert recall.call(caller(agent), {"query": "port"}).data.fields()["support"] == "none"


def test_the_same_call_again_changes_nothing(agent: Agent) -> None:
    """Its hint says that it may be repeated."""
    assert remember.hints.idempotent_hint
    for _ in range(2):
        remember.call(caller(agent), {"text": PORT})
    assert Memory.objects.count() == 1


@pytest.mark.parametrize(
    "beside", [{"text": PORT}, {"key": "a"}, {"tags": ["a"]}, {"ttl_seconds": 60}, {"shared": True}]
)
def test_forget_takes_nothing_beside_it(agent: Agent, beside: dict[str, Any]) -> None:
    store_memory(agent, PORT, key="port")
    with pytest.raises(InvalidArguments, match="Nothing was done"):
        remember.call(caller(agent), {"forget": "port"} | beside)
    assert Memory.objects.exists()
    assert (
        remember.call(caller(agent), {"forget": "port", "key": "", "tags": []}).text == "Forgotten: 1 text."
    )

"""Each tool, called as models call it: lists for texts, texts for lists, numbers for names, null for nothing."""

from typing import Any

import pytest

from core.llm.model_doubles import FakeEmbedder, use_models
from inbox.models import Delivery, Memory, Message
from qastone_site.tests.mcp.both_interfaces import BothInterfaces
from stones.models import Stone
from stones.tests.factories import LONG, SAID


@pytest.mark.parametrize("to", [["mira"], '["mira"]', ["mira", "koda"], " mira ,"], ids=str)
def test_recipients(koda: BothInterfaces, mira: BothInterfaces, to: Any) -> None:
    assert "mira" in koda.tool("send", to=to, text="Hello.", stone="", reply_to=None, key="")
    assert Message.objects.get().body == "Hello."


def test_a_message_that_is_data(koda: BothInterfaces, mira: BothInterfaces) -> None:
    koda.tool("send", to="mira", text={"port": 7017}, priority="HIGH", needs_answer="true", subject=7)
    message = Message.objects.get()
    assert (message.body, message.priority, message.needs_answer, message.subject) == (
        '{"port": 7017}',
        "high",
        True,
        "7",
    )


@pytest.mark.parametrize("messages", ["#1", 1, "1", [1], "#1, #2", "#1 #2", ["#1", 2], '["#1"]'], ids=str)
def test_messages_that_are_done(koda: BothInterfaces, mira: BothInterfaces, messages: Any) -> None:
    for _ in range(2):
        koda.tool("send", to="mira", text="Done?")
    assert mira.tool("acknowledge", messages=messages, archive="yes").startswith("#1")
    assert Delivery.objects.get(sequence=1).archived_at


@pytest.mark.parametrize("message", [1, "1", "#1", ["#1"]], ids=str)
@pytest.mark.parametrize("level", [2, "2", "LOD-2", [2]], ids=str)
def test_a_message_that_is_read(
    koda: BothInterfaces, mira: BothInterfaces, stone: Stone, message: Any, level: Any
) -> None:
    koda.tool("send", to="mira", stone=[stone.content.border_hash], max_lod="LOD-1")
    assert Message.objects.get().delivered_lod == 1
    text = mira.tool(
        "read", message=message, level=level, stone="", question="", start=None, max_tokens="4,000"
    )
    assert "LOD-3 costs" in text
    assert Delivery.objects.get().read_lod == 2
    assert mira.tool("send", reply_to=message, text="Thanks.", to=[])


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("read", {"message": "#1", "question": "When?", "level": 1}, "without level and start"),
        ("read", {"message": "#1", "question": "When?", "start": 9}, "without level and start"),
        ("read", {"message": "#1", "skip": "0-2"}, "skip reads on after an answer to a question"),
        ("send", {"to": "mira", "text": "Hi.", "max_lod": 2}, "max_lod is for stone"),
        ("inbox", {"limit": True}, "limit: Input should be a valid integer"),
    ],
)
def test_what_would_change_nothing_is_refused(
    koda: BothInterfaces, mira: BothInterfaces, tool: str, arguments: dict[str, Any], words: str
) -> None:
    koda.tool("send", to="koda", text="Tomorrow at nine.", max_lod=1)
    refused, text = koda.answer(tool, **arguments)
    assert refused
    assert words in text
    assert text.endswith("[invalid_arguments]")
    assert Message.objects.count() == 1


def test_two_messages_at_once_are_refused_with_what_to_do(koda: BothInterfaces) -> None:
    refused, text = koda.answer("read", message=["#1", "#2"])
    assert refused
    assert text.startswith("read: message: one at a time, not a list.")


def test_lists_of_the_inbox(koda: BothInterfaces, mira: BothInterfaces) -> None:
    koda.tool("send", to="mira", text="Note on ports.")
    for arguments in (
        {"after": "#0"},
        {"tab": "ALL", "q": ["ports"]},
        {"tab": None, "limit": "5"},
        {"tab": "needs me"},
    ):
        mira.tool("inbox", **arguments)


def test_stones(koda: BothInterfaces) -> None:
    for channel, detail in (("Data", None), ("data", "")):
        text = koda.tool(
            "create_stone",
            content=LONG,
            channel=channel,
            summary=SAID,
            detail=detail,
            history="",
            ttl_days="30",
        )
        assert f"\nLOD-0 (sender): {SAID}" in text
    koda.tool("create_stone", content={"jobs": [1, 2]})
    assert Stone.objects.filter(content__text='{"jobs": [1, 2]}').exists()
    koda.tool("search_stones", query=["exports"], limit=3.0)


def test_memory(koda: BothInterfaces) -> None:
    koda.tool("remember", text=["The port is 7017."], key=7, tags="export, ports", shared=None, forget="")
    [memory] = Memory.objects.all()
    assert (memory.key, memory.tags) == ("7", ["export", "ports"])
    with use_models(embedder=FakeEmbedder()):
        assert "7017" in koda.tool("recall", query=["Which port?"], tags="export", max_tokens="300")
    assert koda.tool("remember", text="", forget=["7"], tags=[]) == "Forgotten: 1 text."


def test_a_helper(koda: BothInterfaces, stone: Stone) -> None:
    koda.tool("spawn_helper", stone=[stone.content.border_hash], task=["Which ports?"], answer_tokens="300")

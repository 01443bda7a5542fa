"""An agent that sends a long text gives its sentence; one that reads acts on that alone."""

import json

import pytest

from inbox.models import Message
from qastone_site.tests.mcp.both_interfaces import BothInterfaces, fenced
from stones.models import Stone
from stones.queries import assemble, find_stone
from stones.services import stone_text
from stones.tests.factories import WARNED, WARNED_HALF, WARNED_SUMMARY, WARNED_WRONG


def test_two_agents_hand_over(koda: BothInterfaces, mira: BothInterfaces) -> None:
    """The call without a sentence is mended, a left-out warning is told back, and the reader acts on LOD-0."""
    refused, answer = koda.answer("send", to="mira", text=WARNED)
    assert refused
    assert answer.startswith("This text has ")
    assert 'Example: summary="' in answer
    assert "Nothing was sent" in answer
    assert "Nothing" in mira.tool("inbox")

    answer = koda.tool("send", to="mira", text=WARNED, summary=WARNED_HALF)
    assert "\nYour words leave out:\n- " in answer
    assert "merge" in answer
    assert "(line 3)" in answer
    mend = answer.rpartition("Mend it: send(mends=")[2]
    tracking_id = json.loads(mend.partition(",")[0])

    answer = koda.tool("send", mends=tracking_id, summary=WARNED_SUMMARY)
    assert answer.startswith(f"Changed the words of {tracking_id}: ")
    assert "leave out" not in answer

    rows = fenced(mira.tool("inbox"))
    assert rows.startswith(f"#1 koda: {WARNED_SUMMARY} (sender +")
    assert rows.count("\n") == 0


def test_what_no_sentence_makes_small_enough_is_refused_at_once(
    koda: BothInterfaces, mira: BothInterfaces
) -> None:
    text = "The nightly export failed. " * 40_000
    for call in (("send", {"to": "mira", "text": text}), ("create_stone", {"content": text})):
        refused, answer = koda.answer(call[0], **call[1])
        assert refused
        assert "1,000,000" in answer
        assert "summary" not in answer


def test_unused_words_are_reported(koda: BothInterfaces, mira: BothInterfaces) -> None:
    unused = "The text is no longer than your words, which were not used: it is its own LOD-0."
    assert koda.tool("send", to="mira", text="Deploy done.", summary="The deploy is done.").endswith(unused)
    assert koda.tool("create_stone", content="Deploy done.", summary="The deploy is done.").endswith(unused)


def test_a_text_that_is_a_stone_needs_no_words(koda: BothInterfaces, mira: BothInterfaces) -> None:
    """It has its own: the receiver sees its sentence, and no line of its header."""
    koda.tool("create_stone", content=WARNED, summary=WARNED_SUMMARY)
    stone = Stone.objects.get()
    text = stone_text(assemble(find_stone(stone.account, stone.pk)))
    answer, fields = koda.both("send", to="mira", text=text)
    assert f"Stone {stone.content.border_hash} up to LOD-{stone.top_level}" in answer
    assert answer.endswith("The text is a stone, and was sent as one, with the levels that it has.")
    assert fields["border_hash"] == stone.content.border_hash
    assert WARNED_SUMMARY in fenced(mira.tool("inbox"))


def test_a_stone_is_made_and_mended(koda: BothInterfaces) -> None:
    refused, answer = koda.answer("create_stone", content=WARNED)
    assert refused
    assert "[summary_missing]" in answer
    refused, answer = koda.answer("create_stone", content=WARNED, summary=WARNED_WRONG)
    assert refused
    assert "77b0d2e" in answer
    assert "[summary_refused]" in answer
    assert not Stone.objects.exists()

    answer, fields = koda.both("create_stone", content=WARNED, summary=WARNED_HALF)
    assert fields["origin"] == "sender"
    assert any("merge" in each for each in fields["left_out"])
    mend = f'create_stone(mends="{Stone.objects.get().pk}", summary=…, detail=…)'
    assert answer.endswith(f"Mend it: {mend}")
    again, repeated = koda.both("create_stone", content=WARNED, summary=WARNED_HALF)
    assert (repeated["left_out"], again.endswith(f"Mend it: {mend}")) == (fields["left_out"], True)

    answer, fields = koda.both("create_stone", mends=Stone.objects.get().pk, summary=WARNED_SUMMARY)
    assert "left_out" not in fields
    assert f"LOD-0 (sender): {WARNED_SUMMARY}" in answer
    assert WARNED_SUMMARY in koda.tool("read", stone=fields["border_hash"], level=0)
    assert f": {WARNED_SUMMARY} (sender +" in koda.tool("search_stones")


def test_calls_that_mean_two_things(koda: BothInterfaces, mira: BothInterfaces, stone: Stone) -> None:
    name = stone.content.border_hash
    for tool, arguments in (
        ("create_stone", {}),
        ("create_stone", {"content": "x", "mends": name}),
        ("create_stone", {"mends": name, "summary": "Exports.", "channel": "data"}),
        ("send", {"to": "mira"}),
        ("send", {"to": "mira", "text": "x", "mends": "01KF7S9Y3M5D8R2E6T4W1Q0ZXC"}),
        ("send", {"to": "mira", "stone": name, "summary": "Exports."}),
        ("send", {"to": "mira", "mends": "01KF7S9Y3M5D8R2E6T4W1Q0ZXC", "summary": "Exports."}),
    ):
        refused, answer = koda.answer(tool, **arguments)
        assert refused, arguments
        assert "[invalid_arguments]" in answer


@pytest.mark.parametrize("given", [{"text": "Another text."}, {"stone": "f7a3b2c1"}])
def test_mends_takes_words_and_no_text(
    koda: BothInterfaces, mira: BothInterfaces, given: dict[str, str]
) -> None:
    koda.tool("send", to="mira", text="The export is done.")
    refused, answer = koda.answer("send", mends=Message.objects.get().pk, **given)
    assert refused
    assert "mends changes the words of what was sent: give summary" in answer
    assert "The text itself stays as it was sent" in answer


def test_the_level_says_whose_words_it_is(koda: BothInterfaces, mira: BothInterfaces, stone: Stone) -> None:
    assert "Scan (extract), " in koda.tool("read", stone=stone.content.border_hash, level=0)
    koda.tool("send", to="mira", stone=stone.content.border_hash)
    assert "(extract +" in mira.tool("inbox")
    assert "Detail (extract), " in mira.tool("read", message="#1", level=1)
    assert "Source, " in mira.tool("read", message="#1", level=3)


def test_a_stone_that_was_changed_is_refused_before_words_are_asked_for(
    koda: BothInterfaces, mira: BothInterfaces
) -> None:
    koda.tool("create_stone", content=WARNED, summary=WARNED_SUMMARY)
    stone = Stone.objects.get()
    text = stone_text(assemble(find_stone(stone.account, stone.pk))).replace("4f2a9c1", "77b0d2e")
    refused, answer = koda.answer("send", to="mira", text=text)
    assert refused
    assert "does not match its hash" in answer
    assert "Nothing was sent" in answer

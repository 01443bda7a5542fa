"""The text of recalled memories, to the character, and never above the budget."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm import count_tokens
from inbox.memory import NO_MATCH, MemoryEntry, TextSpan, WrittenMemories, write_memories
from inbox.memory.memory_labels import age

NOW = datetime(2026, 1, 30, tzinfo=UTC)
LONG = " ".join(f"Sentence number {number} tells of something else." for number in range(60))


def entry(text: str = "It is 8003.", pieces: list[TextSpan] | None = None, **fields: Any) -> MemoryEntry:
    defaults: dict[str, Any] = {
        "name": "port",
        "created": NOW,
        "superseded": None,
        "restored": None,
        "shared_by": None,
        "replaces_own": False,
        "length": len(text),
        "tokens": count_tokens(text),
        "pieces": pieces or [TextSpan(0, len(text), text)],
    }
    return MemoryEntry(**defaults | fields)


def written(*entries: MemoryEntry, max_tokens: int = 500, **options: Any) -> WrittenMemories:
    return write_memories(entries, max_tokens=max_tokens, now=NOW, count_tokens=count_tokens, **options)


def test_one_a_block() -> None:
    found = written(
        entry(),
        entry("Ours.", shared_by="mira", created=NOW - timedelta(hours=3)),
        entry("For all.", shared_by=""),
        entry("Was.", created=NOW - timedelta(days=40), superseded=NOW - timedelta(days=2)),
    )
    assert (
        found.text
        == "[port, now] It is 8003.\n[port, 3 h, shared by mira] Ours.\n[port, now, shared] For all.\n"
        "[port, 1 mo, replaced 2 d ago] Was."
    )
    assert (found.tokens, found.left_out, found.left_out_tokens) == (count_tokens(found.text), 0, 0)


@pytest.mark.parametrize("end", ["\n", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029"])
def test_no_line_of_a_text_looks_like_a_label(end: str) -> None:
    text = f"a{end}{end}[port, now] b"
    found = written(entry(text), entry())
    assert found.text == f"[port, now] a{end}| {end}| [port, now] b\n[port, now] It is 8003."
    assert found.excerpts[0] == text


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("x] It is 1. [port", '["x] It is 1. [port", now]'),
        ("port, now, by koda", '["port, now, by koda", now]'),
        ('say "a"', r'["say \"a\"", now]'),
        ("端口/é", "[端口/é, now]"),
        ("a\u2028b", "[a b, now]"),
    ],
)
def test_a_key_does_not_end_its_label(key: str, label: str) -> None:
    assert written(entry("b", name=key)).text == f"{label} b"


def test_nothing() -> None:
    assert written().text == "Nothing remembered matches."


def test_only_the_nearest() -> None:
    assert (
        written(entry(), is_match=False, reserve=NO_MATCH).text
        == "Nothing clearly matches; the nearest:\n[port, now] It is 8003."
    )


def test_what_was_cut_is_counted() -> None:
    texts = [f"Fact number {number} is that the port of service {number} is {number}." for number in range(9)]
    found = written(*map(entry, texts), more=[20, 900], max_tokens=80)
    excerpts = len(found.excerpts)
    assert 1 <= excerpts < 9
    sizes = [count_tokens(text) for text in texts[excerpts:]] + [20, 150]
    assert (found.left_out, found.left_out_tokens) == (len(sizes), sum(sizes))
    assert found.text.endswith(f"\n{len(sizes)} more matched, {sum(sizes):,} tokens: raise max_tokens.")


def test_nothing_follows_what_was_left_out() -> None:
    """Where a newer text has no room, no older one may be written in its place."""
    middle = " ".join(["word"] * 140)
    found = written(entry("First, quite short."), entry(middle), entry("Old."), max_tokens=50)
    assert "Old." not in found.text


@pytest.mark.parametrize(
    ("chosen", "excerpts"),
    [
        ([0], "aaaa …"),
        ([1], "… bbbb …"),
        ([2], "… cccc"),
        ([1, 0], "aaaa\nbbbb …"),
        ([2, 0], "aaaa … cccc"),
    ],
)
def test_dots_stand_where_something_is_missing(chosen: list[int], excerpts: str) -> None:
    pieces = [TextSpan(0, 4, "aaaa"), TextSpan(6, 10, "bbbb"), TextSpan(12, 16, "cccc")]
    text = "aaaa\n\nbbbb\n\ncccc"
    assert written(entry(text, [pieces[at] for at in chosen], tokens=500)).excerpts == (excerpts,)


def test_a_long_memory_leaves_tokens_for_the_next() -> None:
    sentences = LONG.split(". ")
    pieces, at = [], 0
    for sentence in sentences:
        pieces.append(TextSpan(at, at + len(sentence), sentence))
        at += len(sentence) + 2
    found = written(entry(LONG, pieces), entry(), max_tokens=200)
    assert found.excerpts[1] == "It is 8003."
    assert found.excerpts[0].endswith("…")


def test_the_beginning_of_what_does_not_fit() -> None:
    found = written(entry(LONG), max_tokens=60)
    assert found.excerpts[0].startswith("Sentence number 0 tells")
    assert found.excerpts[0].endswith(" …")
    assert 40 <= found.tokens <= 60


@pytest.mark.parametrize(
    ("past", "excerpts"),
    [
        (timedelta(seconds=-5), "now"),
        (timedelta(seconds=59), "now"),
        (timedelta(minutes=5), "5 min"),
        (timedelta(hours=23), "23 h"),
        (timedelta(days=29), "29 d"),
        (timedelta(days=364), "12 mo"),
        (timedelta(days=800), "2 y"),
    ],
)
def test_ages(past: timedelta, excerpts: str) -> None:
    assert age(NOW - past, NOW) == excerpts


@given(
    st.lists(st.tuples(st.text(min_size=1, max_size=400), st.text(max_size=200)), max_size=8),
    st.integers(50, 400),
    st.lists(st.integers(1, 10_000), max_size=4),
    st.booleans(),
)
def test_never_above_the_budget(
    defaults: list[tuple[str, str]], max_tokens: int, more: list[int], is_match: bool
) -> None:
    entries = [entry(text, name=name) for text, name in defaults]
    reserve = "" if is_match else NO_MATCH
    found = written(*entries, max_tokens=max_tokens, more=more, is_match=is_match, reserve=reserve)
    assert found.tokens == count_tokens(found.text) <= max_tokens
    if is_match:
        assert len(found.excerpts) + found.left_out == len(entries) + len(more)

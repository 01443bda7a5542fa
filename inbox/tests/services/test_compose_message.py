"""LOD-0 of a plain message, and the headings that a cut stone names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm import count_tokens
from inbox.rendering.inbox_lines import SCAN_TOKENS
from inbox.services.compose_message import (
    HEADING_CHARACTERS,
    MAX_HEADINGS,
    compose,
    first_headings,
    message_scan,
)
from stones.levels import provisional_levels
from stones.tests.factories import LONG, SHORT

WORDS = st.one_of(
    st.text(max_size=3000),
    st.lists(
        st.sampled_from(["# ", "\n", "word ", "日本", "🏳️‍🌈", "- ", "```\n", "§QASTONE§\n", "a: ", "\r"]),
        max_size=500,
    ).map("".join),
)


LONG_SCAN = (
    "Handoff: the export service — The export job number 1 writes to /var/export/1.csv every night. "
    "We decided to keep port 7001 for it."
)


@given(WORDS)
def test_a_scan_is_one_line_of_at_most_40_tokens(text: str) -> None:
    scan = message_scan(text)
    assert count_tokens(scan) <= SCAN_TOKENS
    assert "\n" not in scan
    assert "\r" not in scan


def test_a_message_has_the_scan_that_a_stone_of_its_text_has() -> None:
    filler = "\n\n".join(f"The weather of day {n} was much like that of the day before." for n in range(60))
    text = f"# Handoff: billing\n\n{filler}\n\n## Do not\n\n- Do not delete from shard 1 after a copy.\n"
    stone = provisional_levels(text, count=3, count_tokens=count_tokens)

    assert message_scan(text) == stone[0]
    assert "Do not delete from shard 1" in stone[0]


@pytest.mark.parametrize(
    ("payload", "scan"),
    [
        (SHORT, SHORT),
        ("Two\nlines", "Two lines"),
        (LONG, LONG_SCAN),
        ({"message": "Hello."}, "Hello."),
        ({"summary": "Late.", "text": "First."}, "First."),
        ({"text": "  ", "task": "Do it."}, "Do it."),
        ({"text": {"a": 1}}, '{"text": {"a": 1}}'),
        (["Hello."], '["Hello."]'),
        (7, "7"),
    ],
)
def test_the_fields_of_json_that_make_the_scan(payload: object, scan: str) -> None:
    assert compose(payload).scan == scan


@pytest.mark.parametrize(
    "payload",
    [
        {"rows": [{"at": n} for n in range(9_000)], "state": "halted", "note": "Do not refill it."},
        {"rows": [*range(90)], "summary": "Pump 3", "state": "halted", "note": "Do not refill it."},
    ],
    ids=["long", "with a text"],
)
def test_json_is_told_by_its_state_and_its_note(payload: object) -> None:
    scan = compose(payload).scan

    assert "state: halted" in scan
    assert scan.endswith("note: Do not refill it.")


@pytest.mark.parametrize(
    ("payload", "levels"),
    [("word " * 55, 1), ("word " * 70, 2), (LONG, 2), ([1] * 100, 2), ([1], 1), ({"text": "wake up"}, 2)],
)
def test_how_many_levels(payload: object, levels: int) -> None:
    composed = compose(payload)
    assert len(composed.lod_tokens) == levels
    assert composed.lod_tokens[-1] == count_tokens(composed.body)
    if levels == 2:
        assert composed.lod_tokens[0] == count_tokens(composed.scan)


def test_headings() -> None:
    assert first_headings("No heading.") == []
    assert first_headings("# One\n\ntext\n\nTwo\n---\n\n```\n# code\n```\n## \n") == ["One", "Two"]
    assert first_headings("\n".join(f"# {n}" for n in range(MAX_HEADINGS))) == [
        str(n) for n in range(MAX_HEADINGS)
    ]
    assert first_headings("\n".join(f"# {n}" for n in range(MAX_HEADINGS + 1)))[MAX_HEADINGS:] == ["…"]
    (long,) = first_headings("# " + "a" * 200)
    assert len(long) == HEADING_CHARACTERS

"""LOD-0 of a plain message, and the headings that a cut stone names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.rows import SCAN_TOKENS
from inbox.services.composing import HEADING_CHARACTERS, MOST_HEADINGS, compose, headings_of, scan_of
from llm import count_tokens
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
    scan = scan_of(text)
    assert count_tokens(scan) <= SCAN_TOKENS
    assert "\n" not in scan
    assert "\r" not in scan


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
def test_what_it_says(payload: object, scan: str) -> None:
    assert compose(payload).scan == scan


@pytest.mark.parametrize(
    ("payload", "levels"), [("word " * 55, 1), ("word " * 70, 2), (LONG, 2), ([1] * 100, 2)]
)
def test_how_many_levels(payload: object, levels: int) -> None:
    composed = compose(payload)
    assert len(composed.lod_tokens) == levels
    assert composed.lod_tokens[-1] == count_tokens(composed.body)
    if levels == 2:
        assert composed.lod_tokens[0] == count_tokens(composed.scan)


def test_headings() -> None:
    assert headings_of("No heading.") == []
    assert headings_of("# One\n\ntext\n\nTwo\n---\n\n```\n# code\n```\n## \n") == ["One", "Two"]
    assert headings_of("\n".join(f"# {n}" for n in range(MOST_HEADINGS))) == [
        str(n) for n in range(MOST_HEADINGS)
    ]
    assert headings_of("\n".join(f"# {n}" for n in range(MOST_HEADINGS + 1)))[MOST_HEADINGS:] == ["…"]
    (long,) = headings_of("# " + "a" * 200)
    assert len(long) == HEADING_CHARACTERS

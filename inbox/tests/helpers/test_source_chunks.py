"""From a quote back to its lines: only white space may differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm import count_tokens
from core.text.passages import split_passages
from core.text.tests.sample_handoff import HANDOFF
from inbox.helpers.source_chunks import QuoteFinder, split_chunks

PASSAGES = split_passages(HANDOFF, count_tokens=count_tokens)
CHUNKS = split_chunks(HANDOFF, PASSAGES, max_tokens=150, count_tokens=count_tokens)
WHOLE = split_chunks(HANDOFF, PASSAGES, max_tokens=10_000, count_tokens=count_tokens)[0]
LINES = HANDOFF.split("\n")


def test_chunks_hold_all_of_the_source() -> None:
    assert len(CHUNKS) > 2
    assert [passage for chunk in CHUNKS for passage in chunk.passages] == PASSAGES
    assert all(chunk.tokens <= 150 for chunk in CHUNKS)
    assert "".join("".join(chunk.text.split()) for chunk in CHUNKS) == "".join(HANDOFF.split())


def test_numbered_lines_are_those_of_the_source() -> None:
    for chunk in CHUNKS:
        for line in chunk.numbered.split("\n"):
            number, _, text = line.partition("| ")
            assert text in LINES[int(number) - 1]


@pytest.mark.parametrize(
    ("quote", "lines", "trail"),
    [
        ("Reads are kept for a year", (9, 9), "Ledger service › Decisions"),
        ("Migration 0042 adds the index over reader and day", (14, 14), "Ledger service › Database"),
        ("forty minutes on production and must run", (14, 15), "Ledger service › Database"),
        ("  Reads   are\nkept for a\tyear ", (9, 9), "Ledger service › Decisions"),
        ("9| - Reads are kept for a year", (9, 9), "Ledger service › Decisions"),
        ("14| production\n15| production and must run", None, ""),
        ('"Reads are kept for a year…"', (9, 9), "Ledger service › Decisions"),
        ("Reads are kept for two years", None, ""),
        ("reads are kept for a year", None, ""),
        ("the", None, ""),
        ("", None, ""),
        ("…", None, ""),
    ],
)
def test_finding_a_quotes_lines(quote: str, lines: tuple[int, int] | None, trail: str) -> None:
    found = QuoteFinder(WHOLE).find(quote)
    if lines is None:
        assert found is None
    else:
        assert found is not None
        assert (found.start_line, found.end_line) == lines
        assert found.trail == trail
        assert found.text in "\n".join(LINES[lines[0] - 1 : lines[1]])


@given(st.data())
def test_every_stretch_is_found_in_its_chunk(data: st.DataObject) -> None:
    chunk = data.draw(st.sampled_from(CHUNKS))
    start = data.draw(st.integers(0, len(chunk.text) - 30))
    quote = chunk.text[start : start + data.draw(st.integers(20, 30))].strip()
    if len(" ".join(quote.split())) < 8:
        return
    found = QuoteFinder(chunk).find(quote)
    assert found is not None
    assert found.text.split() == quote.split()
    assert found.text in "\n".join(LINES[found.start_line - 1 : found.end_line])

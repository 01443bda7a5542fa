"""The laws of the format, on texts that were made to break it."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stones.format import (
    FormatError,
    FoundStone,
    HashVerdict,
    ParsedStone,
    assess,
    border_hash,
    canonical,
    detect_channel,
    dump,
    dump_header,
    fortune,
    parse,
    parse_all,
    read_header,
    truncate,
    verify,
)
from stones.format.delimiters import OPEN, SEPARATOR, trim
from stones.format.escaping import escape, is_reserved, unescape
from stones.format.parsed_stone import MAX_HEADER_CHARACTERS
from stones.tests.format.foreign_reader import read_foreign
from stones.tests.format.strategies import ANYTHING, CONTENTS, stones


@given(stones())
def test_what_is_written_reads_back(stone: ParsedStone) -> None:
    text = dump(stone)
    again = parse(text)
    assert again == stone
    assert again.warnings == ()
    assert dump(again) == text
    assert read_header(text) == stone.header
    assert text.startswith(dump_header(stone.header) + "\n")


@given(stones())
def test_a_foreign_reader_reads_the_same(stone: ParsedStone) -> None:
    header, levels = read_foreign(dump(stone))
    expected = dict(line.split(": ", 1) for line in dump_header(stone.header).split("\n")[1:-1])
    assert header == expected
    assert len(header) <= 13
    assert {level: trim(text) for level, text in levels.items()} == {
        level: trim(escape(text)) for level, text in enumerate(stone.levels)
    }


@given(CONTENTS)
def test_escaping_hides_every_reserved_line_and_is_undone(content: str) -> None:
    text = canonical(content)
    assert not any(is_reserved(line) for line in escape(text).split("\n"))
    assert unescape(escape(text)) == text


@given(CONTENTS)
def test_only_the_right_content_verifies(content: str) -> None:
    stone = parse(dump(_stone_of(content)))
    assert verify(stone) is HashVerdict.VERIFIED
    assert verify(ParsedStone(stone.header, (content + "x",))) is HashVerdict.MISMATCH


@given(stones(), st.integers(0, 6), st.integers(0, 6))
def test_truncating(stone: ParsedStone, first: int, second: int) -> None:
    short = truncate(stone, first)
    assert truncate(short, first) == short
    assert truncate(short, second) == truncate(stone, min(first, second))
    assert short.levels == stone.levels[: first + 1]
    assert short.header.lod_count == stone.header.lod_count
    assert parse(dump(short)) == short
    if len(short.levels) < len(stone.levels):
        assert dump(short).split("\n")[1] == f"delivered_lod: {first}"
        assert verify(short) is HashVerdict.NOT_VERIFIABLE
    else:
        assert short is stone


@given(
    st.lists(stones(), max_size=3),
    st.lists(st.sampled_from(["", "\n", "hi\n", "§\n─\nLOD-0: x\n"]), min_size=4),
)
def test_a_paste_is_taken_apart_and_comes_together(found: list[ParsedStone], around: list[str]) -> None:
    text = around[0] + "".join(
        dump(stone) + between for stone, between in zip(found, around[1:], strict=False)
    )
    paste = parse_all(text)
    assert [part.stone for part in paste.stones] == found
    assert all(part.is_closed for part in paste.stones)
    assert _joined(text) == text


@given(ANYTHING)
def test_no_text_raises_anything_else(text: str) -> None:
    detect_channel(text)
    fortune(text, "task")
    with suppress(FormatError):
        border_hash(text)
    with suppress(FormatError):
        assess(read_header(text))
    with suppress(FormatError):
        stone = parse(text)
        assert read_header(text) == stone.header
        verify(stone)
        with suppress(FormatError):
            assert parse(dump(stone)) == stone
    with suppress(FormatError):
        assert _joined(text) == canonical(text)


@given(st.lists(ANYTHING, min_size=1, max_size=4), st.booleans())
def test_a_body_of_anything(pieces: list[str], escaped: bool) -> None:
    """Past a sound header: whatever comes reads, or raises the one error, and reads alike in both ways."""
    esc = "esc: 1\n" if escaped else ""
    head = f"§QASTONE§\nborder_hash: 3e23e816\nglow_channel: task\nlod_count: 2\n{esc}─\n"
    text = head + "\n".join(f"LOD-{n}:{piece}\n─" for n, piece in enumerate(pieces))
    with suppress(FormatError):
        stone = parse(text)
        assert read_header(text) == stone.header
        assert parse_all(text).stones[0].stone == stone
        assert all(escaped or level == trim(level) for level in stone.levels)


def _stone_of(content: str) -> ParsedStone:
    text = (
        "§QASTONE§\nborder_hash: {}\nglow_channel: task\nstone_type: message\ncreated: 2026-01-30T12:00:00Z\n"
    )
    text += "source_agent: user\nlod_count: 1\nfortune: task:repo:simple\nesc: 1\n─\nLOD-0: x\n§/QASTONE§\n"
    return ParsedStone(read_header(text.format(border_hash(content, 12))), (content,))


def _joined(text: str) -> str:
    paste = parse_all(text)
    position = 0
    pieces = []
    for part in paste.parts:
        piece = paste.text[part.start : part.end] if isinstance(part, FoundStone) else part
        assert paste.text.startswith(piece, position)
        position += len(piece)
        pieces.append(piece)
    return "".join(pieces)


@pytest.mark.parametrize("spare", [0, 1])
def test_a_header_that_just_fits_reads_the_same_alone_and_in_a_paste(spare: int) -> None:
    """Its separator is the last character of the text, and of what a reader of headers looks at: only levels lack."""
    lines = [OPEN, "border_hash: f7a3b2c1", "glow_channel: task", "lod_count: 1"]
    note = "note: " + "x" * (MAX_HEADER_CHARACTERS - len("\n".join([*lines, "note: ", SEPARATOR])) - spare)
    text = "\n".join([*lines, note, SEPARATOR])
    assert len(text) == MAX_HEADER_CHARACTERS - spare
    assert read_header(text).border_hash == "f7a3b2c1"
    for read in (parse, parse_all):
        with pytest.raises(FormatError, match="LOD-0 is missing"):
            read(text)

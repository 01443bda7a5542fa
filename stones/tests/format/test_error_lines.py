"""The line of an error and the end of a level are what docs/stone-format.md, sections 4 and 13, says."""

import pytest

from stones.format import FormatError, parse

HEAD = "§QASTONE§\nborder_hash: deadbeef\nglow_channel: task\nlod_count: 4\n"
ONE = "LOD-0: a\n"
CLOSE = "§/QASTONE§\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{HEAD}mood\n─\n{ONE}{CLOSE}", 5),
        (f"{HEAD}esc: 2\n─\n{ONE}{CLOSE}", 5),
        (f"{HEAD}lod_count: 4\n─\n{ONE}{CLOSE}", 5),
        (f"§QASTONE§\nlod_count: 1\n─\n{ONE}{CLOSE}", 3),
        (HEAD + "".join(f"k{letter}: v\n" for letter in "abcdefghijkl") + f"─\n{ONE}", 15),
        (HEAD, 5),
        (f"{HEAD}─\n{ONE}─\nLOD-3: b\n{CLOSE}", 8),
        (f"{HEAD}─\n{CLOSE}", 6),
        (f"{HEAD}─\n\n", 7),
        (f"{HEAD}esc: 1\n─\n{ONE}─\nstray\nmore\n{CLOSE}", 9),
        ("\n\nNo mark.\nMore.", 3),
        ("\n \n", 1),
    ],
)
def test_where_the_error_is(text: str, line: int) -> None:
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("esc", "body", "level"),
    [
        ("esc: 1\n", "LOD-0: a\n", "a\n"),
        ("esc: 1\n", "LOD-0: a", "a"),
        ("esc: 1\n", f"LOD-0: a\n{CLOSE}", "a"),
        ("", "LOD-0: a\n", "a"),
    ],
)
def test_the_last_newline_of_a_level(esc: str, body: str, level: str) -> None:
    assert parse(f"{HEAD}{esc}─\n{body}").levels == (level,)

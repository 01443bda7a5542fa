"""The corpus: every document reads, or fails, exactly as it is written there."""

from typing import Any

import pytest

from stones.format import FormatError, ParsedStone, dump, parse, parse_all, read_header, truncate, verify
from stones.tests.format.corpus import documents, header_of, load, named, text_of

VALID = documents("valid")
INVALID = documents("invalid")
PASTES = load("paste.json")
TRUNCATED = load("truncate.json")
UNWRITABLE = load("write.json")


def test_the_corpus_is_there() -> None:
    assert len(VALID) >= 60
    assert len(INVALID) >= 60
    assert min(map(len, (PASTES, TRUNCATED, UNWRITABLE["documents"]))) >= 5
    names = named(VALID) + named(INVALID)
    assert len(set(named(VALID))) == len(VALID)
    assert len(set(named(INVALID))) == len(INVALID)
    assert all(names)


@pytest.mark.parametrize("case", VALID, ids=named(VALID))
def test_valid(case: dict[str, Any]) -> None:
    stone = parse(case["text"])

    assert stone.header == case["header"]
    assert stone.levels == case["levels"]
    assert [list(warning) for warning in stone.warnings] == case.get("warnings", [])
    assert verify(stone) == case["verdict"]
    assert read_header(case["text"]) == case["header"]


@pytest.mark.parametrize("case", INVALID, ids=named(INVALID))
def test_invalid(case: dict[str, Any]) -> None:
    text = case["text"]
    with pytest.raises(FormatError) as caught:
        parse(text)

    assert (caught.value.line, caught.value.reason) == (case["line"], case["reason"])
    assert caught.value.column == case.get("column")
    assert str(caught.value).startswith(f"line {case['line']}")
    if case.get("header_reads"):
        assert read_header(text).border_hash == "3e23e816"
        return
    with pytest.raises(FormatError) as caught:
        read_header(text)
    assert (caught.value.line, caught.value.reason) == (case["line"], case["reason"])


@pytest.mark.parametrize("case", INVALID, ids=named(INVALID))
def test_invalid_in_a_paste(case: dict[str, Any]) -> None:
    text = case["text"]
    if "scan" in case:
        assert len(parse_all(text).stones) == (case["scan"] == "stone")
        return
    with pytest.raises(FormatError) as caught:
        parse_all(text)
    assert (caught.value.line, caught.value.reason) == (case["line"], case["reason"])


@pytest.mark.parametrize("case", PASTES, ids=named(PASTES))
def test_paste(case: dict[str, Any]) -> None:
    found = [
        {"text": part}
        if isinstance(part, str)
        else {
            "lod_count": part.stone.header.lod_count,
            "levels": list(part.stone.levels),
            "start_line": part.start_line,
            "end_line": part.end_line,
            "closed": part.is_closed,
        }
        for part in parse_all(case["text"]).parts
    ]
    assert found == case["parts"]


@pytest.mark.parametrize("case", TRUNCATED, ids=named(TRUNCATED))
def test_truncate(case: dict[str, Any]) -> None:
    assert dump(truncate(parse(case["text"]), case["max_lod"])) == case["expected"]


@pytest.mark.parametrize("case", UNWRITABLE["documents"], ids=named(UNWRITABLE["documents"]))
def test_unwritable(case: dict[str, Any]) -> None:
    header = header_of({**UNWRITABLE["header"], **case["header"]})
    stone = ParsedStone(header, tuple(text_of(level) for level in case["levels"]))
    with pytest.raises(FormatError) as caught:
        dump(stone)
    assert (caught.value.line, caught.value.reason) == (case["line"], case["reason"])


def test_truncate_refuses_a_level_below_zero() -> None:
    with pytest.raises(FormatError, match="max_lod is 0 or more"):
        truncate(parse(VALID[0]["text"]), -1)

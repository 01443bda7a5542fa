"""Q&A entries as JSON lines: valid ones, every fault, and a lossless round trip."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quickstart.parsing.parsed_content import ParsedEntry
from quickstart.parsing.qa_fields import FIELDS, ITEM_CHARACTERS, LIST_ITEMS, TEXT_CHARACTERS, TREE_DEPTH
from quickstart.parsing.qa_files import MAX_FAULTS, read_entries, read_files
from quickstart.parsing.qa_lines import EXTRA_CHARACTERS, write_entries
from quickstart.parsing.strict_json import MAX_DEPTH, MAX_LINE_CHARACTERS
from quickstart.tests.parsing.corpus_files import CORPUS, expected_lines, printable, shared

VALID = sorted((CORPUS / "qa" / "valid").glob("*.jsonl"))
INVALID = sorted((CORPUS / "qa" / "invalid").glob("*.jsonl"))
ENTRY = {"id": "a", "question": "q", "level": 1, "tree_path": ["x"], "answer": "a"}

storable = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
filled = storable.filter(str.strip)
ids = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=20)
lists = st.lists(filled, max_size=4).map(tuple)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | storable,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(storable, inner, max_size=3),
    max_leaves=8,
)
entries = st.builds(
    ParsedEntry,
    id=ids,
    question=filled,
    level=st.integers(0, 4),
    tree_path=st.lists(filled, min_size=1, max_size=4).map(tuple),
    answer=filled,
    question_variants=lists,
    prerequisites=lists,
    related_skills=lists,
    related_docs=lists,
    go_deeper=lists,
    verify_command=storable,
    tags=lists,
    extra=st.dictionaries(storable.filter(lambda name: name not in (*FIELDS, "alts")), values, max_size=3),
)
unique = st.lists(entries, max_size=4, unique_by=lambda entry: entry.id)


def fault_lines(text: str) -> list[str]:
    return [str(fault) for fault in read_entries("f", text).faults]


def test_the_corpus_is_there() -> None:
    assert VALID
    assert INVALID


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_valid_file_reads_and_is_written_canonically(path: Path) -> None:
    parsed = read_entries(path.name, path.read_text())
    assert (parsed.faults, parsed.duplicates) == ((), ())
    assert write_entries(parsed.entries) == path.with_suffix(".canonical").read_text()


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_every_fault_of_an_invalid_file_is_reported(path: Path) -> None:
    faults = read_entries(path.name, path.read_text()).faults
    assert [printable(str(fault)) for fault in faults] == expected_lines(path.with_suffix(".faults"))


@given(unique)
def test_what_was_written_reads_back_and_is_written_the_same(originals: list[ParsedEntry]) -> None:
    written = write_entries(originals)
    parsed = read_entries("export.jsonl", written)
    assert (parsed.entries, parsed.faults) == (tuple(originals), ())
    assert write_entries(parsed.entries) == written


@given(unique)
def test_other_readers_find_one_entry_a_line(originals: list[ParsedEntry]) -> None:
    assert [json.loads(line)["id"] for line in write_entries(originals).splitlines()] == [
        e.id for e in originals
    ]


@given(st.text())
def test_no_text_makes_the_reader_fail(text: str) -> None:
    parsed = read_entries("f", text)
    assert len(parsed.entries) <= text.count("\n") + 1


def test_an_entry_knows_its_file_and_line() -> None:
    (entry,) = read_entries("some.jsonl", f"\n\n{json.dumps(ENTRY)}\n").entries
    assert (entry.file, entry.line) == ("some.jsonl", 3)


def test_a_byte_order_mark_and_other_line_ends_are_read() -> None:
    parsed = read_entries("f", f"\ufeff{json.dumps(ENTRY)}\r\n  \r\n{json.dumps(ENTRY | {'id': 'b'})}\r\n")
    assert ([entry.id for entry in parsed.entries], parsed.faults) == (["a", "b"], ())


def test_unknown_fields_keep_their_order() -> None:
    (entry,) = read_entries("f", json.dumps({"z": 1, **ENTRY, "b": {"y": 1, "x": 2}})).entries
    assert json.dumps(entry.extra) == '{"z": 1, "b": {"y": 1, "x": 2}}'


@pytest.mark.parametrize(("name", "limit"), TEXT_CHARACTERS.items())
def test_a_text_that_is_too_long_is_reported_with_its_limit(name: str, limit: int) -> None:
    assert fault_lines(json.dumps(ENTRY | {name: "x" * limit})) == []
    (reason,) = fault_lines(json.dumps(ENTRY | {name: "x" * (limit + 1)}))
    assert reason == f"f, line 1, {name}: is {limit + 1:,} characters long; {limit:,} are allowed"


@pytest.mark.parametrize(("name", "limit"), ITEM_CHARACTERS.items())
def test_a_list_that_is_too_long_is_reported_with_its_limit(name: str, limit: int) -> None:
    max_items = TREE_DEPTH if name == "tree_path" else LIST_ITEMS
    assert fault_lines(json.dumps(ENTRY | {name: ["x" * limit, *("y" * (max_items - 1))]})) == []
    (long,) = fault_lines(json.dumps(ENTRY | {name: ["x" * (limit + 1)]}))
    (many,) = fault_lines(json.dumps(ENTRY | {name: ["x"] * (max_items + 1)}))
    assert long == f"f, line 1, {name}: number 1 is {limit + 1:,} characters long; {limit:,} are allowed"
    assert many == f"f, line 1, {name}: holds {max_items + 1:,} texts; {max_items:,} are allowed"


def test_unknown_fields_that_are_too_long_are_reported() -> None:
    (reason,) = fault_lines(json.dumps(ENTRY | {"more": "x" * EXTRA_CHARACTERS}))
    assert reason == "f, line 1: its other fields hold more than 50,000 characters"


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_fields_are_nested_no_deeper_than_may_be_stored(opening: str, closing: str) -> None:
    def faults_at_depth(levels: int) -> list[str]:
        nested = json.loads(opening * levels + "1" + closing * levels)
        return fault_lines(json.dumps(ENTRY | {"more": nested}))

    assert faults_at_depth(MAX_DEPTH - 2) == []
    (reason,) = faults_at_depth(MAX_DEPTH)
    assert reason.endswith("is nested deeper than 20 levels")


def test_lines_that_would_exhaust_the_reader_are_refused() -> None:
    (long,) = fault_lines(" " * MAX_LINE_CHARACTERS + "{}")
    (deep,) = fault_lines('{"a":' * 60_000)
    (digits,) = fault_lines(json.dumps(ENTRY)[:-1] + ', "n": ' + "9" * 5_000 + "}")
    assert long == "f, line 1: is 1,000,002 characters long; 1,000,000 are allowed"
    assert deep == "f, line 1: is nested deeper than 20 levels"
    assert digits.startswith("f, line 1: the number 9999")


def test_of_files_with_too_many_faults_nothing_is_taken() -> None:
    parsed = read_files(
        [("a.jsonl", json.dumps(ENTRY) + "\nx" * (MAX_FAULTS + 1)), ("b.jsonl", json.dumps(ENTRY))]
    )
    assert (parsed.entries, len(parsed.faults)) == ((), MAX_FAULTS + 2)
    assert str(parsed.faults[-1]) == (
        "a.jsonl, line 10002: the lines behind it are not read: there are more than 10,000 faults"
    )


def test_the_same_entry_in_two_files_is_a_duplicate() -> None:
    parsed = read_files([("a", json.dumps(ENTRY)), ("b", f"\n{json.dumps(ENTRY)}")])
    assert ([entry.file for entry in parsed.entries], parsed.faults) == (["a"], ())
    assert [str(fault) for fault in parsed.duplicates] == [
        "b, line 2, id: 'a' is the same entry as in a, line 1"
    ]


def test_another_entry_of_the_same_id_in_two_files_is_a_fault() -> None:
    parsed = read_files([("a", json.dumps(ENTRY)), ("b", json.dumps(ENTRY | {"question": "other"}))])
    assert [str(fault) for fault in parsed.faults] == [
        "b, line 1, id: 'a' already exists in a, line 1, with another question"
    ]
    assert parsed.duplicates == ()


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("unifyweaver/qa_entries.jsonl", 226),
        ("bench/faq/stackfaq/entries.jsonl", 100),
        ("bench/faq/clinc150/entries.jsonl", 150),
        ("bench/faq/banking77oos/entries.jsonl", 50),
    ],
)
def test_real_entries_read_and_survive_the_round_trip(name: str, count: int) -> None:
    parsed = read_entries(name, shared(name).read_text())
    assert (len(parsed.entries), parsed.faults, parsed.duplicates) == (count, (), ())
    written = write_entries(parsed.entries)
    assert read_entries("again", written).entries == parsed.entries
    assert write_entries(read_entries("again", written).entries) == written

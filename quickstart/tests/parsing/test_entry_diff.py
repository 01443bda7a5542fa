"""What an import would change."""

from dataclasses import replace

import pytest

from quickstart.parsing.entry_diff import EntryDiff, changed_fields, diff_entries
from quickstart.parsing.parsed_content import Json, ParsedEntry

ENTRY = ParsedEntry("a", "How?", 2, ("Baking",), "So.", extra={"rank": 1, "by": {"x": 1, "y": 2}})


def test_entries_are_new_changed_unchanged_or_orphaned() -> None:
    before = {name: replace(ENTRY, id=name) for name in ("gone", "same", "other")}
    after = {name: replace(ENTRY, id=name) for name in ("fresh", "other", "same")}
    after["other"] = replace(after["other"], answer="Otherwise.", level=3)
    assert diff_entries(before, after) == EntryDiff(
        ("fresh",), {"other": ("level", "answer")}, ("same",), ("gone",)
    )


def test_nothing_against_nothing() -> None:
    assert diff_entries({}, {}) == EntryDiff((), {}, (), ())


def test_where_an_entry_was_read_is_no_change() -> None:
    assert changed_fields(ENTRY, replace(ENTRY, file="other.jsonl", line=7)) == ()


@pytest.mark.parametrize(
    ("extra", "names"),
    [
        ({"by": {"y": 2, "x": 1}, "rank": 1}, ()),
        ({"rank": True, "by": {"x": 1, "y": 2}}, ("rank",)),
        ({"rank": 1}, ("by",)),
        ({"rank": 1, "by": {"x": 1, "y": 2}, "more": None}, ("more",)),
    ],
)
def test_unknown_fields_are_compared_as_json(extra: dict[str, Json], names: tuple[str, ...]) -> None:
    assert changed_fields(ENTRY, replace(ENTRY, extra=extra)) == names

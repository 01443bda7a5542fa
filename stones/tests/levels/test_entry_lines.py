"""Lines that open alike are entries of a list without marks; an entry keeps its box and says what replaced it."""

import pytest

from stones.levels.document_parser import PartKind, Standing, read_document
from stones.levels.entry_lines import with_entries_marked


@pytest.mark.parametrize(
    "lines",
    [
        ["[ ] sweep the yard", "[x] order salt"],
        ["RQ-7 (4 May) The bell rings at noon.", "RQ-8 (4 May) No flags on the tower."],
        ["Week 1 – Roof: done", "Week 2 – Gutters: begun"],
        ["Ines - paints the gate", "Paul - oils the hinge", "Ruth - buys the lock"],
    ],
)
def test_lines_that_open_alike_are_items(lines: list[str]) -> None:
    assert with_entries_marked(lines) == [f"- {line}" for line in lines]
    parts = read_document("\n".join(["# Yard", "", *lines, ""])).parts
    assert [part.kind for part in parts[1:]] == [PartKind.ITEM] * len(lines)


@pytest.mark.parametrize(
    "lines",
    [
        ["Ines - paints the gate", "and oils the hinge."],
        ["RQ-7 is the old number", "of the bell."],
        ["```", "[ ] sweep", "AB-1 one", "AB-2 two", "```"],
        ["    [ ] indented", "[see the map] of the yard"],
    ],
)
def test_other_lines_are_none(lines: list[str]) -> None:
    assert with_entries_marked(lines) == lines


def test_a_box_that_says_underway_is_told_as_it_is() -> None:
    part = read_document("- [~] paint the gate: two coats are on\n- [/] the hinge\n").parts[0]
    assert (part.is_done, next(part.sentences()).text_with_code[:4]) == (False, "[~] ")


def test_what_an_entry_says_replaced_it_no_longer_holds() -> None:
    text = (
        "RQ-7 (4 May) The bell rings at noon. [superseded by RQ-9]\nRQ-8 (4 May) No flags. [see the plan]\n"
    )
    first, second = read_document(text).parts
    assert (first.standing, second.standing) == (Standing.SUPERSEDED, Standing.CURRENT)
    assert second.plain.endswith("No flags. [see the plan]")

"""reStructuredText line by line as Markdown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.rst_markup import rst_as_markdown, with_fields_as_labels


def test_fields_one_below_the_other_lose_their_marks() -> None:
    lines = [":Version: 2.1", ":Web: https://example.org", "", ":Note: alone", ":not-one:`x` is a role"]
    assert with_fields_as_labels(lines) == ["Version: 2.1", "Web: https://example.org", *lines[2:]]


def test_references_with_a_target_are_words() -> None:
    lines = [
        "Lamps are lit with matches_ or a lighter_, not by hand_.",
        "",
        ".. _Matches: https://example.org",
    ]
    assert rst_as_markdown(lines)[0] == "Lamps are lit with matches or a lighter_, not by hand_."


@pytest.mark.parametrize("line", ["Set lamp_ and _lamp_.", "The `lamp_` stays.", "lamp_wick"])
def test_words_that_end_so_stay_without_a_target(line: str) -> None:
    assert rst_as_markdown([line, "", ".. _wick: https://example.org"])[0] == line


def test_a_table_between_rules_has_bars() -> None:
    lines = ["====  =====", "Lamp  Boats", "====  =====", "Ford  12, and more", "      2", "====  =====", ""]
    assert rst_as_markdown(lines) == [
        *("", "| Lamp | Boats |", "|---|---|"),
        *("| Ford | 12, and more |", "|  | 2 |", "", ""),
    ]


def test_a_table_without_a_header_has_bars() -> None:
    lines = ["====  =====", "Ford  12", "====  =====", "", "Lit at night."]
    assert rst_as_markdown(lines) == ["", "| Ford | 12 |", "", "", "Lit at night."]


@pytest.mark.parametrize(
    "lines",
    [
        ["====  ====="],
        ["====  =====", "Ford  12"],
        ["a == b", "====", "a"],
        ["====  =====", "x", "===  ===", "y"],
    ],
)
def test_rules_that_close_nothing_stay(lines: list[str]) -> None:
    assert rst_as_markdown(lines) == lines


def test_the_rules_of_a_grid_have_bars() -> None:
    lines = ["+------+----+", "| Lamp | At |", "+======+====+", "| Ford | 12 |", "+------+----+"]
    assert rst_as_markdown(lines)[::2] == ["|------|----|", "|======|====|", "|------|----|"]


@given(st.lists(st.text(alphabet="=+-| ab_.:`", max_size=20), max_size=12))
def test_the_number_of_lines_stays(lines: list[str]) -> None:
    assert len(rst_as_markdown(lines)) == len(lines)

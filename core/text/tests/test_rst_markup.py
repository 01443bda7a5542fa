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


def test_comments_are_emptied_where_other_marks_are() -> None:
    lines = [
        ".. to be shortened",
        "   next week",
        "",
        "..",
        "Lit at night.",
        ".. note:: At noon, too.",
        ".. _wick: #wick",
    ]
    assert rst_as_markdown(lines) == ["", "", "", "", *lines[4:]]
    assert rst_as_markdown(lines[:5]) == lines[:5]


def test_definitions_have_a_label() -> None:
    lines = [
        "**💡 Wick**",
        "  The part that burns.",
        "",
        "Glass:",
        "  Round.",
        "",
        "Oil is",
        "  poured.",
        "",
        ".. _wick: #wick",
    ]
    assert rst_as_markdown(lines)[0] == "**💡 Wick**:"
    assert rst_as_markdown(lines)[3] == "Glass:"
    assert rst_as_markdown(lines[:6]) == lines[:6]


@pytest.mark.parametrize(
    "line", ["- Fix the lamps", "Press the red button and", "Install the headers for", "Lit by night."]
)
@pytest.mark.parametrize("below", ["  Light them.", "  with a match"])
def test_what_goes_on_below_is_no_term(line: str, below: str) -> None:
    lines = [line, below, "", ".. _wick: #wick"]
    assert rst_as_markdown(lines)[0] == line


def test_a_term_has_a_sentence_below() -> None:
    lines = ["Fixed lamps", "  with a match", "", ".. _wick: #wick"]
    assert rst_as_markdown(lines)[0] == "Fixed lamps"


def test_references_are_their_words() -> None:
    lines = ["By `Ines Vogt`_, `here`__, not `_.map()` or `x`.", "", ".. _wick: #wick"]
    assert rst_as_markdown(lines)[0] == "By Ines Vogt, here, not `_.map()` or `x`."


@pytest.mark.parametrize("directive", [".. warning ::", ".. warning::"])
def test_a_directive_is_no_comment(directive: str) -> None:
    lines = [directive, "   Never open it.", "", ".. _wick: #wick"]
    assert rst_as_markdown(lines) == lines


@pytest.mark.parametrize(
    "code",
    [
        ["```", "+---+---+", "====  ====", "cd My\\ Lamps", "Wick", "  The part.", "```"],
        ["So::", "", "  ====  ====", "  lamp  boat", "  ====  ====", "  cd `a`\\ b"],
    ],
)
def test_code_stays(code: list[str]) -> None:
    lines = [".. _wick: #wick", "", *code]
    assert rst_as_markdown(lines) == lines


def test_marks_within_a_fence_are_no_sign() -> None:
    lines = ["```", ".. note:: x", "```", "`C:`\\ or", ".. and", "Wick", "  The part that burns."]
    assert rst_as_markdown(lines) == lines


@pytest.mark.parametrize("row", ["Northern pier is closed", "2031-05-03 12:03:04 ERROR", "a" * 30])
def test_text_across_columns_is_no_table(row: str) -> None:
    lines = ["====  ====", row, "====  ====", ""]
    assert rst_as_markdown(lines) == lines


def test_a_rule_of_many_columns_is_none() -> None:
    lines = ["== " * 100, *["a"] * 100, "== " * 100, ""]
    assert rst_as_markdown(lines) == lines


def test_an_image_in_a_sentence_is_its_name() -> None:
    lines = [".. |Lamp-shop| image:: lamp.png", "|Lamp-shop|", "Ask the |Lamp-shop|."]
    assert rst_as_markdown(lines) == ["", "", "Ask the Lamp shop."]


def test_an_escaped_space_is_none() -> None:
    assert rst_as_markdown(["Light it with a\\ *b*, not D:\\ or", ".. _wick: #wick"])[0] == (
        "Light it with a*b*, not D:\\ or"
    )


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


def test_a_substitution_of_another_file_is_its_name() -> None:
    lines = [".. include:: terms.txt", "", "It warns in version", "|release| and later.", "", "| a | b |"]
    assert rst_as_markdown(lines)[3:] == ["release and later.", "", "| a | b |"]
    assert rst_as_markdown(lines[3:]) == lines[3:]

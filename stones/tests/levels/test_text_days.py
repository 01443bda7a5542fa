"""A day with its month in a sender's words: whether it is a day of the text."""

import pytest

from stones.levels.summary import check_summary
from stones.levels.summary.summary_source import SummarySource
from stones.tests.levels.chat_doubles import count_tokens

TEXT = "The move is ready. Go-live is on 14 December; 24 tables are moved, all checked by 24 tests."


@pytest.mark.parametrize(
    "words",
    [
        "Go-live 24 December.",
        "Go-live on Dec 24.",
        "Go-live 24.12.",
        "Go-live 2026-12-24",
        "Am 24. Dezember.",
    ],
)
def test_a_day_that_the_text_lacks(words: str) -> None:
    assert [missing.code for missing in SummarySource(TEXT).check(words)] == ["number"]


@pytest.mark.parametrize(
    "words",
    ["Go-live 14 December.", "Go-live on Dec 14.", "Go-live 14.12.", "December 14th", "Am 14. Dezember."],
)
@pytest.mark.parametrize(
    "day",
    [
        "14 December",
        "Dec. 14",
        "14.12.",
        "2026-12-14",
        "12/14",
        "14/12",
        "14.12.2026",
        "December 14–18",
        "13 to 14 December",
    ],
)
def test_the_same_day_in_other_forms(words: str, day: str) -> None:
    assert SummarySource(f"Go-live is on {day}, with 24 tables.").check(words) == []


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("In December 24 tests failed.", TEXT),
        ("Set 24 tables aside; 24 may wait.", TEXT),
        ("Go-live 24 December.", "December:\n\n- 14 freeze\n- 24 go-live"),
        ("Go-live 24 December.", "In December we freeze on the 14th and go live on the 24th."),
        ("Go-live 24 December.", "Заморозка 14 декабря, запуск 24 декабря."),
        ("Go-live 2026-12-14.", f"{TEXT} Written in 2026."),
    ],
)
def test_what_may_be_that_day_is_no_fault(words: str, text: str) -> None:
    assert SummarySource(text).check(words) == []


def test_a_year_that_the_text_lacks_is_a_fault() -> None:
    assert [missing.what for missing in SummarySource(TEXT).check("Go-live 2026-12-14.")] == ["2026-12-14"]


def test_the_fault_names_the_day() -> None:
    report = check_summary("Go-live is on 24 December.", "", TEXT, count_tokens=count_tokens)
    assert [(fault.code, fault.message) for fault in report.faults] == [
        ("number", "summary: the content has no '24 December'. Copy the date that stands there.")
    ]

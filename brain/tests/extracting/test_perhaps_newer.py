"""What says further down, or in a later note, that something changed, is quoted beside what it may change."""

from dataclasses import replace
from datetime import date

import pytest

from brain.answer_sources import AnswerSource
from brain.reservation import NEAREST, is_reserved
from brain.tests.extracting.extracted_answers import extracted, quotes_of, source

JANUARY, MARCH = date(2026, 1, 14), date(2026, 3, 10)


def _of(day: date | None, text: str, id: str) -> AnswerSource:
    return replace(source(text, id=id, title="Office round"), probable_day=day)


@pytest.mark.parametrize(
    ("query", "newer"),
    [
        (
            "How much does each pay into the teapot per month?",
            "- teapot: always empty, we make it 12 from may",
        ),
        ("Who counts the money of the teapot?", "- Hedda is fed up with the teapot, Jon takes over the tin"),
    ],
)
def test_a_later_note_in_other_words(query: str, newer: str) -> None:
    old = _of(JANUARY, "- each pays 9 eur into the teapot per month, Hedda counts the money", "A")
    answer = extracted(query, old, _of(MARCH, newer, "B")).answer
    assert answer.startswith(f"{NEAREST}; the first may be newer:")
    first, second = quotes_of(answer)
    assert first in newer
    assert "9 eur" in second
    assert "2026" not in answer


def test_of_notes_without_any_day_none_is_newer() -> None:
    old = _of(None, "- each pays 9 eur into the teapot per month", "A")
    other = _of(None, "- teapot: always empty, we make it 12 from may", "B")
    answer = extracted("How much does each pay into the teapot per month?", old, other).answer
    assert "may be newer" not in answer


@pytest.mark.parametrize("title", ["The choir class in the evening", "Plan"])
def test_two_words_of_the_question_and_another_value_of_one_kind(title: str) -> None:
    """However often the words stand in the notes."""
    weeks = "\n".join(f"- week {week} of the class: an evening of scales" for week in range(1, 9))
    old = "The evening choir class is on Mondays."
    plan = source(f"# {title}\n\n{old}\n\n{weeks}", id="A", title=title, day=JANUARY)
    new = "**Evening class** – only 5 came. We move it to Thursdays from 26 Feb."
    answer = extracted("Is the evening choir class on Mondays?", plan, source(new, id="B", day=MARCH)).answer
    assert answer.startswith(f"{NEAREST}; the first may be newer:")
    assert "Thursdays" in quotes_of(answer)[0]


@pytest.mark.parametrize(
    "said", ["The painters: we move it to Thursdays.", "Evening class: we move it to the barn, on Mondays."]
)
def test_one_word_or_the_same_value_changes_nothing(said: str) -> None:
    weeks = "\n".join(f"- week {week} of the class: an evening of scales" for week in range(1, 9))
    plan = source(f"The evening choir class is on Mondays.\n\n{weeks}", id="A", title="Plan", day=JANUARY)
    other = source(said, id="B", title="Evening", day=MARCH)
    assert "may be newer" not in extracted("Is the evening choir class on Mondays?", plan, other).answer


def test_what_is_quoted_already_is_not_quoted_twice() -> None:
    old = source(
        "We lost nine sacks of flour (cost £97), a sack is gone.", id="A", title="Letter", day=JANUARY
    )
    said = "A sack of flour is now £13 (was £11). They now want orders of flour by the sack on Monday."
    new = source(said, id="B", title="Log", day=MARCH)
    quotes = quotes_of(extracted("How much is a sack of flour?", new, old).answer)
    assert [sum("£13" in each for each in quotes), "£13" in quotes[0]] == [1, True]


@pytest.mark.parametrize(
    ("said", "reserved"),
    [
        ("As of Monday it is £16 for flour.", True),
        ("Paid £16 for flour.", False),
        ("As of Monday there is flour again.", False),
    ],
)
def test_what_says_that_it_changes_a_note_of_no_day(said: str, reserved: bool) -> None:
    old = source("The flour costs £14 a sack.", id="A", title="Suppliers")
    answer = extracted("What does the flour cost?", old, source(said, id="B", title="Log", day=MARCH)).answer
    assert is_reserved(answer) is reserved


@pytest.mark.parametrize(
    ("said", "is_changed"),
    [
        ("The stove wood is now £7, up from £6.", False),
        ("The price of the stove wood is now £7.", False),
        ("The stove is now £70, up from £60.", True),
        ("The stove of Rosa is now £70.", True),
        ("Rosa raised the stove wood shop from £80 to £70 for it.", True),
    ],
)
def test_a_change_of_what_is_called_after_it_is_of_another(said: str, is_changed: bool) -> None:
    old = source("The stove costs £80.", id="A", title="Prices")
    answer = extracted("What does the stove cost?", old, source(said, id="B", title="Log", day=MARCH)).answer
    assert ("£70" in quotes_of(answer)[0]) is is_changed
    assert is_changed or "£7" not in quotes_of(answer)[0]


@pytest.mark.parametrize(
    ("below", "reserved"),
    [
        ("The vet says: 2x 80 g from now on.", True),
        ("She sleeps on the stove now, on a rug of 2 m.", False),
        ("The tin holds 400 g.", False),
    ],
)
def test_further_down_the_same_unit_of_another_figure(below: str, reserved: bool) -> None:
    note = source(f"The cat gets 2x 100 g of wet food.\n\n{below}", title="Cat")
    answer = extracted("How much wet food does the cat get?", note).answer
    assert is_reserved(answer) is reserved


def test_under_a_reserve_it_stands_first_too() -> None:
    old = _of(JANUARY, "- each pays 9 eur into the teapot per month", "A")
    newer = _of(MARCH, "- teapot: always empty, we make it 12 from may", "B")
    answer = extracted("How much does each put into the office teapot?", old, newer).answer
    first, second = quotes_of(answer)
    assert ("12" in first, "9 eur" in second) == (True, True)

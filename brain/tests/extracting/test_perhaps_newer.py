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

"""Whoever steps down held the office before; who follows is told first."""

from datetime import date

import pytest

from brain.tests.extracting.extracted_answers import extracted, source

HELD = source("Odette Farrow - conductor", id="A", title="Brass band")
LEFT = (
    "Odette Farrow steps down as conductor after the spring concert. "
    "Elected in her place: Ilse Marchetti (19 votes)."
)


def test_who_follows_stands_first() -> None:
    minutes = source(LEFT, id="B", title="Minutes", day=date(2026, 2, 4))
    answer = extracted("Who is the conductor?", HELD, minutes).answer
    assert answer.index("Ilse Marchetti") < answer.index("Earlier: Odette Farrow - conductor")


@pytest.mark.parametrize(
    "other",
    [
        "Odette Farrow wants to step down as conductor one day.",
        "Renske Vos steps down as secretary; Odette Farrow thanks her.",
        "A retired conductor lent Odette Farrow her baton.",
        "Odette Farrow handed over the keys of the hall.",
    ],
)
def test_who_stays_is_not_told_as_earlier(other: str) -> None:
    minutes = source(other, id="B", title="Minutes", day=date(2026, 2, 4))
    assert "Earlier" not in extracted("Who is the conductor?", HELD, minutes).answer


def test_who_came_back_later_stays() -> None:
    back = source("Odette Farrow - conductor", id="A", title="Brass band", day=date(2026, 9, 1))
    minutes = source(LEFT, id="B", title="Minutes", day=date(2026, 2, 4))
    assert "Earlier: " not in extracted("Who is the conductor?", back, minutes).answer

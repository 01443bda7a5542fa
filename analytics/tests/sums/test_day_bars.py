"""The columns of the chart: they stand on the ground, and what is in one adds up to its height."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.sums import DaySavings
from analytics.sums.day_bars import HEIGHT, WIDTH, BarPart, bars

TODAY = date(2026, 3, 10)


def day(paste: int = 0, read: int = 0, generation: int = 0, helpers: int = 0, *, at: int = 0) -> DaySavings:
    return DaySavings(paste, read, generation, helpers, 1, day=TODAY + timedelta(days=at))


def test_a_column_from_the_ground_up() -> None:
    drawn = bars([day(100, 20, 10, 5)])
    (column,) = drawn.columns
    assert drawn.top == 100
    assert column.parts == [BarPart("read", 160, 40), BarPart("cost", 130, 30), BarPart("saved", 0, 130)]
    assert (column.x, column.width) == (4, WIDTH - 8)


def test_a_day_that_cost_more_than_it_saved() -> None:
    (column,) = bars([day(50, 80, 0, 20)]).columns
    assert [(part.kind, part.y) for part in column.parts] == [("read", 40), ("cost", 0)]


def test_days_without_anything() -> None:
    drawn = bars([day(), day(at=1)])
    assert (drawn.top, [column.parts for column in drawn.columns]) == (10, [[], []])
    assert bars([]).columns == []


@pytest.mark.parametrize(
    ("most", "top"), [(0, 10), (7, 10), (10, 10), (11, 20), (21, 25), (99, 100), (100_001, 200_000)]
)
def test_the_number_at_the_top(most: int, top: int) -> None:
    assert bars([day(most)]).top == top


tokens = st.integers(0, 10_000_000)


@given(st.lists(st.builds(day, tokens, tokens, tokens, tokens), min_size=1, max_size=90))
def test_parts_are_stacked_inside_the_drawing(days: list[DaySavings]) -> None:
    drawn = bars(days)
    right = 0.0
    for column in drawn.columns:
        assert column.x >= right
        right = round(column.x + column.width, 2)
        assert right <= WIDTH
        below = float(HEIGHT)
        for part in column.parts:
            assert part.y + part.height == pytest.approx(below, abs=0.02)
            below = part.y
        highest = max(column.day.paste, column.day.spent)
        assert HEIGHT - below == pytest.approx(HEIGHT * highest / drawn.top, abs=0.06)
        assert below >= 0

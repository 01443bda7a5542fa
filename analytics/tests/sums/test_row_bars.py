"""The bars of rows and the line of days; and who reads everything."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.sums import DaySavings, SavingsRow
from analytics.sums.row_bars import (
    LINE_HEIGHT,
    LINE_WIDTH,
    MIN_READS,
    MOST_COLUMNS,
    WIDTH,
    RowPart,
    day_line,
    reads_everything,
    row_bars,
    saved_by_day,
)


def row(key: str, paste: int, read: int, generation: int = 0, reads: int = MIN_READS) -> SavingsRow:
    return SavingsRow(paste, read, generation, 0, reads, key=key)


def day(paste: int, read: int, at: int = 0) -> DaySavings:
    return DaySavings(paste, read, 0, 0, 1, day=date(2026, 3, 1) + timedelta(days=at))


def test_all_bars_have_one_scale() -> None:
    first, second = row_bars([row("koda", 200, 20, 30), row("mira", 100, 100)])
    assert first.parts == [RowPart("read", 0, 10), RowPart("cost", 10, 15), RowPart("saved", 25, 75)]
    assert second.parts == [RowPart("read", 0, 50)]


@given(st.lists(st.tuples(st.integers(0, 9_999), st.integers(0, 9_999), st.integers(0, 999)), max_size=6))
def test_no_bar_leaves_the_drawing(figures: list[tuple[int, int, int]]) -> None:
    for bar in row_bars([row(str(at), *figure) for at, figure in enumerate(figures)]):
        end = 0.0
        for part in bar.parts:
            assert part.x == pytest.approx(end, abs=0.02)
            end = part.x + part.width
        assert end <= WIDTH + 0.02


def test_a_line_of_days() -> None:
    line = day_line([day(100, 0), day(0, 0, 1), day(50, 100, 2)])
    saved = [tuple(map(float, point.split(","))) for point in line.saved.split()]
    assert [x for x, _ in saved] == [0, LINE_WIDTH / 2, LINE_WIDTH]
    # The higher, the more was saved; 0 is on the ground, and a day that cost more is below it.
    assert saved[0][1] < saved[1][1] == line.ground < saved[2][1] < LINE_HEIGHT
    assert line.top == 100


@pytest.mark.parametrize("days", [[], [day(0, 0)]])
def test_a_line_of_nothing_is_drawn(days: list[DaySavings]) -> None:
    assert len(day_line(days).saved.split()) == len(days)


def test_the_lines_of_rows_have_one_scale() -> None:
    koda, mira = (
        replace(row(key, paste, 0), days=(day(paste, 0), day(0, 0, 1)))
        for key, paste in (("koda", 100), ("mira", 50))
    )
    first, second = (bar.line for bar in row_bars([koda, mira]))
    assert first.top == second.top == 100
    assert first.ground == second.ground
    heights = [line.ground - float(line.saved.split()[0].split(",")[1]) for line in (first, second)]
    assert heights[0] == pytest.approx(2 * heights[1], abs=0.02)


def test_what_rows_saved_by_day() -> None:
    rows = [replace(row(str(at), 10, 0), days=(day(at, 0), day(0, 1, 1))) for at in range(MOST_COLUMNS + 1)]
    table = saved_by_day(rows)
    assert table.keys == [str(at) for at in range(MOST_COLUMNS)]
    keys = [str(at) for at in range(MOST_COLUMNS)]
    assert [(at.day, saved) for at, saved in table.days] == [
        (1, [(key, int(key)) for key in keys]),
        (2, [(key, -1) for key in keys]),
    ]
    assert saved_by_day([]).days == []


def test_who_reads_everything() -> None:
    koda, mira = row("koda", 1_000, 900), row("mira", 5_000, 4_900)
    assert reads_everything([koda, mira, row("prax", 9_000, 900)]) == mira
    assert reads_everything([row("prax", 9_000, 900), row("new", 100, 100, reads=MIN_READS - 1)]) is None

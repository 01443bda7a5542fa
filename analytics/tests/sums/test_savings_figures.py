"""Sums put together, without a database."""

from datetime import date

import pytest

from analytics.sums import Figures, LedgerSum, days_between, period_of, savings_of

DAY = date(2026, 3, 10)


def on_day(by: str, key: str, paste: int = 0, read: int = 0, helpers: int = 0) -> LedgerSum:
    """A sum whose entries are all of one day."""
    figures = (paste, read, 0, helpers, 1)
    return LedgerSum(*figures, by=by, key=key, days={DAY: Figures(*figures)})


@pytest.mark.parametrize(
    ("figures", "saved", "percent"),
    [
        pytest.param((1_000, 100, 50, 30, 2), 820, 82.0, id="saved"),
        pytest.param((1_000, 1_500, 0, 0, 2), -500, -50.0, id="spent more"),
        pytest.param((0, 10, 0, 0, 1), -10, None, id="no paste"),
        pytest.param((3, 1, 0, 0, 1), 2, 66.7, id="rounded"),
        pytest.param((0, 0, 0, 0, 0), 0, None, id="nothing"),
    ],
)
def test_saved_and_percent(
    figures: tuple[int, int, int, int, int], saved: int, percent: float | None
) -> None:
    assert (Figures(*figures).saved, Figures(*figures).percent) == (saved, percent)


def test_days_without_an_entry_are_there() -> None:
    found = savings_of([on_day("channel", "task", 10, 2)], since=date(2026, 3, 8), until=DAY, exact=True)
    assert [(day.day.day, day.saved) for day in found.days] == [(8, 0), (9, 0), (10, 8)]
    assert found.saved == 8
    assert found.by_channel[0].days == found.days


def test_agents_come_by_what_they_saved_with_their_helpers() -> None:
    sums = [
        on_day("reader", "agent a", 100, 10),
        on_day("reader", "helper for agent a", helpers=95),
        on_day("reader", "person ann", 50, 10),
    ]
    found = savings_of(sums, since=DAY, until=DAY, exact=False)
    assert [(row.key, row.saved) for row in found.by_agent] == [("person ann", 40), ("agent a", -5)]
    # And so does each of its days.
    assert [day.saved for day in found.by_agent[1].days] == [-5]
    assert not found.exact


def test_periods() -> None:
    assert period_of(14, today=DAY) == (date(2026, 2, 25), DAY)
    assert period_of(1, today=DAY) == (DAY, DAY)
    assert len(days_between(*period_of(90, today=DAY))) == 90
    assert days_between(date(2024, 2, 28), date(2024, 3, 1))[1] == date(2024, 2, 29)


@pytest.mark.parametrize("days", [0, -1, 367])
def test_a_period_that_is_none(days: int) -> None:
    with pytest.raises(ValueError, match="days must be from 1 to 366"):
        period_of(days, today=DAY)

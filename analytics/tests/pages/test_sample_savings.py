"""The sample is a whole made of its parts, as real figures are."""

from datetime import date, timedelta

import pytest

from analytics.sums import DAYS, Figures
from analytics.views.sample_savings import sample_savings

TODAY = date(2026, 3, 10)


def added(parts: tuple[Figures, ...]) -> list[int]:
    names = ("paste", "read", "generation", "helpers", "reads", "saved")
    return [sum(getattr(part, name) for part in parts) for name in names]


@pytest.mark.parametrize("days", DAYS)
def test_its_tables_agree(days: int) -> None:
    found = sample_savings(since=TODAY - timedelta(days=days - 1), until=TODAY)
    assert len(found.days) == days
    assert (
        added((found,))
        == added(found.days)
        == added(found.by_agent)
        == added(found.by_channel)
        == added(found.by_level)
    )


def test_it_is_the_same_every_time() -> None:
    period = {"since": TODAY - timedelta(days=13), "until": TODAY}
    assert sample_savings(**period) == sample_savings(**period)
    assert sample_savings(**period).percent == 76.1

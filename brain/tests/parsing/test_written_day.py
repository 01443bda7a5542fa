"""The day that a title gives."""

from datetime import date

import pytest

from brain.parsing.written_day import written_day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-12 dentist", date(2026, 3, 12)),
        ("journal/2026/03/12.md", date(2026, 3, 12)),
        ("Retro of 12 March 2026", date(2026, 3, 12)),
        ("Besprechung am 12. März 2026", date(2026, 3, 12)),
        ("March 12, 2026", date(2026, 3, 12)),
        ("12 March", None),
        ("From 2026-03-12 to 2026-03-15", None),
        ("03/04/2026", None),
        ("13/04/2026", date(2026, 4, 13)),
        ("Plan for 2026-12-01", None),
        ("2026-02-30", None),
        ("Version 10.2.2026.1", None),
        ("Roses", None),
    ],
)
def test_one_whole_date_that_has_come(text: str, day: date | None) -> None:
    assert written_day(text, latest=date(2026, 11, 28)) == day

"""The day that a title, or a line of its own, gives."""

from datetime import date

import pytest

from brain.parsing.written_day import day_of_lines, written_day


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


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("5 March 2026\n\nMoths in the felt.", date(2026, 3, 5)),
        ("# Moths\n\n*Ludlow, Thursday 5 March 2026*\n\nIn the felt.", date(2026, 3, 5)),
        ("## 2026-03-05\n\nMoths.\n\n## 2026-03-09\n\nGone.\n\n## 2026-12-24\n\nTo do.", date(2026, 3, 9)),
        ("Datum: 5. März 2026\nDie Motten.", date(2026, 3, 5)),
        ("5 March 2026\n\nMoths.\n\nInsurance renewed 9 March 2026", date(2026, 3, 5)),
        ("Moths in the felt.\n\n5 March 2026", None),
        ("# Moths\n\nIn the felt.\n\n5 March 2026", None),
        ("On 5 March 2026 I found moths in the felt.", None),
        ("24 December 2026\n\nConcert.", None),
        ("3 5 7\n\n5 March 2026", None),
        ("\n \n", None),
    ],
)
def test_a_line_of_its_own_at_the_head(body: str, day: date | None) -> None:
    assert day_of_lines(body, latest=date(2026, 11, 28)) == day

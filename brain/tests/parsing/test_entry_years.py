"""The years of a diary's entries that do not say them."""

import time
from datetime import date

import pytest

from brain.parsing.day_heads import DayHead
from brain.parsing.entry_years import date_heads, years_of
from core.text.tests.machine_speed import is_within

TODAY = date(2026, 11, 28)
MONDAY, TUESDAY, WEDNESDAY, FRIDAY, SUNDAY = 0, 1, 2, 4, 6


def iso_days(*heads: DayHead | date, years: tuple[int, ...] = (), latest: date = TODAY) -> list[str | None]:
    return [str(day) if day else None for day in date_heads(heads, years, latest)]


@pytest.mark.parametrize(
    ("title", "file", "front_matter", "years"),
    [
        ("Diary summer 2024", "diary summer 2024.md", {}, (2024,)),
        ("Rules, 2022", "rules.md", {}, (2022,)),
        ("Bees", "garden/2023/bees.md", {}, (2023,)),
        ("Bees", "bees.md", {"year": 2021}, (2021,)),
        ("Bees", "bees 2020.md", {"year": 2021}, (2020,)),
        ("Bees 2020", "bees 2021.md", {}, ()),
        ("Bees, 3 May 2020", "bees.md", {}, ()),
        ("Invoice 20241", "a.md", {}, ()),
        ("Bees, winter 24/25", "bees.md", {}, (2024, 2025)),
        ("Bienen Winter '24/'25", "bienen winter.md", {}, (2024, 2025)),
        ("Choir 2023/24", "choir.md", {}, (2023, 2024)),
        ("Choir", "choir_2023-2024.md", {}, (2023, 2024)),
        ("Chor", "chor.md", {"season": "22/23"}, (2022, 2023)),
        ("Choir 2023/24", "choir 2023.md", {}, (2023, 2024)),
        ("Choir 2023/24", "choir 2021.md", {}, ()),
        ("Bees, autumn 24", "bees.md", {}, (2024,)),
        ("Bienen, Herbst 24: Notizen", "bienen.md", {}, (2024,)),
        ("Bees, winter 24", "bees.md", {}, ()),
        ("Summer 24 hours race", "race.md", {}, ()),
        ("Size 24/25", "size.md", {}, ()),
        ("Choir 2023/27", "choir.md", {}, (2023,)),
        ("Roster 2011-12", "roster.md", {}, (2011,)),
    ],
)
def test_the_years_that_a_note_is_called_by(
    title: str, file: str, front_matter: dict[str, object], years: tuple[int, ...]
) -> None:
    assert years_of(title, file, front_matter) == years


def test_of_two_years_the_second_begins_in_january() -> None:
    heads = DayHead(11, 30), DayHead(1, 4), DayHead(3, 1)
    assert iso_days(*heads, years=(2024, 2025)) == ["2024-11-30", "2025-01-04", "2025-03-01"]
    assert iso_days(DayHead(1, 4), DayHead(3, 1), years=(2024, 2025)) == ["2025-01-04", "2025-03-01"]
    assert iso_days(DayHead(9, 4), DayHead(10, 1), years=(2024, 2025)) == ["2024-09-04", "2024-10-01"]


def test_what_may_be_in_both_years_is_in_that_of_its_weekdays() -> None:
    assert iso_days(DayHead(5, 4), DayHead(6, 1), years=(2024, 2025)) == [None, None]
    sundays = DayHead(5, 4, SUNDAY), DayHead(6, 1)
    assert iso_days(*sundays, years=(2024, 2025)) == ["2025-05-04", "2025-06-01"]
    wrong = DayHead(11, 30, MONDAY), DayHead(1, 4)
    assert iso_days(*wrong, years=(2024, 2025)) == ["2024-11-30", "2025-01-04"]


def test_whole_dates_give_the_years_between_them() -> None:
    days = ["2023-12-08", "2023-12-19", "2024-02-20", "2024-03-11"]
    heads = date(2023, 12, 8), DayHead(12, 19), DayHead(2, 20), date(2024, 3, 11)
    assert iso_days(*heads) == days
    assert iso_days(*heads[::-1]) == days[::-1]
    assert iso_days(*heads, years=(2021,)) == days


def test_one_whole_date_gives_those_around_it() -> None:
    heads = DayHead(11, 2), date(2023, 12, 8), DayHead(1, 9), DayHead(2, 1)
    assert iso_days(*heads) == ["2023-11-02", "2023-12-08", "2024-01-09", "2024-02-01"]
    early = DayHead(3, 2), DayHead(7, 9), DayHead(12, 30), date(2024, 1, 8)
    assert iso_days(*early) == ["2023-03-02", "2023-07-09", "2023-12-30", "2024-01-08"]
    assert iso_days(DayHead(12, 30), date(2024, 1, 8)) == ["2023-12-30", "2024-01-08"]


def test_between_whole_dates_of_far_years_a_day_may_be_of_several() -> None:
    heads = date(2021, 5, 8), DayHead(9, 1), date(2024, 3, 11)
    assert iso_days(*heads)[1] is None
    dated = date(2021, 5, 8), DayHead(9, 1, FRIDAY), date(2024, 3, 11)
    assert iso_days(*dated)[1] == "2023-09-01"


def test_weekdays_give_the_one_year_that_they_all_fit() -> None:
    heads = DayHead(12, 4, MONDAY), DayHead(12, 20), DayHead(1, 9, TUESDAY)
    assert iso_days(*heads) == ["2023-12-04", "2023-12-20", "2024-01-09"]
    assert iso_days(*heads[::-1]) == ["2024-01-09", "2023-12-20", "2023-12-04"]


@pytest.mark.parametrize(
    "heads",
    [
        (DayHead(12, 4, MONDAY), DayHead(1, 9)),
        (DayHead(12, 4, MONDAY), DayHead(1, 9, WEDNESDAY)),
        (DayHead(12, 4), DayHead(1, 9)),
        (DayHead(12, 4, FRIDAY), DayHead(12, 7, MONDAY)),
        (DayHead(12, 6, SUNDAY), DayHead(12, 7, MONDAY), DayHead(1, 5, MONDAY)),
    ],
)
def test_weekdays_of_no_year_give_none(heads: tuple[DayHead, ...]) -> None:
    assert set(iso_days(*heads)) == {None}


def test_weekdays_of_several_years_give_that_of_the_note() -> None:
    # In 2019 and in 2024.
    heads = DayHead(5, 5, SUNDAY), DayHead(5, 6, MONDAY)
    assert iso_days(*heads, latest=date(2024, 12, 1)) == [None, None]
    assert iso_days(*heads, latest=date(2024, 5, 6)) == ["2024-05-05", "2024-05-06"]


def test_the_29th_of_february_is_of_a_leap_year() -> None:
    assert iso_days(DayHead(2, 29), DayHead(3, 4), years=(2023,)) == [None, "2023-03-04"]


def test_many_heads_cost_little() -> None:
    heads = [DayHead(3, 2)] * 20_000
    started = time.process_time()
    date_heads([*heads, date(2024, 3, 2), *heads, date(2025, 3, 2)], (), TODAY)
    assert is_within(time.process_time() - started, 1)


@pytest.mark.parametrize(
    ("latest", "third"), [(TODAY, "2026-02-03"), (date(2026, 2, 3), "2026-02-03"), (date(2026, 2, 2), None)]
)
def test_a_day_before_the_last_one_is_of_the_next_year(latest: date, third: str | None) -> None:
    heads = DayHead(7, 9), DayHead(7, 12), DayHead(2, 3)
    assert iso_days(*heads, years=(2025,), latest=latest) == ["2025-07-09", "2025-07-12", third]
    assert iso_days(date(2025, 7, 9), *heads[1:], latest=latest) == ["2025-07-09", "2025-07-12", third]


def test_a_day_a_little_before_the_last_one_may_be_out_of_order() -> None:
    heads = DayHead(7, 9), DayHead(7, 12), DayHead(7, 10), DayHead(7, 20)
    assert iso_days(*heads, years=(2024,)) == ["2024-07-09", "2024-07-12", None, "2024-07-20"]
    dated = (*heads[:2], DayHead(7, 10, WEDNESDAY), heads[3])
    assert iso_days(*dated, years=(2024,)) == ["2024-07-09", "2024-07-12", "2024-07-10", "2024-07-20"]


def test_a_day_behind_the_first_whole_date_is_of_the_year_before() -> None:
    heads = DayHead(3, 2), DayHead(8, 9), date(2024, 5, 1), DayHead(6, 1)
    assert iso_days(*heads) == ["2023-03-02", "2023-08-09", "2024-05-01", "2024-06-01"]


def test_the_newest_first() -> None:
    heads = DayHead(7, 12), DayHead(7, 9), DayHead(2, 3)
    assert iso_days(*heads, years=(2025,)) == ["2025-07-12", "2025-07-09", "2025-02-03"]
    assert iso_days(date(2025, 7, 12), *heads[1:]) == ["2025-07-12", "2025-07-09", "2025-02-03"]

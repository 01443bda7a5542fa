"""Dates in figures, of which some may be read in two ways."""

from datetime import date

import pytest

from core.text.written_dates import figure_dates, number_places, short_named_dates

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("29.04.26", [date(2026, 4, 29)]),
        ("am 5.6.24 in Ulm", [date(2024, 6, 5)]),
        ("25/4/24, 19:40", [date(2024, 4, 25)]),
        ("4/25/24", [date(2024, 4, 25)]),
        ("3/4/24", [date(2024, 4, 3), date(2024, 3, 4)]),
        ("03.04.2026", [date(2026, 4, 3)]),
        ("04.25.2026", [date(2026, 4, 25)]),
        ("13-04-2026", [date(2026, 4, 13)]),
        ("1.2.57", [date(1957, 2, 1)]),
        ("1.2.56", []),
        ("1.2.30", []),
        ("version 3.12.24", []),
        ("06.12.34.56.78", []),
        ("10.0.12.24", []),
        ("24-04-25", []),
        ("2024/04/25", []),
        ("32/13/24", []),
    ],
)
def test_the_days_that_it_may_be(text: str, days: list[date]) -> None:
    assert [day for found in figure_dates(text, TODAY) for day in found.days] == days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("(updated 7 march 26)", [date(2026, 3, 7)]),
        ("Wool, 4 May '25", [date(2025, 5, 4)]),
        ("Wolle vom 4. Mai 25.\nMehr", [date(2025, 5, 4)]),
        ("June 9th, '24: dyed", [date(2024, 6, 9)]),
        ("dated 9 June 98, by hand", [date(1998, 6, 9)]),
        ("Stand 9. Juni 24 – neu", [date(2024, 6, 9)]),
        ("7 March 26 people came", []),
        ("On 7 March 26 – mostly children – came", []),
        ("from 7 March 26.5 kg", []),
        ("at 9 June 24:00", []),
        ("3 sacks 24", []),
        ("31 June 24", []),
        ("7 March 30", []),
        ("Saal 4 June 19", []),
        ("Flat 9 May 14", []),
        ("Seite 12 March 20", []),
        ("Ludlow 9 May 14", [date(2014, 5, 9)]),
    ],
)
def test_the_days_with_a_name_and_a_short_year(text: str, days: list[date]) -> None:
    assert [day for day, _ in short_named_dates(text, TODAY)] == days


@pytest.mark.parametrize(
    "text",
    [
        "Move to Ruby 3.2.11",
        "Rails 5.2.14 notes",
        "Blender 2.9.13",
        "§ 5.6.12",
        "6.4.12 is out",
        "Ruby 2.7.10, 3.1.12",
        "Sitzung 9.8.24",
        "am 5.6.24 in Ulm",
    ],
)
def test_figures_that_may_be_the_number_of_a_version(text: str) -> None:
    assert number_places(text)


@pytest.mark.parametrize(
    "text",
    [
        "9.8.24",
        "## **9.8.24**: rain",
        "09.8.24 Zahnarzt",
        "Sitzung vom 9.8.24.",
        "Minutes of 9.8.24.md",
        "Choir, Fri 9.8.24 – new songs",
        "Garten, 9.8.24",
        "Ulm, den 9.8.24",
        "Stand: 9.8.24, 15:20",
        "Fr., 9.8.24 15:20",
        "Ruby 9.8.2024",
        "Ruby 9/8/24",
    ],
)
def test_figures_that_are_placed_as_a_date(text: str) -> None:
    assert not number_places(text)

"""The day of a note that nobody dates."""

from datetime import date

import pytest

from brain.parsing.note_day import DaySource, note_day

LATEST = date(2026, 3, 1)
BODY = "The lamps are cleaned on Mondays. The oil is under the stairs."


@pytest.mark.parametrize(
    ("title", "head", "day"),
    [
        ("Lamps", "*Last changed 7 December 2025. Old things are struck out.*", date(2025, 12, 7)),
        ("Lamps", "Last checked 3 May 2025, Ida and Rolf", date(2025, 5, 3)),
        ("Lampen", "Aktualisiert: Oktober 2025", date(2025, 10, 1)),
        ("Lamps", "Version of June 2025. With thanks to Ida.", date(2025, 6, 1)),
        ("Lamps", "Ida Holm, when I remember. Last real edit: January 2026.", date(2026, 1, 1)),
        ("Lamps of the pier (checked Jan 2026)", "", date(2026, 1, 1)),
        ("Newsletter, May 2025", "", date(2025, 5, 1)),
        ("diary-june", "diary june 2025", date(2025, 6, 1)),
        ("Price list valid from 16 June 2025", "", date(2025, 6, 16)),
        ("Prices", "Valid from 1 February 2026. Throw the old list away.", date(2026, 2, 1)),
        ("Trip to the lamps", "last changes 16 October 2025", date(2025, 10, 16)),
        ("Lamps", "Ida and Rolf; last touched in October 2025", date(2025, 10, 1)),
        ("Lampen", "Stand: Oktober 2025", date(2025, 10, 1)),
    ],
)
def test_a_note_says_when_it_was_written(title: str, head: str, day: date) -> None:
    assert note_day(title, f"{head}\n\n{BODY}", LATEST)[0] == day


@pytest.mark.parametrize(
    ("title", "head"),
    [
        ("Licence", "Valid until 1 February 2026."),
        ("Lamps", "The keeper of May 2025 has left."),
        ("Budget June 2025", ""),
        ("Rent from May 2025", ""),
        ("Lease ends June 2025", ""),
        ("Lamps", "A novel, written in May 1947, is told of the keeper."),
        ("Lamps", "Oil: changed 3 May 2024, as it was black and the wick smoked all night."),
        ("Plan for May 2025", ""),
        ("Pier, March and April, then May 2025 and June 2025", ""),
        ("Lamps", "Version of June 2027."),
        ("Lamps", "Last changed 3 April 2026."),
    ],
)
def test_other_days_are_none(title: str, head: str) -> None:
    assert note_day(title, f"{head}\n\n{BODY}", LATEST)[0] is None


@pytest.mark.parametrize(
    "address",
    [
        "https://boats.example/2021/03/14/oars",
        "![oars](img/2021-03-14.png)",
        "<https://a.example/2021-03-14>",
    ],
)
def test_an_address_gives_no_day(address: str) -> None:
    assert note_day("Oars", f"{address}\n\nFound by Ida.\n", date(2026, 1, 1))[0] is None


@pytest.mark.parametrize(
    "body",
    [
        "# Owls\n\nHeard them from the attic again.\n\n**Date**: 2025-11-02 ~21:15 – 22:40\n**Seen**: 3\n",
        "# Owls\n\n- **Date**: 2 November 2025, about 21:15\n- **Seen**: 3\n\nThey were loud.\n",
        "Owls in the attic\n* Datum: 02.11.2025\n",
    ],
)
def test_a_line_called_date_gives_the_day(body: str) -> None:
    assert note_day("Owls", body, LATEST) == (date(2025, 11, 2), DaySource.TEXT)


def test_several_lines_called_date_give_none() -> None:
    body = "Trips:\n\n- Date: 2 November 2025\n- Where: Lund\n\n- Date: 9 November 2025\n- Where: Ystad\n"
    assert note_day("Trips", body, LATEST)[0] is None


@pytest.mark.parametrize(
    ("file", "day"),
    [
        ("2023-1-7-2022-looking-back.md", date(2023, 1, 7)),
        ("posts/2024-12-31-2025-wishes.md", date(2024, 12, 31)),
        ("7-1-2023-walk.md", None),
    ],
)
def test_a_year_behind_the_day_of_a_file_is_of_its_name(file: str, day: date | None) -> None:
    assert note_day("Looking back", BODY, LATEST, file)[0] == day

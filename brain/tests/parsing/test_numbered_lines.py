"""Numbers of versions and sections at the heads of lines are no days."""

import time
from datetime import date

import pytest

from brain.parsing.entry_days import dated_spans
from brain.parsing.note_day import note_day
from brain.parsing.numbered_lines import mask_numbers
from core.text.tests.machine_speed import is_within

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    "body",
    [
        "## 2.7.13\n\nFaster.\n\n## 2.7.12\n\nSlower.\n\n## 2.6.11\n\nFirst.\n",
        "## [5.0.21]\n\nFaster.\n\n## [4.8.19]\n\nSlower.\n",
        "- 3.4.14: Pumpe\n- 3.4.15: Ventil\n- 3.5.16: Schlauch\n",
        "3.1.21: intake\n3.1.22: outlet\n3.2.10: drain\n",
        "**4.1.** Drain.\n**4.2.** Rinse.\n**5.1.** Fill.\n**5.2.** Heat.\n",
        "## 1.1.\n\nZweck\n\n## 1.2.\n\nOrt\n\n## 1.3.\n\nZeit\n",
        "# Kapitel 7.2.14\n\nDie Pumpe.\n",
        "# Ruby 3.1.12\n\nNotes.\n",
    ],
)
def test_numbers_are_no_days(body: str) -> None:
    assert note_day("Notes 2024", body, TODAY)[0] is None
    assert not dated_spans("Notes", body, TODAY, (2024,))


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("## 9.8.24\n\nRain.\n\n## 10.8.24\n\nSun.\n", date(2024, 8, 10)),
        ("## 01.01.24\n\nRain.\n\n## 01.01.25\n\nSun.\n", date(2025, 1, 1)),
        ("- 9.8.24: Pumpe\n- 12.8.24: Ventil\n- 3.9.24: Schlauch\n", date(2024, 9, 3)),
        ("**1.1.** Rain.\n**2.1.** Sun.\n**3.1.** Fog.\n", date(2024, 1, 3)),
        ("**30.1.** Rain.\n**1.2.** Sun.\n**2.2.** Fog.\n", date(2024, 2, 2)),
        ("date,what,g\n1.1.24,ink,3\n1.1.25,wax,4\n1.1.26,glue,4\n", date(2026, 1, 1)),
    ],
)
def test_days_stay_days(body: str, day: date) -> None:
    assert note_day("Notes 2024", body, TODAY)[0] == day


@pytest.mark.parametrize(
    "title", ["Move to Ruby 3.2.11", "Saal 4 June 19", "Quittung Nr. 7.5.23", "Brief § 5.6.12"]
)
def test_a_title_or_a_files_name_with_a_number_gives_no_day(title: str) -> None:
    assert note_day(title, "", TODAY, file=f"{title}.md")[0] is None


def test_messages_and_mails_keep_their_days() -> None:
    chat = "1.2.24, 10:00 - Ann: a\n1.2.25, 10:00 - Bo: b\n1.2.26, 10:00 - Ann: c\n"
    mail = "Von: Ann\nGesendet: Fr 9.8.24 von unterwegs\nAn: Bo\n\nHallo Bo"
    assert note_day("Log", chat, TODAY)[0] == date(2026, 2, 1)
    assert note_day("Log", mail, TODAY)[0] == date(2024, 8, 9)


def test_a_masked_text_keeps_its_length() -> None:
    text = "## 1.4.10\nUse 1.4.10.\n## 1.4.11\n"
    assert mask_numbers(text) == "## 1_4_10\nUse 1.4.10.\n## 1_4_11\n"


def test_hostile_lines_cost_little() -> None:
    text = "- " * 50_000 + "\n" + "## 1.1.24\n" * 20_000 + "1.1.24|" * 10_000
    started = time.process_time()
    mask_numbers(text)
    assert is_within(time.process_time() - started, 1)

"""The day that a title, or a line of its own, gives."""

from datetime import date

import pytest

from brain.parsing.note_day import DaySource, note_day
from brain.parsing.written_day import day_of_chat, day_of_lines, day_of_mails, probable_day, written_day


@pytest.mark.parametrize(
    "line",
    [
        "Drawn up by Gethin, 21 September 2025",
        "Signed on 21 September 2025",
        "Held on Sun. 21 September 2025",
        "*Updated:* 21 September 2025",
    ],
)
def test_who_drew_it_up_and_when(line: str) -> None:
    assert day_of_lines(f"# Budget\n\n{line}\n\nWe spend less.", date(2026, 1, 1)) == date(2025, 9, 21)


def test_a_chat_is_of_its_newest_message() -> None:
    lines = [
        "04/07/2026, 19:01 - Ines: Hello",
        "05/07/2026, 07:20 - Dev: rowed",
        "09/07/2026, 12:03 - Bo: 3 May 2026",
    ]
    chat = "\n".join(lines)
    assert note_day("Crew", chat, date(2026, 11, 28)) == (date(2026, 7, 9), DaySource.CHAT)
    assert note_day("Crew", chat, date(2026, 7, 8)) == (date(2026, 7, 5), DaySource.CHAT)
    assert day_of_chat("\n".join(lines[:2]), date(2026, 11, 28)) is None


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
        (
            "Old Mill\n3 Ford Street, Ludlow\n5 March 2026\n\nDear Ann,\n\nOn 9 May 2026 we met.",
            date(2026, 3, 5),
        ),
        ("Our ref: AB/12\nYour letter of 3 March 2026\n17 March 2026\n\nDear Ann,", date(2026, 3, 17)),
        ("Money, 5 March 2026, after two hours with Sheena the accountant\n\nIn", date(2026, 3, 5)),
        ("# Council\n\nHeld on 5 March 2026 in the village hall, 19:30\nPresent: A. B.", date(2026, 3, 5)),
        (
            "Minutes of the yearly meeting of the society held on Thursday 5 March 2026 at the mill",
            date(2026, 3, 5),
        ),
        ("Order date: 3 March 2026\nDate: 5 March 2026\n", date(2026, 3, 5)),
        ("Deadline: 5 March 2026\n\nThe tax.", None),
        ("Grandmother, born 3 May 1961\n\nShe", None),
        ("Talk about the flood of 5 May 1953\n\nHe", None),
        ("Rates\nBoiler fitted 5 March 2026", None),
        ("On 5 March 2026 I found moths in the felt of the\npiano.", None),
        ("Club rules\nValid from 1 March 2026\n\nNo dogs.", date(2026, 3, 1)),
        ("\n \n", None),
    ],
)
def test_a_line_of_its_own_at_the_head(body: str, day: date | None) -> None:
    assert day_of_lines(body, latest=date(2026, 11, 28)) == day


@pytest.mark.parametrize(
    ("body", "day"),
    [
        (
            "From: Ann\nTo: Bo\nDate: Mon, 11 May 2026 10:03 +0100\nSubject: Re: 3 May 2026\n\nHi Bo,",
            date(2026, 5, 11),
        ),
        (
            "**From:** Ann, 20 April 2026\nDear Bo,\n\n**From:** Bo, 22 April 2026\nOn 9 May 2026",
            date(2026, 4, 22),
        ),
        ("Von: Ann\nGesendet: Montag, 11. Mai 2026 10:03\nAn: Bo\n\nHallo Bo,", date(2026, 5, 11)),
        ("I kept this one.\n\nFrom: Ann\nDate: 11 May 2026\n\nHi Bo,", None),
        ("From: 1 June 2026\nTo: 5 June 2026\n", None),
    ],
)
def test_the_newest_mail_of_a_thread(body: str, day: date | None) -> None:
    assert day_of_mails(body, latest=date(2026, 11, 28)) == day


@pytest.mark.parametrize(
    ("file", "day"),
    [
        ("gasket orders_2024-09.csv.md", date(2024, 9, 1)),
        ("kiln/firings june_2025.txt", date(2025, 6, 1)),
        ("Sept-2024.txt", date(2024, 9, 1)),
        ("decision-2024-11-glaze.md", date(2024, 11, 1)),
        ("firings 2011-12.md", None),
        ("firings 2023-01 to 2023-04.md", None),
        ("firings 2027-03.md", None),
        ("summer 2024.md", None),
    ],
)
def test_the_month_in_a_files_name(file: str, day: date | None) -> None:
    expected = (day, DaySource.FILE) if day else (None, DaySource.NONE)
    assert note_day("Firings", "We fire on Friday.", date(2026, 1, 1), file) == expected
    dated = "5 March 2026\n\nWe fire on Friday."
    assert note_day("Firings", dated, date(2026, 11, 1), file) == (date(2026, 3, 5), DaySource.TEXT)


@pytest.mark.parametrize("who", ["Ruta K.", "J. P. Ostrow", "Dr. Ansell", "Mrs. Bell"])
def test_who_writes_before_the_day(who: str) -> None:
    note = f"NOTICE - please file this with the kiln book\n{who}, 5 Sept 2024\n\nThe cones were wrong."
    assert day_of_lines(note, date(2026, 1, 1)) == date(2024, 9, 5)


def test_a_decision_has_the_day_on_which_it_was_made() -> None:
    note = "# Glaze\n\n*Decided by e-mail 18 Nov 2024, replaces the one of October 2023.*\n\nWe take two."
    assert day_of_lines(note, date(2026, 1, 1)) == date(2024, 11, 18)


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("Revised 9 September 2024 after the meeting of the board", date(2024, 9, 9)),
        ("Last gone through: 9 September 2024", date(2024, 9, 9)),
        ("*Last looked through: 9 September 2024*", date(2024, 9, 9)),
        ("Reviewed by Ann Moore, 9 September 2024", date(2024, 9, 9)),
        ("Amended on 9 September 2024", date(2024, 9, 9)),
        ("Stand: 9. September 2024", date(2024, 9, 9)),
        ("Zuletzt geändert am 9. September 2024", date(2024, 9, 9)),
        ("Überarbeitet: 9. September 2024", date(2024, 9, 9)),
        ("Last serviced: 9 September 2024", None),
        ("Last paid 9 September 2024", None),
        ("To be reviewed by 9 September 2024", None),
        ("Zuletzt geölt am 9. September 2024", None),
        ("Gültig bis 9. September 2024", None),
    ],
)
def test_a_line_at_the_head_says_when_it_was_gone_through(line: str, day: date | None) -> None:
    assert day_of_lines(f"# Pump\n\nFor all who use it\n\n{line}\n\nIt runs.", date(2026, 11, 28)) == day


@pytest.mark.parametrize(
    ("title", "body", "day"),
    [
        ("Plenum 14 Jan", "Rent.", date(2026, 1, 14)),
        ("Plenum", "plenum 10 december - all there\n\nOn 3 May rent.", date(2025, 12, 10)),
        ("Rent from 1 March", "Rent.", None),
        ("Camp 3 May to 5 May", "Rent.", None),
        ("Plenum 14 Jan 2024", "Rent.", None),
        ("29 Feb", "Rent.", date(2024, 2, 29)),
    ],
)
def test_a_day_without_a_year_was_the_last_such(title: str, body: str, day: date | None) -> None:
    assert probable_day(title, body, date(2026, 11, 28)) == day

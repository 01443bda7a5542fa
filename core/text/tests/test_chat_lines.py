"""Who says what when in an exported chat."""

from datetime import date

import pytest

from core.text.chat_lines import is_chat, message_days, message_heads

TODAY = date(2026, 11, 28)
CHAT = """[Crew, exported by Pip]

04/07/2026, 19:01 - Ines: Regatta is 25 July.
07/07/2026, 07:20 - Bram Visser: Fine.
so be it
09/07/2026, 12:03 - Ines: Change: it is 1 August.
"""


@pytest.mark.parametrize(
    ("line", "name", "said"),
    [
        ("04/07/2026, 19:01 - Ines: Regatta: 25 July", "Ines", "Regatta: 25 July"),
        ("[09:02] ines: hallo", "ines", "hallo"),
        ("ines 09:02: hallo", "ines", "hallo"),
        ("[2026-03-02, 08:41] <ines> hallo", "ines", "hallo"),
        ("[3/4/26, 8:41:02 PM] Ann Lee: hm", "Ann Lee", "hm"),
        ("Ann (support), 3 June, 08:12: hm", "Ann", "hm"),
        ("19/02/2025, 07:30 - Ruta \N{SNAKE}: hole: below", "Ruta \N{SNAKE}", "hole: below"),
        ("[29.04.26, 15:32:01] ~ Ana: hm", "Ana", "hm"),
        ("\u200e[29.04.26, 15:32] Jan van der Berg: hm", "Jan van der Berg", "hm"),
        ("25/4/24, 19:40 - +49 170 1234567: hm", "+49 170 1234567", "hm"),
        ("25/4/24, 7:40\u202fPM - Mum Phone (new): hm", "Mum Phone (new)", "hm"),
        ("02/04/2024, 07:51 - Ruta added you", "", "Ruta added you"),
        ("[02.04.24, 07:51] Nachrichten sind verschlüsselt.", "", "Nachrichten sind verschlüsselt."),
    ],
)
def test_a_head_ends_where_what_is_said_begins(line: str, name: str, said: str) -> None:
    text = "\n".join(["Intro", line, line, line])
    heads = message_heads(text)
    assert [each.name for each in heads] == [name] * 3
    assert {text[each.end :].split("\n")[0] for each in heads} == {said}


def test_one_line_that_looks_so_is_no_chat() -> None:
    text = "At 09:02 - Ines: hello\n09:02 - Ines: hello\nNothing else."
    assert not is_chat(heads_of(text), [each.name for each in message_heads(text)])


def heads_of(text: str) -> list[str]:
    return [text[each.start : each.end] for each in message_heads(text)]


def test_the_order_of_day_and_month_is_that_of_the_shorter_chat() -> None:
    days = [date(2026, 7, 4), date(2026, 7, 7), date(2026, 7, 9)]
    assert message_days(heads_of(CHAT), TODAY) == days
    american = CHAT.replace("04/07", "7/4").replace("07/07", "7/7").replace("09/07", "7/9")
    assert message_days(heads_of(american), TODAY) == days


def test_a_day_that_may_be_two_is_none() -> None:
    assert message_days(["03/04/2026, 19:01 - Ines: ", "19:02 - Bo: "], TODAY) == [None, None]
    assert message_days(["13/04/2026, 19:01 - Ines: "], TODAY) == [date(2026, 4, 13)]
    assert message_days([], TODAY) == []


def test_a_programme_is_no_chat() -> None:
    programme = "09:00 Welcome: coffee\n09:30 Keynote: Dr Braun on walls\n11:00 Lunch: soup\n"
    heads = message_heads(programme)
    assert not is_chat(heads_of(programme), [each.name for each in heads])
    assert is_chat(heads_of(CHAT), [each.name for each in message_heads(CHAT)])


@pytest.mark.parametrize(
    "line",
    ["At 09:02 we met: all of us", "07:51 - we went home", "2.5 - 3.5 km: easy", "On 02/04/2024 - Ruta left"],
)
def test_a_line_of_prose_opens_no_message(line: str) -> None:
    assert message_heads(line) == []


def test_notices_alone_are_no_chat() -> None:
    log = "\n".join(["[02.04.24, 07:51] pump started", "[02.04.24, 07:52] pump stopped"] * 3)
    assert not is_chat(heads_of(log), [each.name for each in message_heads(log)])


@pytest.mark.parametrize(
    ("stamps", "days"),
    [
        (["29.04.26", "30.04.26"], [date(2026, 4, 29), date(2026, 4, 30)]),
        (["3/5/24", "25/5/24"], [date(2024, 5, 3), date(2024, 5, 25)]),
        (["5/3/24", "5/25/24"], [date(2024, 5, 3), date(2024, 5, 25)]),
        # Only with the day first it goes on.
        (["01/02/2024", "02/02/2024", "01/03/2024"], [date(2024, 2, 1), date(2024, 2, 2), date(2024, 3, 1)]),
        # The other order puts the last message after today.
        (["01/02/2026", "02/12/2026"], [date(2026, 1, 2), date(2026, 2, 12)]),
        (["03/04/99"], [None]),
        (["24/12/31"], [None]),
    ],
)
def test_one_order_holds_for_the_whole_chat(stamps: list[str], days: list[date | None]) -> None:
    assert message_days([f"{each}, 19:01 - Ines: " for each in stamps], TODAY) == days


def test_a_dotted_day_is_so_to_everybody() -> None:
    assert message_days(["04.03.2026, 19:01 - Ines: "], TODAY) == [date(2026, 3, 4)]

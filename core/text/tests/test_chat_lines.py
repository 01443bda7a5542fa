"""Who says what when in an exported chat."""

from datetime import date

import pytest

from core.text.chat_lines import is_chat, message_days, message_heads

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
    assert message_days(heads_of(CHAT)) == days
    american = CHAT.replace("04/07", "7/4").replace("07/07", "7/7").replace("09/07", "7/9")
    assert message_days(heads_of(american)) == days


def test_a_day_that_may_be_two_is_none() -> None:
    assert message_days(["03/04/2026, 19:01 - Ines: ", "19:02 - Bo: "]) == [None, None]
    assert message_days(["13/04/2026, 19:01 - Ines: "]) == [date(2026, 4, 13)]
    assert message_days([]) == []


def test_a_programme_is_no_chat() -> None:
    programme = "09:00 Welcome: coffee\n09:30 Keynote: Dr Braun on walls\n11:00 Lunch: soup\n"
    heads = message_heads(programme)
    assert not is_chat(heads_of(programme), [each.name for each in heads])
    assert is_chat(heads_of(CHAT), [each.name for each in message_heads(CHAT)])


def test_a_dotted_day_is_so_to_everybody() -> None:
    assert message_days(["04.03.2026, 19:01 - Ines: "]) == [date(2026, 3, 4)]

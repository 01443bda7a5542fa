"""The entries of diaries and the lines of logs have days of their own."""

import time
from datetime import date

import pytest

from brain.parsing.day_heads import is_only_day, opening_day, read_day_head
from brain.parsing.entry_days import dated_spans, year_of
from brain.parsing.note_day import DaySource, note_day

TODAY = date(2026, 11, 28)


def diary(*heads: str) -> str:
    return "\n\n".join(f"{head}\n\nThe bees flew late." for head in heads)


def days_within(title: str, body: str, year: int | None = None, latest: date = TODAY) -> list[str]:
    return [str(span.day) for span in dated_spans(title, body, latest, year)]


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("2026-03-02 01:15 backup of the mill", date(2026, 3, 2)),
        ("- 2 March 2026: sowed", date(2026, 3, 2)),
        ("* **Mon, 2 March 2026** – sowed", date(2026, 3, 2)),
        ("**K8 — 2026-04-09.** Replaces K4.", date(2026, 4, 9)),
        ("- [ADR-12] 2026-04-09: no more paper", date(2026, 4, 9)),
        ("#14 (9 April 2026) no more paper", date(2026, 4, 9)),
        ("29.04.26 Zahnarzt angerufen", date(2026, 4, 29)),
        ("Mo, 2. März 2026: gesät", date(2026, 3, 2)),
        ("2026-12-24: the feast", None),
        ("On 2026-03-02 we sowed.", None),
        ("2 March 2026 was a cold day and we stayed at home", None),
        ("2026-03-02 to 2026-03-05: at sea", None),
        ("3/4/24: sowed", None),
        ("The mill was built 2 March 1926: it stands", None),
        ("12 sacks of flour", None),
    ],
)
def test_a_line_that_opens_with_a_day(line: str, day: date | None) -> None:
    assert opening_day(line, TODAY) == day


@pytest.mark.parametrize(
    "text", ["6 June", "Monday 4 September", "June 6th, 2024", "Dienstag, 3. Mai", "2024-06-06"]
)
def test_only_a_day(text: str) -> None:
    assert is_only_day(text)


@pytest.mark.parametrize(
    "text", ["6 June: Lit.", "May plans", "2024", "Chapter 6", "6 apples", "12 March Street"]
)
def test_more_than_a_day_or_none(text: str) -> None:
    assert not is_only_day(text)


@pytest.mark.parametrize(
    "text", ["6 June", "Sunday 6 June", "6 June: Lit.", "6. Juni – Regen", "June 6, at sea"]
)
def test_a_head_without_a_year(text: str) -> None:
    head = read_day_head(text)
    assert head
    assert (head.month, head.day) == (6, 6)


@pytest.mark.parametrize(
    "text", ["The feast of 6 June", "6 June 2024", "6 June feast", "1.2. Setup of it", "Juno 6"]
)
def test_no_head_without_a_year(text: str) -> None:
    assert read_day_head(text) is None


@pytest.mark.parametrize(
    ("title", "file", "front_matter", "year"),
    [
        ("Diary summer 2024", "diary summer 2024.md", {}, 2024),
        ("Rules, 2022", "rules.md", {}, 2022),
        ("Bees", "garden/2023/bees.md", {}, 2023),
        ("Bees", "bees.md", {"year": 2021}, 2021),
        ("Bees", "bees 2020.md", {"year": 2021}, 2020),
        ("Bees 2020", "bees 2021.md", {}, None),
        ("Bees, 3 May 2020", "bees.md", {}, None),
        ("Invoice 20241", "a.md", {}, None),
    ],
)
def test_the_one_year_of_a_note(
    title: str, file: str, front_matter: dict[str, int], year: int | None
) -> None:
    assert year_of(title, file, front_matter) == year


def test_entries_without_a_year_have_that_of_the_title() -> None:
    body = diary("## 6 June", "## Monday 11 June", "## 29 June: Lit.")
    assert note_day("Bees 2024", body, TODAY) == (date(2024, 6, 29), DaySource.ENTRIES)
    assert note_day("Bees", body, TODAY, "bees 2024.md") == (date(2024, 6, 29), DaySource.ENTRIES)
    assert note_day("Bees", body, TODAY, "", {"year": 2024})[0] == date(2024, 6, 29)
    assert note_day("Bees", body, TODAY) == (None, DaySource.NONE)
    assert days_within("Bees", body) == []
    assert days_within("Bees", body, 2024) == ["2024-06-06", "2024-06-11", "2024-06-29"]


def test_a_diary_goes_on_into_the_next_year() -> None:
    body = diary("## 30 November", "## 20. Dezember", "## 4 January", "## 2 February")
    days = ["2023-11-30", "2023-12-20", "2024-01-04", "2024-02-02"]
    assert days_within("Winter", body, 2023) == days
    newest_first = diary("## 2 February", "## 4 January", "## 20. Dezember", "## 30 November")
    assert days_within("Winter", newest_first, 2023) == days[::-1]


def test_one_heading_without_a_year_is_no_diary() -> None:
    body = "Sow in rows.\n\n## 6 June\n\nThe fair."
    assert note_day("Plan 2024", body, TODAY) == (None, DaySource.NONE)


def test_plain_lines_are_heads_of_entries() -> None:
    body = diary("2 March 2026", "9 March 2026", "24 December 2026")
    assert days_within("Bees", body) == ["2026-03-02", "2026-03-09"]
    assert note_day("Bees", body, TODAY) == (date(2026, 3, 9), DaySource.ENTRIES)


def test_a_diary_below_a_foreword() -> None:
    body = "For my eyes alone. Do not read on.\n\n" + diary("## 2 March 2026", "## 9 March 2026")
    assert note_day("Bees", body, TODAY) == (date(2026, 3, 9), DaySource.ENTRIES)


def test_a_head_may_say_more_than_its_day() -> None:
    body = diary("## 2026-03-02 – Sowing", "## 9 March 2026: Rain")
    assert note_day("Bees", body, TODAY) == (date(2026, 3, 9), DaySource.ENTRIES)
    assert all(span.is_entry for span in dated_spans("Bees", body, TODAY, None))
    minutes = "# Meeting of 2 March 2026\n\nAll came.\n"
    assert not any(span.is_entry for span in dated_spans("Meeting", minutes, TODAY, None))


LOG = "Newest at the bottom.\n\n**K1 — 2026-01-14.** Paper.\n\n**K2 — 2026-02-03.** Ink.\n\n**K3 — {}.** Glue.\n"


def test_a_log_has_the_day_of_its_latest_line() -> None:
    assert note_day("Decisions", LOG.format("2026-04-09"), TODAY) == (date(2026, 4, 9), DaySource.ENTRIES)
    items = "# Beschlüsse\n\nNeue unten.\n\n" + "".join(
        f"- {day}.3.26: Mehl,\n  viel\n" for day in (1, 8, 15)
    )
    assert note_day("Beschlüsse", items, TODAY) == (date(2026, 3, 15), DaySource.ENTRIES)
    assert days_within("Beschlüsse", items) == ["2026-03-01", "2026-03-08", "2026-03-15"]


def test_the_first_line_of_a_log_is_not_its_last() -> None:
    log = "2026-01-14: Paper.\n2026-01-20: Ink and much glue came from the town at last.\n2026-01-29: Wax.\n"
    assert note_day("Orders", log, TODAY) == (date(2026, 1, 29), DaySource.ENTRIES)


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Decisions", LOG.format("2025-04-09")),
        ("Decisions", "Much text.\n\nMore of it.\n\nAnd more.\n\n" + LOG.format("soon")),
        ("Birthdays", "- 1961-05-03: Anna\n- 1964-06-12: Ben\n- 1970-01-01: Cem\n"),
        ("Termine", "- 2026-01-03: Zahnarzt\n- 2026-02-12: Steuer\n- 2026-03-01: Tierarzt\n"),
        ("Notes", "Ink is blue.\n\n2026-01-14: Paper.\n\nGlue is white.\n"),
    ],
)
def test_no_log(title: str, body: str) -> None:
    assert note_day(title, body, TODAY)[0] is None


def test_a_part_of_a_chat_or_a_mail_has_its_day() -> None:
    chat = "29.04.26, 15:32 - Ana: a\n30.04.26, 15:32 - Bo: b\n30.04.26, 15:33 - Ana: c\n\nMy own words.\n"
    spans = dated_spans("Chat", chat, TODAY, None)
    assert [str(span.day) for span in spans] == ["2026-04-29", "2026-04-30", "2026-04-30"]
    assert chat[spans[-1].end :].strip() == "My own words."
    thread = "From: Ann\nTo: Bo\nDate: 11 May 2026\n\nHi\n\nFrom: Bo\nTo: Ann\nDate: 9 May 2026\n\nHm\n"
    assert days_within("Thread", thread) == ["2026-05-11", "2026-05-09"]


def test_of_a_message_that_may_be_of_two_days_none_is_known() -> None:
    chat = "".join(f"03/04/2026, 19:0{at} - Ines: hello\n" for at in range(3))
    assert {span.day for span in dated_spans("Chat", chat, TODAY, None)} == {None}


def test_the_heads_of_letters_and_lines_have_years_of_two_figures() -> None:
    letter = "Old Mill\nLudlow, 29/8/24\n\nDear Ann,\n\nThe wheel turns."
    assert note_day("Letter", letter, TODAY) == (date(2024, 8, 29), DaySource.TEXT)
    assert note_day("Brief", "Ulm, den 9.8.24\n\nLiebe Anna,", TODAY)[0] == date(2024, 8, 9)
    assert note_day("Letter", letter.replace("29/8", "9/8"), TODAY)[0] is None
    assert note_day("Mill 3/4 of 24", "It turns.", TODAY)[0] is None


def test_long_texts_cost_little() -> None:
    body = "## 6 June\n" * 5_000 + "2026-03-02: a\n" * 5_000 + "1" * 20_000 + "\n" + "12 " * 20_000
    started = time.process_time()
    note_day("Bees 2024", body, TODAY)
    dated_spans("Bees 2024", body, TODAY, 2024)
    assert time.process_time() - started < 5

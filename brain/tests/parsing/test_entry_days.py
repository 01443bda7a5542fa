"""The entries of diaries and the lines of logs have days of their own."""

import time
from datetime import date

import pytest

from brain.parsing.day_heads import is_only_day, lead_day, opening_day, read_day_head
from brain.parsing.entry_days import dated_spans
from brain.parsing.note_day import DaySource, note_day
from core.text.tests.machine_speed import is_within

TODAY = date(2026, 11, 28)


def diary(*heads: str) -> str:
    return "\n\n".join(f"{head}\n\nThe bees flew late." for head in heads)


def days_within(title: str, body: str, years: tuple[int, ...] = (), latest: date = TODAY) -> list[str]:
    return [str(span.day) for span in dated_spans(title, body, latest, years)]


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


def test_entries_without_a_year_have_that_of_the_title() -> None:
    body = diary("## 6 June", "## Monday 11 June", "## 29 June: Lit.")
    assert note_day("Bees 2024", body, TODAY) == (date(2024, 6, 29), DaySource.ENTRIES)
    assert note_day("Bees", body, TODAY, "bees 2024.md") == (date(2024, 6, 29), DaySource.ENTRIES)
    assert note_day("Bees", body, TODAY, "", {"year": 2024})[0] == date(2024, 6, 29)
    assert note_day("Bees", body, TODAY) == (None, DaySource.NONE)
    assert days_within("Bees", body) == []
    assert days_within("Bees", body, (2024,)) == ["2024-06-06", "2024-06-11", "2024-06-29"]


def test_a_diary_goes_on_into_the_next_year() -> None:
    body = diary("## 30 November", "## 20. Dezember", "## 4 January", "## 2 February")
    days = ["2023-11-30", "2023-12-20", "2024-01-04", "2024-02-02"]
    assert days_within("Winter", body, (2023,)) == days
    newest_first = diary("## 2 February", "## 4 January", "## 20. Dezember", "## 30 November")
    assert days_within("Winter", newest_first, (2023,)) == days[::-1]


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("**Tue 9 Sept** Dyed the wool.", "Tue 9 Sept"),
        ("**8 Dec 2025, from the mill (Ann)**", "8 Dec 2025"),
        ("__20. Feb.__ Wolle gefärbt", "20. Feb"),
        ("Fri 14 Nov Lost the shears", "Fri 14 Nov"),
        ("- Mo, 3. März Regen", "Mo, 3. März"),
        ("* **4 May '25:** dyed", "4 May '25"),
        ("**Looms are sold.** Ann came to fetch them 5 Nov", ""),
        ("14 Nov Lost the shears", ""),
        ("**14 sacks** of wool", ""),
        ("- [ ] Fri 14 Nov fetch the shears", ""),
        ("**5 Nov measures** are wrong", ""),
        ("Friday wool came", ""),
    ],
)
def test_a_day_that_leads_a_line(line: str, day: str) -> None:
    assert lead_day(line) == day


def test_lines_that_open_with_days_in_bold_are_heads_of_entries() -> None:
    body = "**Tue 3 Sept** Dyed.\n\nAll was red.\n\n**Sun 8 Sept** Spun.\n\n**2 Oct: rain** Wove."
    assert note_day("Wool 2024", body, TODAY) == (date(2024, 10, 2), DaySource.ENTRIES)
    spans = dated_spans("Wool", body, TODAY, (2024,))
    assert [body[span.start : span.end].strip() for span in spans] == [
        "**Tue 3 Sept** Dyed.\n\nAll was red.",
        "**Sun 8 Sept** Spun.",
        "**2 Oct: rain** Wove.",
    ]
    assert all(span.is_entry for span in spans)
    two = body.replace("**2 Oct: rain** ", "")
    assert note_day("Wool 2024", two, TODAY) == (None, DaySource.NONE)
    assert days_within("Wool", two, (2024,)) == []


def test_pasted_mails_below_bold_days_have_their_days() -> None:
    body = (
        "# Mill\n\n**8 Dec 2024, from Ann**\nThe wheel costs £90.\n\n> me: too much\n\n"
        "**20 Jan** me: no.\n\n**4 March 2025, from Ann (again)**\nThe wheel costs £80.\n"
    )
    assert days_within("Mill", body) == ["2024-12-08", "2025-01-20", "2025-03-04"]
    assert note_day("Mill", body, TODAY) == (date(2025, 3, 4), DaySource.ENTRIES)


def test_lines_that_open_with_their_weekday_are_entries_of_the_year_that_it_fits() -> None:
    body = "Mo 4. Dez Wolle gefärbt.\nMi 20. Dez Gesponnen.\nDi 9. Jan Gewebt.\n"
    assert days_within("Wolle", body) == ["2023-12-04", "2023-12-20", "2024-01-09"]
    assert note_day("Wolle", body, TODAY) == (date(2024, 1, 9), DaySource.ENTRIES)


@pytest.mark.parametrize("stop", ["", "."])
@pytest.mark.parametrize(
    "weekdays",
    [
        ("Mon", "Tues", "Weds"),
        ("Mon", "Tue", "Wednes"),
        ("Mo", "Di", "Mi"),
    ],
)
def test_weekdays_in_their_usual_short_forms(weekdays: tuple[str, ...], stop: str) -> None:
    for line in ("**{}{} {} Sept** Sheared.", "{}{} {} Sept Sheared."):
        days = zip(weekdays, (2, 3, 4), strict=True)
        body = "\n\n".join(line.format(weekday, stop, day) for weekday, day in days)
        assert days_within("Wool", body, (2024,)) == ["2024-09-02", "2024-09-03", "2024-09-04"]


def test_listed_days_end_with_their_list() -> None:
    body = "- **Mon 4 Dec** dyed\n- **Wed 20 Dec** spun\n- **Tue 9 Jan** wove\n\nThe shears are blunt.\n"
    spans = dated_spans("Wool", body, TODAY, ())
    assert body[spans[-1].end :].strip() == "The shears are blunt."


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Appointments 2024", "**Tue 3 Sept** dentist\n\n**Sun 8 Sept** fair\n\n**Wed 2 Oct** bank"),
        ("Reiseplan 2024", "**Di 3. Sept** Brest\n\n**So 8. Sept** Ys\n\n**Mi 2. Okt** heim"),
        ("Wool 2024", "## Deadlines\n\n**Tue 3 Sept** tax\n\n**Sun 8 Sept** fair\n\n**2 Oct** rent"),
        ("Wool 2024", "**3 sacks** of wool\n\n**8 sacks** of flax\n\n**2 Oct** is the fair"),
        ("Wool 2024", "- [ ] Tue 3 Sept tax\n- [ ] Sun 8 Sept fair\n- [x] Wed 2 Oct rent"),
    ],
)
def test_days_that_lead_lines_of_no_diary(title: str, body: str) -> None:
    assert note_day(title, body, TODAY)[0] is None
    assert days_within(title, body, (2024,)) == []


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
    assert all(span.is_entry for span in dated_spans("Bees", body, TODAY, ()))
    minutes = "# Meeting of 2 March 2026\n\nAll came.\n"
    assert not any(span.is_entry for span in dated_spans("Meeting", minutes, TODAY, ()))


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


ROWS = "| {} | what |\n|---|---|\n| 2026-01-14 | ink |\n| 2026-02-03 | glue |\n| 9.4.2026 | wax |\n"
VALUES = "{},what,grams\n2026-01-14,ink,20\n2026-02-03,glue: white,30\n2026-04-09,wax,10\n"


@pytest.mark.parametrize("table", [ROWS, VALUES, VALUES.replace(",", ";")])
def test_a_table_of_days_is_a_log(table: str) -> None:
    assert note_day("Orders", table.format("Date"), TODAY) == (date(2026, 4, 9), DaySource.ENTRIES)
    assert days_within("Orders", table.format("datum")) == ["2026-01-14", "2026-02-03", "2026-04-09"]
    assert note_day("Orders", table.format("Born"), TODAY)[0] is None
    assert days_within("Orders", table.format("due")) == []


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
    spans = dated_spans("Chat", chat, TODAY, ())
    assert [str(span.day) for span in spans] == ["2026-04-29", "2026-04-30", "2026-04-30"]
    assert chat[spans[-1].end :].strip() == "My own words."
    thread = "From: Ann\nTo: Bo\nDate: 11 May 2026\n\nHi\n\nFrom: Bo\nTo: Ann\nDate: 9 May 2026\n\nHm\n"
    assert days_within("Thread", thread) == ["2026-05-11", "2026-05-09"]


def test_of_a_message_that_may_be_of_two_days_none_is_known() -> None:
    chat = "".join(f"03/04/2026, 19:0{at} - Ines: hello\n" for at in range(3))
    assert {span.day for span in dated_spans("Chat", chat, TODAY, ())} == {None}


def test_the_heads_of_letters_and_lines_have_years_of_two_figures() -> None:
    letter = "Old Mill\nLudlow, 29/8/24\n\nDear Ann,\n\nThe wheel turns."
    assert note_day("Letter", letter, TODAY) == (date(2024, 8, 29), DaySource.TEXT)
    assert note_day("Brief", "Ulm, den 9.8.24\n\nLiebe Anna,", TODAY)[0] == date(2024, 8, 9)
    assert note_day("Letter", letter.replace("29/8", "9/8"), TODAY)[0] is None
    assert note_day("Mill 3/4 of 24", "It turns.", TODAY)[0] is None


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("(updated 7 march 26. Burn the older ones)", date(2026, 3, 7)),
        ("Stand: 7. März '26", date(2026, 3, 7)),
        ("(as of 7 Mar 26)", date(2026, 3, 7)),
        ("*Stand 7.3.2026*", date(2026, 3, 7)),
        ("Ulm, 7 Mar 26", date(2026, 3, 7)),
        ("7 March 26 people came", None),
        ("As of 7 March 2026 the mill is shut, which is a pity for all of us who worked there", None),
        ("The mill (7 sacks, March 26 sacks)", None),
    ],
)
def test_the_head_of_a_text_with_a_short_year(line: str, day: date | None) -> None:
    assert note_day("Wool", f"For my eyes\n\nalone\n\n{line}\n\nIt is red.", TODAY)[0] == day


def test_long_texts_cost_little() -> None:
    body = "**6 June** a " * 9_000 + "\n\n" + "**Mon 6 June** a\n" * 5_000 + "a,b,c\n1,2,3\n" * 5_000
    body += "## 6 June\n" * 5_000 + "2026-03-02: a\n" * 5_000 + "1" * 20_000 + "\n" + "12 " * 20_000
    started = time.process_time()
    note_day("Bees 2024", body, TODAY)
    dated_spans("Bees 2024", body, TODAY, (2024,))
    assert is_within(time.process_time() - started, 5)


@pytest.mark.parametrize("mark", [":", " –", ",", " ("])
def test_a_head_has_its_own_day_not_another_that_it_names(mark: str) -> None:
    heads = diary("## 2 March", f"## 5 March{mark} the deed of 1 August 2011", "## 9 March")
    assert days_within("Journal 2024", heads, (2024,)) == ["2024-03-02", "2024-03-05", "2024-03-09"]
    assert days_within("Journal", heads) == []


def test_a_head_with_a_whole_date_has_that_not_another_that_it_names() -> None:
    heads = diary("## 2 March 2024", "## 5. März 2024: Urkunde vom 1. August 2011", "## 9 March 2024")
    assert days_within("Journal", heads) == ["2024-03-02", "2024-03-05", "2024-03-09"]
    assert days_within("Deeds", diary("## The deed of 1 August 2011", "## 9 March 2024")) == [
        "2011-08-01",
        "2024-03-09",
    ]


ENTRIES = diary("## 2 March", "## 5 March", "## 9 March")


@pytest.mark.parametrize(
    "title",
    [
        "Terminkalender 2024",
        "Geburtstagsliste 2024",
        "Müllabfuhr 2024",
        "Feiertage 2024",
        "Schulferien 2024",
        "Bin days 2024",
        "Opening times 2024",
        "School holidays 2024",
        "Fixtures 2024",
        "Vereinschronik 2024",
    ],
)
def test_lists_of_days_to_come_have_no_entries(title: str) -> None:
    assert days_within(title, ENTRIES, (2024,)) == []
    assert note_day(title, ENTRIES, TODAY)[0] is None


@pytest.mark.parametrize(
    "title",
    [
        "Progress report of the history group 2024",
        "Diary of current events 2024",
        "Due diligence log 2024",
        "Reisetagebuch, Ferien 2024",
        "Bericht zum Fahrplan 2024",
        "Holiday in Wales 2024",
        "Fernsehen 2024",
        "The bin 2024",
    ],
)
def test_diaries_and_reports_have_entries(title: str) -> None:
    assert days_within(title, ENTRIES, (2024,)) == ["2024-03-02", "2024-03-05", "2024-03-09"]


@pytest.mark.parametrize(
    ("title", "body", "days"),
    [
        ("Cats", "- **2 May 2018** Mia born\n- **9 June 2020** Tom born\n- **1 July 2021** Ida born\n", 0),
        ("Katzen", "2018-05-02: Mia geboren\n2020-06-09: Tom geb. in Ulm\n2021-07-01: Ida geboren\n", 0),
        (
            "Papers",
            "- **2 May 2018** passport expires\n- **9 June 2020** tax due\n- **1 July 2021** visa\n",
            0,
        ),
        (
            "Family diary",
            "- **2 May 2018** Mia born\n- **9 June 2020** Tom born\n- **1 July 2021** Ida born\n",
            3,
        ),
        ("Cats", "- **2 May 2018** Mia born\n- **9 June 2020** Tom ill\n- **1 July 2021** Ida lost\n", 3),
        ("Mill", "2018-05-02: shut due to rain\n2020-06-09: shut due to ice\n2021-07-01: open\n", 3),
        ("Cats", "Ida was born in Ulm.\n\n- **9 June 2020** Tom ill\n- **1 July 2021** Ida lost\n", 2),
    ],
)
def test_lines_that_say_what_else_their_day_is(title: str, body: str, days: int) -> None:
    assert len(days_within(title, body)) == days


@pytest.mark.parametrize(
    ("title", "body", "is_entry"),
    [
        ("2026-05-04 orchard", "4 May. Rain. Mowed.\n\nThe gate stuck.\n", True),
        ("2026-05-04", "Rain. Mowed.\n", True),
        ("2026-05-04 orchard", "Rain on 4 May. Mowed.\n", False),
        ("2026-05-04 orchard", "5 May. Rain.\n", False),
        ("2026-05-04 orchard", "4 May 2025 (a year ago), rain.\n", False),
        ("2026-05-04 birthdays", "4 May. Ida.\n", False),
        ("Orchard", "4 May. Rain.\n", False),
        ("2027-05-04", "Sow the beans.\n", False),
    ],
)
def test_a_note_called_by_its_day_is_an_entry_of_a_diary(title: str, body: str, is_entry: bool) -> None:
    spans = dated_spans(title, body, TODAY, ())
    assert [(span.day, span.is_entry) for span in spans] == ([(date(2026, 5, 4), True)] if is_entry else [])
    assert not spans or (spans[0].start, spans[0].end) == (0, len(body))

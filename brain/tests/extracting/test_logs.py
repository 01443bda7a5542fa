"""Lines of a log have the days with which they begin."""

import time
from datetime import date

import pytest

from brain.answer_sources import SourcePassage
from brain.checking.answer_check import check_answer
from brain.extracting.passage_heads import read_heads
from brain.extracting.source_sentences import split_source_sentences
from brain.reservation import NEAREST, is_reserved
from brain.tests.extracting.extracted_answers import extracted, quotes_of, source
from core.llm import count_tokens
from core.text.tests.machine_speed import is_within

LOG = source(
    "2025-03-04: Rig of eight lamps. Desk stays the grey Zero.\n\n"
    "2025-10-06: The desk lost its memory. From now on I write every cue in the red book too.\n\n"
    "2026-01-30: The red book is not needed any more, as the desk saves to a stick.\n",
    title="Lighting",
)
TABLE = source(
    "| Date | What |\n|---|---|\n| 2025-12-09 | The card reader costs 19 euros |\n"
    "| 2026-04-14 | The card reader now costs 12 euros |\n",
    title="Decisions",
)


def test_a_later_line_takes_back_an_earlier_one() -> None:
    assert extracted("Do we still write cues into the red book?", LOG).answer.split("\n\n") == [
        "2026-01-30: The red book is not needed any more, as the desk saves to a stick. [1]",
        "Earlier, 2025-10-06: The desk lost its memory. From now on I write every cue in the red book too. [2]",
    ]


def test_a_later_row_stands_before_an_earlier_one() -> None:
    answer = extracted("What does the card reader cost?", TABLE).answer
    assert answer.startswith(
        "Date: 2026-04-14; What: The card reader now costs 12 euros [1]\n\nEarlier, 9 December 2025"
    )


def test_a_line_is_told_whole_with_its_date() -> None:
    answer = extracted("Which desk stays?", LOG)
    assert answer.answer.startswith("2025-03-04: Rig of eight lamps. Desk stays the grey Zero. [1]")
    assert answer.metadata.citations[0].excerpt == "Rig of eight lamps. Desk stays the grey Zero."


def test_a_labelled_paragraph_is_quoted_apart() -> None:
    text = "The hall has a red door.\n\n**Roof.** The hall has a red roof.\n"
    assert len(extracted("Is the hall red?", source(text, title="Hall")).metadata.citations) == 2


def test_a_dated_line_above_a_salutation_is_no_sentence() -> None:
    text = "Heron Cottage, Ossery\n9 April 2026 - by hand\n\nDear Ines,\n\nThe ferry had a chain.\n"
    answer = extracted("What did the ferry have?", source(text, title="Letter"))
    assert answer.answer == "The ferry had a chain. [1]"


def test_blank_lines_cost_nothing() -> None:
    text = "The ferry had a chain." + "\n \t" * 20_000 + "2026-03-02: It broke."
    started = time.process_time()
    read_heads([SourcePassage(0, len(text), text)], latest=date(2026, 11, 1))
    assert is_within(time.process_time() - started, 0.5)


def test_of_several_lines_that_answer_the_latest_stands_first() -> None:
    log = source(
        "2025-03-20 Harvest days are Tuesday and Friday.\n"
        "2025-07-30 Harvest days changed to Monday and Thursday, as the inns want it.\n"
        "2025-11-25 Harvest days: Monday, Wednesday and Friday until the end of the year.\n",
        title="Decisions",
    )
    lines = extracted("Which are our harvest days?", log).answer.split("\n\n")
    assert lines[0].startswith("2025-11-25: Harvest days: Monday, Wednesday")
    assert lines[-1].startswith("Earlier, 2025-03-20: Harvest days are")


def test_a_short_line_is_quoted_with_its_date() -> None:
    birthdays = source("# Birthdays\n\n- 1961-05-03: Anna\n- 1964-06-12: Ben\n", title="Birthdays")
    assert extracted("When is Anna's birthday?", birthdays).answer == "1961-05-03: Anna [1]"


def test_a_column_of_births_says_no_day_of_writing() -> None:
    born = "| Born | Name | Fee |\n|---|---|---|\n| 3 May 1961 | Anna Weber | £40 |\n"
    now = source(born, title="Fees", day=date(2026, 3, 1))
    old = source("The fee for Anna is £30.", id="B", title="Fees", day=date(2020, 3, 1))
    assert "Earlier, 3 May 1961" not in extracted("What is the fee for Anna?", now, old).answer


def test_the_first_of_a_log_is_not_its_latest() -> None:
    log = source("2024-03-01: The boiler broke.\n\n2025-03-01: The boiler broke again.\n", title="Boiler")
    lines = extracted("When did the boiler first break?", log).answer.split("\n\n")
    assert [line[:4] for line in lines if line[0].isdigit()] == ["2024", "2025"]


def test_hostile_runs_cost_nothing() -> None:
    runs = ["a" * 2_000 + " roof costs cheap.", "(" + "b" * 2_000, "_" * 2_000]
    text = "\n\n".join(["The roof costs 900 euros.", *runs])
    started = time.process_time()
    extracted("What does the roof cost?", source(text, title="Roof"))
    assert is_within(time.process_time() - started, 1)


def test_what_stands_in_brackets_is_quoted() -> None:
    shed = source("We have a shed.\n\n(The shed code is 4471.)\n", title="Shed")
    assert "(The shed code is 4471.)" in extracted("What is the shed code?", shed).answer


def test_a_line_of_a_day_to_come_is_a_plan() -> None:
    text = "2026-03-02: It broke.\n\n2026-12-12: The boiler is serviced.\n"
    first, plan = split_source_sentences(
        [source(text, title="Boiler")], count_tokens=count_tokens, today=date(2026, 11, 29)
    )
    assert (first.day, plan.day) == (date(2026, 3, 2), None)


def test_lines_of_a_log_that_only_come_near_are_no_earlier_answers() -> None:
    log = source(
        "2026-03-02: pump 4 ran 18 minutes\n2026-03-09: pump 4 ran 21 minutes\n2026-03-16: pump 4 ran 25 minutes\n",
        title="Pump house",
        day=date(2026, 3, 16),
    )
    answer = extracted("Which voltage has pump 4 when it ran?", log).answer
    assert answer.startswith(NEAREST)
    assert "Earlier" not in answer


WEIR = "day,time,who,flow,remark\n2026-03-02,15:20,Ann,12.5,gate stuck\n2026-03-09,08:40,Bo,14.1,\n"


def test_values_between_commas_are_told_with_their_columns() -> None:
    weir = source(WEIR + "2026-03-16,08:45,Bo,13,oiled. Gate runs\n", title="Weir", day=date(2026, 3, 16))
    question = "When was the gate stuck?"
    answer = extracted(question, weir)
    [citation] = answer.metadata.citations
    assert quotes_of(answer.answer) == [
        "day: 2026-03-02; time: 15:20; who: Ann; flow: 12.5; remark: gate stuck"
    ]
    assert citation.excerpt == "2026-03-02,15:20,Ann,12.5,gate stuck"
    checked = check_answer(answer, [weir], query=question)
    assert (checked.unsupported, checked.dropped) == ((), ())
    assert [str(each.note_day) for each in checked.response.metadata.citations] == ["2026-03-02"]
    assert extracted("Who oiled it?", weir).answer.startswith("day: 2026-03-16; time: 08:45; who: Bo; ")


def test_the_names_of_columns_are_no_sentence() -> None:
    weir = source(WEIR, title="Weir")
    sentences = split_source_sentences([weir], count_tokens=count_tokens)
    assert [each.text[:10] for each in sentences] == ["2026-03-02", "2026-03-09"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2026-03-02,15:20,gate shut,{}", "2026-03-09,08:40,gate shut,{}"),
        ("2.3.2026 15:20 gate shut at {} litres", "9.3.2026 08:40 gate shut at {} litres"),
        ("2 March 2026, 15:20 gate shut at {} litres", "9 March 2026, 8:40 gate shut at {} litres"),
        ("2026-03-02,gate - shut,{}", "2026-03-09,gate - shut,{}"),
    ],
)
def test_a_line_that_opens_with_day_and_time_is_quoted_as_it_stands(old: str, new: str) -> None:
    old, new = old.format(12), new.format(15)
    weir = source(f"We read it daily.\n\n{old}\n\n{new}\n", title="Weir", day=date(2026, 3, 9))
    quotes = quotes_of(extracted("At how many litres is the gate shut?", weir).answer)
    assert {each.removeprefix("Earlier, ") for each in quotes} == {old, new}


def test_an_earlier_entry_tells_its_day_once() -> None:
    rent = "Fri 2 Jan The boat rent is £40. It leaks.\nFri 9 Jan The sail is torn.\n**16 Jan** The boat rent is £50.\n"
    answer = extracted("What is the boat rent?", source(rent, title="Boat", day=date(2026, 1, 16)))
    assert quotes_of(answer.answer) == [
        "16 Jan: The boat rent is £50.",
        "Earlier, 2 January 2026: The boat rent is £40. It leaks.",
    ]


def test_a_sentence_of_a_pasted_mail_has_its_day() -> None:
    mails = source(
        "**8 Dec 2025, from Ann (mill)**\nThe wheel costs £90.\n\n**20 Jan** me: no.\n\n"
        "**4 March 2026, from Ann**\nThe sail is torn.\n",
        title="Mails",
        day=date(2026, 3, 4),
    )
    call = source("The wheel costs £85.", id="B", title="Call", day=date(2026, 2, 1))
    question = "What does the wheel cost?"
    answer = extracted(question, mails, call)
    assert quotes_of(answer.answer) == [
        "The wheel costs £85.",
        "Earlier, **8 Dec 2025, from Ann (mill)** The wheel costs £90.",
    ]
    cited = check_answer(answer, [mails, call], query=question).response.metadata.citations
    assert [str(each.note_day) for each in cited] == ["2026-02-01", "2025-12-08"]


DYES = "**Mon 3 March** The dye costs {} a jar.\n\n**Tue 4 March** Gunnar fetched the looms.\n\n**Fri 7 March** {}\n"


@pytest.mark.parametrize(
    ("form", "first", "earlier"),
    [
        ("**Mon 3 March** ", "**Fri 7 March** ", True),
        ("Mon 3 March, ", "Fri 7 March, ", True),
        ("- **3 March:** ", "- **7 March:** ", True),
        ("**Mon 3 March**\n", "**Fri 7 March**\n", True),
        ("**Mo 3. März** – ", "**Fr 7. März** – ", True),
        ("**3 March, from Ann** ", "**7 March, from Ann** ", False),
    ],
)
def test_a_later_entry_with_its_day_before_it_stands_first(form: str, first: str, earlier: bool) -> None:
    text = (
        f"{form}The dye costs £9 a jar.\n\n**Tue 4 March** Gunnar fetched the looms.\n\n"
        f"{first}The dye costs £11 a jar.\n"
    )
    dyes = source(text, title="Journal 2025", day=date(2025, 3, 7))
    answer = extracted("What does the dye cost a jar?", dyes)
    quotes = quotes_of(answer.answer)
    assert ("Earlier, 3 March 2025: The dye costs £9 a jar." in quotes) is earlier
    assert all(each.excerpt and each.excerpt in text for each in answer.metadata.citations)
    assert "£11" in quotes[0] or not earlier
    checked = check_answer(answer, [dyes]).response.metadata.citations
    assert len(checked) == len(answer.metadata.citations)


def test_an_entry_with_its_day_before_it_tells_when() -> None:
    text = DYES.format("£9", "It rained all day and night.")
    looms = source(text, title="Journal 2025", day=date(2025, 3, 7))
    assert quotes_of(extracted("When did Gunnar fetch the looms?", looms).answer) == [
        "4 March 2025: Gunnar fetched the looms."
    ]
    assert quotes_of(extracted("Who fetched the looms?", looms).answer) == [
        "Tue 4 March: Gunnar fetched the looms."
    ]


def test_a_day_before_few_lines_stays_in_the_text() -> None:
    text = "**Mon 3 March** The dye costs £9 a jar.\n\nThe looms are sold.\n"
    answer = extracted("What does the dye cost a jar?", source(text, title="Journal 2025")).answer
    assert answer == "**Mon 3 March** The dye costs £9 a jar. [1]"


@pytest.mark.parametrize(
    ("title", "column", "is_earlier"),
    [("Decisions", "Fecha", True), ("Beschlüsse", "Tag", True), ("Deadlines", "Date", False)],
)
def test_rows_have_days_where_their_note_is_of_such(title: str, column: str, is_earlier: bool) -> None:
    text = TABLE.passages[0].text.replace("Date", column)
    answer = extracted("What does the card reader cost?", source(text, title=title)).answer
    assert ("Earlier, 9 December 2025" in answer) is is_earlier


PUMP = source(
    "2024-02-03  No pressure. Code P12. Sieve was blocked. Rinsed it under the tap\n"
    "2024-11-20  Inspection. Olaf has left, his colleague Brit Holm does it now\n",
    title="Pump log",
)


def test_a_fragment_is_read_with_what_follows_it_in_its_line() -> None:
    answer = extracted("What was code P12?", PUMP).answer
    assert "2024-02-03: No pressure. Code P12. Sieve was blocked. Rinsed it under the tap [" in answer


def test_a_short_line_is_told_to_its_end() -> None:
    assert (
        "2024-11-20: Inspection. Olaf has left, his colleague Brit Holm does it now ["
        in extracted("Who does the inspection now?", PUMP).answer
    )


def test_what_another_note_says_as_near_makes_an_answer_unsure() -> None:
    first = source("Cook: Ada comes on Monday and Friday from nine to ten.", title="Mill house")
    other = source("On Monday and Friday Bea comes, since July.", id="B", title="Changes")
    asked = "When does the cook come on Monday and Friday?"
    assert not is_reserved(extracted(asked, first, embed=True).answer)
    answer = extracted(asked, first, other, embed=True).answer
    assert answer.startswith(f"{NEAREST}; another note comes as near:\n\nCook: Ada")
    assert "Bea comes, since July" in answer

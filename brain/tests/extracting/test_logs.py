"""Lines of a log have the days with which they begin."""

import time

from brain.answer_sources import SourcePassage
from brain.extracting.passage_heads import read_heads
from brain.tests.extracting.extracted_answers import extracted, source

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
        "Earlier, 2025-10-06: From now on I write every cue in the red book too. [2]",
    ]


def test_a_later_row_stands_before_an_earlier_one() -> None:
    answer = extracted("What does the card reader cost?", TABLE).answer
    assert answer.startswith(
        "Date: 2026-04-14; What: The card reader now costs 12 euros [1]\n\nEarlier, 9 December 2025"
    )


def test_a_further_sentence_is_told_with_the_date_of_its_line() -> None:
    answer = extracted("Which desk stays?", LOG)
    assert answer.answer.startswith("2025-03-04: Desk stays the grey Zero. [1]")
    assert answer.metadata.citations[0].excerpt == "Desk stays the grey Zero."


def test_a_labelled_paragraph_is_quoted_apart() -> None:
    text = "The hall has a red door.\n\n**Roof.** The hall has a red roof.\n"
    assert len(extracted("Is the hall red?", source(text, title="Hall")).metadata.citations) == 2


def test_a_later_price_of_the_same_note_stands_first() -> None:
    text = "A child pays £12, material included.\n\n**Later.** From February 2026 it is £14 a child.\n"
    lines = extracted("What does a child pay?", source(text, title="Workshop")).answer.split("\n\n")
    assert lines[-2].startswith("Later: From February 2026 it is £14 a child.")


def test_a_dated_line_above_a_salutation_is_no_sentence() -> None:
    text = "Heron Cottage, Ossery\n9 April 2026 - by hand\n\nDear Ines,\n\nThe ferry had a chain.\n"
    answer = extracted("What did the ferry have?", source(text, title="Letter"))
    assert answer.answer == "The ferry had a chain. [1]"


def test_blank_lines_cost_nothing() -> None:
    text = "The ferry had a chain." + "\n \t" * 20_000 + "2026-03-02: It broke."
    started = time.process_time()
    read_heads(SourcePassage(0, len(text), text), is_chat=False)
    assert time.process_time() - started < 0.5


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

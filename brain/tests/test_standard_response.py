"""A citation as a reader sees it."""

import time
from datetime import date

import pytest

from brain.answer_rendering import render_for_model, render_for_terminal
from brain.standard_response import Citation, Metadata, StandardResponse, title_with_day
from core.text.tests.machine_speed import is_within


@pytest.mark.parametrize(
    ("title", "day", "label"),
    [
        ("Rates", date(2026, 7, 9), "Rates, 9 July 2026"),
        ("Meeting of 9 July 2026", date(2026, 7, 9), "Meeting of 9 July 2026"),
        ("Meeting of 9 July 2026", date(2026, 7, 10), "Meeting of 9 July 2026, 10 July 2026"),
        ("Rates", None, "Rates"),
    ],
)
def test_its_label_tells_the_day_once(title: str, day: date | None, label: str) -> None:
    assert Citation(note_id="N", note_title=title, note_day=day).label == label


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Rates", "Rates, 9 July 2026"),
        ("Meeting of 9 July 2026", "Meeting of 9 July 2026"),
        ("Minutes of the members' day, 9 July 2026", "Minutes of the members' day, 9 July 2026"),
        ("A list of all the things that we have", "A list of all the things that…, 9 July 2026"),
        ("9 July 2026, after two hours at the bank", "9 July 2026, after two hours a…"),
        (
            "Minutes of the meeting of the members of 9 July 2026",
            "Minutes of the meeting of the…, 9 July 2026",
        ),
        ("The minutes of all of 9 July 2026", "The minutes of all, 9 July 2026"),
        ("Regatta of the harbour, 8 & 9 July 2026", "Regatta of the harbour, 9 July 2026"),
        ("Regatta of the harbour – 30 June to 9 July 2026", "Regatta of the harbour, 9 July 2026"),
        ("Hafenfest der Stadt vom 8. bis 9. Juli 2026", "Hafenfest der Stadt, 9 July 2026"),
        ("Regatta of the harbour, Thurs. 9 July 2026", "Regatta of the harbour, 9 July 2026"),
        ("All that the members are to do on 9 July 2026", "All that the members are to do, 9 July 2026"),
        ("Notes on the hall of room 11 & 9 July 2026", "Notes on the hall of room 11, 9 July 2026"),
        ("Keys of the doors, room 5 to 9 July 2026", "Keys of the doors, room 5, 9 July 2026"),
        ("List of the needed chairs, 40 & 9 July 2026", "List of the needed chairs, 40, 9 July 2026"),
        ("The key of the door of room 12, 9 July 2026", "The key of the door of room 12, 9 July 2026"),
    ],
)
def test_a_cut_title_keeps_its_day(title: str, name: str) -> None:
    assert title_with_day(title, date(2026, 7, 9), 30) == name


def test_texts_show_the_day_and_json_has_it_where_it_is_known() -> None:
    citation = Citation(note_id="N", note_title="Rates", excerpt="A word.", note_day=date(2026, 7, 9))
    response = StandardResponse(
        answer="A word. [1]", metadata=Metadata(has_sources=True, citations=[citation])
    )
    assert "Rates, 9 July 2026 (N)" in render_for_model(response)
    assert "Rates, 9 July 2026 (N)" in render_for_terminal(response)
    assert citation.model_dump(mode="json", by_alias=True)["noteDay"] == "2026-07-09"
    assert "noteDay" not in Citation(note_id="N", note_title="Rates").model_dump(by_alias=True)


def test_no_model_is_asked_for_it() -> None:
    assert "noteDay" not in str(StandardResponse.model_json_schema(by_alias=True))


def test_a_title_of_dashes_costs_no_time() -> None:
    started = time.process_time()
    assert title_with_day(f"Log {'-' * 80}x", date(2026, 7, 9)).endswith("x, 9 July 2026")
    assert title_with_day("Log of the 9 July 2026", date(2026, 7, 9), 8) == "Log, 9 July 2026"
    assert is_within(time.process_time() - started, 1)

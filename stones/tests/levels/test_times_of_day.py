"""A time of day in a sender's words: whether it is one of the text's, in whatever notation."""

import pytest

from stones.levels.summary import check_summary
from stones.levels.summary.summary_source import SummarySource
from stones.tests.levels.chat_doubles import count_tokens

MORNING = ["6am", "6 am", "6 a.m.", "6:00", "06:00", "6 Uhr", "6h", "6:00 am"]
EVENING = ["6pm", "6 pm", "6 p.m.", "18:00", "18 Uhr", "18h", "18 h", "6:00 pm"]


@pytest.mark.parametrize("written", MORNING)
@pytest.mark.parametrize("time", MORNING)
def test_the_same_time_in_other_notations(time: str, written: str) -> None:
    text = f"All 6 copies are here. The copy of October is dropped on 1 December at {written} by a cron job."
    assert SummarySource(text).check(f"The October copy is dropped 1 Dec {time}.") == []


@pytest.mark.parametrize("written", EVENING)
@pytest.mark.parametrize("time", EVENING)
def test_in_the_evening(time: str, written: str) -> None:
    text = f"The lorry with the bread leaves at {written}, never before."
    assert SummarySource(text).check(f"The lorry leaves at {time}.") == []


@pytest.mark.parametrize("written", EVENING)
@pytest.mark.parametrize("time", MORNING)
def test_another_time_is_a_fault(time: str, written: str) -> None:
    text = f"The lorry with the bread leaves at {written}, never before."
    assert [missing.code for missing in SummarySource(text).check(f"The lorry leaves at {time}.")] == [
        "number"
    ]


def test_a_time_beside_other_words_is_a_fault() -> None:
    text = "The copy of October is dropped at 06:00 by a cron job. " + "Nothing else is planned here. " * 9
    text += "The lorry with the bread leaves when it is loaded."
    report = check_summary("The lorry leaves with the bread at 6am.", "", text, count_tokens=count_tokens)
    assert [fault.code for fault in report.faults] == ["number"]

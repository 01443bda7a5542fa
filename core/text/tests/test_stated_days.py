"""Which days and months a question names, and whether a text says any time."""

import pytest

from core.text.stated_days import named_days, says_no_time


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("Is the sauna open on Tuesdays in July?", ["Tuesdays", "July"]),
        ("Is it open in May?", ["May"]),
        ("May I bring my dog?", []),
        ("It rains. May I go in?", []),
        ("Is it open today?", []),
    ],
)
def test_days_and_months_in_capitals(question: str, days: list[str]) -> None:
    assert named_days(question) == days


@pytest.mark.parametrize(
    "text",
    [
        "Open daily from 9 to 5.",
        "From 1 April until autumn.",
        "At weekends.",
        "All year round.",
        "Every first week.",
        "On 2026-05-02.",
    ],
)
def test_what_says_when(text: str) -> None:
    assert not says_no_time(text)


@pytest.mark.parametrize("text", ["Towels cost 3.", "You may bring your own.", "Two lanes are free."])
def test_what_does_not(text: str) -> None:
    assert says_no_time(text)

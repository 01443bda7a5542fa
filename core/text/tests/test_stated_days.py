"""Which days and months a question names, and whether a text says any time."""

import pytest

from core.text.stated_days import named_days


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

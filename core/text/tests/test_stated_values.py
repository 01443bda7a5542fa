"""Values of a text by their kind, and texts that contradict each other."""

import pytest

from core.text.stated_values import contradict, values_of


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("We take fourteen tents.", "tent", "14"),
        ("It costs 1,200 euro.", "euro", "1,200"),
        ("The limit is 8.", "", "8"),
        ("On Tuesdays only.", "weekday", "tuesday"),
        ("On Weds only.", "weekday", "wednesday"),
        ("By Thur. noon.", "weekday", "thursday"),
        ("On Sat 3 May.", "weekday", "saturday"),
        ("By Wed at noon.", "weekday", "wednesday"),
        ("Every week, please.", "how often", "weekly"),
        ("On 3 May.", "day", "(5, 3)"),
    ],
)
def test_the_kind_of_a_value(text: str, kind: str, value: str) -> None:
    assert values_of(text)[kind] == {value}


@pytest.mark.parametrize(
    "text", ["They wed in June.", "He sat 4 hours.", "In the sun 2 of us slept.", "c'est mon train 5"]
)
def test_words_without_a_capital_are_no_weekdays(text: str) -> None:
    assert "weekday" not in values_of(text)


@pytest.mark.parametrize(
    ("text", "other", "is_other"),
    [
        ("14 tents", "12 tents", True),
        ("14 tents", "12 cars", False),
        ("14 tents", "14 tents, 3 cars", False),
        ("weekly", "every month", True),
        ("weekly", "every week", False),
        ("the door is open", "the door is closed", True),
    ],
)
def test_other_values_of_one_kind_contradict(text: str, other: str, is_other: bool) -> None:
    assert contradict(values_of(text), values_of(other)) is is_other


def test_a_figure_without_a_unit_is_compared_where_that_is_asked_for() -> None:
    limit, uploads = values_of("The limit was raised to 8."), values_of("5 uploads")
    assert not contradict(limit, uploads)
    assert contradict(limit, uploads, any_unit=True)

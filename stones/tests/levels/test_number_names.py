"""A number of a sender's words that the text has in words."""

import pytest

from stones.levels.summary.number_names import named_numbers
from stones.levels.summary.summary_source import SummarySource


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("Fifteen percent is what we can do.", "15 % is what we can do."),
        ("For three years we would go to twenty percent.", "20 % for three years."),
        ("Twenty-five crates are rotten.", "25 crates are rotten."),
        ("Der Zug hat siebzehn Wagen.", "Der Zug hat 17 Wagen."),
        ("Der Zug hat fünfundzwanzig Wagen.", "Der Zug hat 25 Wagen."),
        ("Quedan treinta y cinco cajas.", "Quedan 35 cajas."),
        ("Il reste quarante-deux caisses.", "Il reste 42 caisses."),
    ],
)
def test_a_number_in_words_is_in_the_text(text: str, summary: str) -> None:
    assert SummarySource(text).check(summary) == []


@pytest.mark.parametrize(
    "summary", ["20 crates are rotten.", "5 crates are rotten.", "26 crates are rotten."]
)
def test_a_part_of_such_a_number_is_not(summary: str) -> None:
    assert [missing.code for missing in SummarySource("Twenty-five crates are rotten.").check(summary)] == [
        "number"
    ]


def test_each_place_counts() -> None:
    assert named_numbers("five of fifteen, then five") == {"5": [(0, 4), (22, 26)], "15": [(8, 15)]}


def test_the_plural_of_a_number_may_stand_where_the_number_does() -> None:
    text = (
        "We set the timeout, and the 502s came back after a while, some hundred an hour in the evening, and so on "
        "through the weekend, when nobody looked.\n\nWithout HTTP/2 towards the upstream there was no single 502."
    )
    assert SummarySource(text).check("HTTP/2 off towards the upstream stopped the 502s.") == []

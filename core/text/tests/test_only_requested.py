"""What was asked for is not what was given."""

import pytest

from core.text.describe_missing import describe_missing
from core.text.only_requested import asks_outcome, without_requests
from core.text.stated_form import OUTCOME, unstated_form
from core.text.unnamed_words import unnamed_words

GIVEN = "How much did the lottery give for the organ?"


@pytest.mark.parametrize(
    ("quoted", "unstated"),
    [
        ("We apply to the lottery for £9,000 for the organ.", OUTCOME),
        ("7. Organ: Ruta sends the application to the lottery by 3 May: £9,000.", OUTCOME),
        ("The lottery: Ruta would like £9,000 for the organ and £200 for the stool.", OUTCOME),
        ("18.4. Sent papers to the lottery for the organ, expecting about 9,000.", OUTCOME),
        ("We asked the lottery for 9,000, they give 7,500.", ""),
        ("We asked the lottery for 9,000 and got 7,500.", ""),
        ("The lottery gave £7,500.", ""),
    ],
)
def test_a_request_states_no_outcome(quoted: str, unstated: str) -> None:
    assert unstated_form(GIVEN, quoted, context=GIVEN) == unstated


@pytest.mark.parametrize(
    ("query", "asks"),
    [
        ("How much did the lottery give?", True),
        ("What did the bellows cost?", True),
        ("How much did we ask the lottery for?", False),
        ("How much will the lottery give?", False),
        ("What does a ticket cost?", False),
        ("When does the museum open?", False),
    ],
)
def test_which_questions_ask_what_came_of_it(query: str, asks: bool) -> None:
    assert asks_outcome(query) == asks


def test_the_length_stays() -> None:
    text = "We asked for 9,000, they give 7,500. We hope for more."
    left = without_requests(text)
    assert len(left) == len(text)
    assert left.split() == [",", "they", "give", "7,500."]


def test_an_estimate_states_it_only_under_a_reserve() -> None:
    query, quoted = "What did the bellows cost?", "The bellows: Hale's estimate is £780."
    assert unstated_form(query, quoted, context=query) == ""
    assert unstated_form(query, quoted, context=query, plans=True) == OUTCOME
    assert "what came of it" in describe_missing(unnamed_words(query, quoted))


def test_a_list_number_is_no_number() -> None:
    assert unstated_form("How many did the choir sell?", "4. Choir: sold some.", context="") != "4"
    assert unstated_form(GIVEN, "4. Organ: the lottery gave what it could.", context=GIVEN) == "number"


def test_each_of_several_listed_offers_is_one() -> None:
    quoted = "Two quotes: Varga & Son £4.150, Holm £3,620. The crane is extra."
    assert without_requests(quoted, plans=True).split() == ["Two", ".", "The", "crane", "is", "extra."]

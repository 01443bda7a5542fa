"""A sender's sentence with the opposite of the text's word, or of what the text takes back later; and true ones."""

import pytest

from stones.levels.summary import check_summary
from stones.levels.summary.summary_report import SummaryFault
from stones.tests.levels.chat_doubles import count_tokens

STATE = """# Works

The mail queue of the shop is disabled in production. Merge the branch after the review by Ann.
The pump of hall 2 is off until Monday. The gate to the yard was open in May and is closed in June.
"""
WITHDRAWN = """# Desk

Staff may take the laptops home for the weekend. Chargers are in the drawer by the door.

I asked for a switch for each shop on the page. I take that back: one will do.

Never mind the laptops for the weekend, the insurance refused.
"""


def _faults(claim: str, text: str) -> list[SummaryFault]:
    return list(check_summary(claim, "", text, count_tokens=count_tokens).faults)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The mail queue of the shop is enabled in production.", "is disabled in production"),
        ("Merge the branch before the review by Ann.", "after the review by Ann"),
        ("The pump of hall 2 is on until Monday.", "is off until Monday"),
    ],
)
def test_the_opposite_is_refused_beside_what_the_text_says(claim: str, source: str) -> None:
    (fault,) = _faults(claim, STATE)
    assert fault.code == "negation"
    assert source in fault.message


@pytest.mark.parametrize(
    "claim",
    [
        "The mail queue of the shop is disabled in production.",
        "The mail queue of the shop is not enabled in production.",
        "Merge the branch after the review by Ann.",
        "The review by Ann comes before the branch is merged.",
        "The pump of hall 2 stays off until Monday.",
        "The gate to the yard was open in May.",
        "The gate to the yard is closed.",
    ],
)
def test_what_the_text_says_is_accepted(claim: str) -> None:
    assert _faults(claim, STATE) == []


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Staff may take the laptops home for the weekend.", "Never mind the laptops for the weekend"),
        ("A switch for each shop on the page is asked for.", "I take that back"),
    ],
)
def test_what_the_text_takes_back_is_refused_beside_the_sentence_that_does(claim: str, source: str) -> None:
    (fault,) = _faults(claim, WITHDRAWN)
    assert fault.code == "superseded"
    assert source in fault.message


@pytest.mark.parametrize(
    "claim",
    [
        "Chargers are in the drawer by the door.",
        "Laptops for the weekend are refused by the insurance.",
        "Staff may no longer take the laptops home for the weekend.",
        "One switch will do.",
    ],
)
def test_what_holds_still_is_accepted(claim: str) -> None:
    assert _faults(claim, WITHDRAWN) == []

"""Questions for what is allowed, and sentences that say it."""

import pytest

from core.text.permissions import asks_permission, states_permission


@pytest.mark.parametrize(
    ("query", "asks"),
    [
        ("May players bring nuts?", True),
        ("Are dogs allowed in the kiln room?", True),
        ("Can I park in the yard?", True),
        ("Do you allow flash?", True),
        ("Is the lid broken?", False),
        ("Who may open the kiln?", False),
    ],
)
def test_what_is_allowed_is_asked(query: str, asks: bool) -> None:
    assert asks_permission(query) == asks


@pytest.mark.parametrize(
    ("sentence", "states"),
    [
        ("No nuts, please - Finn is allergic.", True),
        ("Fruit is allowed.", True),
        ("Visitors must not touch the lid.", True),
        ("In the yard: only bicycles.", True),
        ("So: ok for one dog, on trial.", True),
        ("We would be seven guests.", False),
        ("There is no lid.", False),
    ],
)
def test_what_is_allowed_is_said(sentence: str, states: bool) -> None:
    assert states_permission(sentence) == states

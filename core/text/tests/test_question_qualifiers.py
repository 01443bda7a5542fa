"""How a question wants something."""

import pytest

from core.text.question_qualifiers import lacks_qualifier


@pytest.mark.parametrize(
    ("question", "text", "missing"),
    [
        ("How do I make the levels longer?", "How do I make a stone?", "longer"),
        ("How do I make it more expensive?", "How do I make it?", "expensive"),
        ("cheaper parcels", "Send a parcel.", "cheaper"),
        ("Can I print in bulk?", "Print an order.", "bulk"),
        ("How do I water the lawn automatically?", "Take the hose.", "automatically"),
        ("How do I sort my photos by date?", "Sort your photos by name.", "date"),
        ("How do I get a bigger room?", "How do I get a room?", "bigger"),
        ("Which is better, the red or the blue one?", "There is no blue one.", "better"),
    ],
)
def test_a_text_that_says_nothing_of_it(question: str, text: str, missing: str) -> None:
    assert lacks_qualifier(question, text) == missing


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How do I make the levels longer?", "A level has its length."),
        ("How do I make the search faster?", "The search is slow: what can I do?"),
        ("cheaper parcels", "What a parcel costs"),
        ("Can I print in bulk?", "Tick several orders."),
        ("How do I water the lawn automatically?", "It comes on every evening by itself."),
        ("How do I sort my photos by date?", "Newest first, by the date in them."),
        ("Where can I get more memory?", "Buy a module."),
        ("How long is a stone kept?", "30 days."),
        ("Is the user a helper of the server?", "Yes."),
        ("How is it sent by e-mail?", "In a letter."),
    ],
)
def test_nothing_is_missing(question: str, text: str) -> None:
    assert lacks_qualifier(question, text) == ""

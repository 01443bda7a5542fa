"""Reasons that are asked for, and given."""

import pytest

from core.text.asked_reasons import asks_reason_alone, gives_reason


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Why is it slow?", True),
        ("it is slow, how come", True),
        ("What is the reason for that?", True),
        ("Warum ist es langsam?", True),
        ("Why is it slow, and how do I make it fast?", False),
        ("How do I make it fast?", False),
        ("What is it?", False),
    ],
)
def test_a_question_for_a_reason(question: str, asks: bool) -> None:
    assert asks_reason_alone(question) is asks


@pytest.mark.parametrize(
    ("wording", "text", "gives"),
    [
        ("What is it?", "It waits, because nobody calls it.", True),
        ("Why is it slow?", "Look at the queue.", True),
        ("How do I call it?", "Press Call.", False),
        ("Payment declined", "Look at the card.", True),
        ("Can I call it here?", "You must press Call first.", False),
    ],
)
def test_a_text_that_gives_one(wording: str, text: str, gives: bool) -> None:
    assert gives_reason([wording], text) is gives

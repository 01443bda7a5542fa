"""What is still to be done is asked for, and which tasks are ticked."""

import pytest

from core.text.open_tasks import asks_open, is_ticked


@pytest.mark.parametrize(
    "question",
    [
        "What do I still have to do for the fair?",
        "What's left to pack?",
        "Which jobs are still open?",
        "What is not done yet?",
        "Which bills haven't we paid yet?",
        "What is on my to-do list?",
        "What remains to be bought?",
    ],
)
def test_what_is_open_is_asked_for(question: str) -> None:
    assert asks_open(question)


@pytest.mark.parametrize(
    "question",
    [
        "What did we do for the fair?",
        "Who has packed?",
        "Where do I turn left?",
        "Is it done?",
        "Is it still cold?",
    ],
)
def test_other_questions(question: str) -> None:
    assert not asks_open(question)


@pytest.mark.parametrize(
    ("task", "is_done"),
    [
        ("[x] order the tent", True),
        ("- [X] order the tent", True),
        ("✓ order the tent", True),
        ("[ ] order the tent", False),
        ("x order the tent", False),
        ("order the tent [x]", False),
    ],
)
def test_ticks(task: str, is_done: bool) -> None:
    assert is_ticked(task) is is_done

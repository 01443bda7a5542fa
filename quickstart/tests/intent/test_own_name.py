"""The name of what a collection is about is no content of a question to it."""

import pytest

from quickstart.intent.own_name import without_own_name


@pytest.mark.parametrize(
    ("title", "question", "expected"),
    [
        ("QA.Stone", "How do I back up QA.Stone?", "How do I back up it?"),
        ("QA.Stone", "where does qastone keep its logs", "where does it keep its logs"),
        ("QA.Stone", "Is QA-Stone's licence free?", "Is it licence free?"),
        ("QA.Stone", "what is in ~/qastone/var", "what is in ~/qastone/var"),
        ("QA.Stone", "how do I paste a stone", "how do I paste a stone"),
        (
            "LoafWatch",
            "Does loaf watch run in Docker? LoafWatch is new.",
            "Does it run in Docker? it is new.",
        ),
        ("Kitchen", "How do I clean the kitchen?", "How do I clean the kitchen?"),
        (
            "Community Kitchen",
            "When does the community kitchen open?",
            "When does the community kitchen open?",
        ),
        ("my-project", "How do I delete my project?", "How do I delete my project?"),
        ("", "How?", "How?"),
    ],
)
def test_without_own_name(title: str, question: str, expected: str) -> None:
    assert without_own_name(question, title) == expected

"""Who does what a question asks about."""

import pytest

from core.text.question_subject import question_subject


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("who exported the ledger", "who"),
        ("Who has opened it?", "who"),
        ("Who's opened it?", "who"),
        ("Who can open it?", "who can"),
        ("Can a porter make keys?", "porter"),
        ("does the other porter see everything", "porter"),
        ("Can I make keys?", ""),
        ("Does it make keys?", ""),
        ("How do I make a key for the porter?", ""),
        ("export the ledger", ""),
        ("", ""),
    ],
)
def test_who_does_it(question: str, subject: str) -> None:
    assert question_subject(question) == subject

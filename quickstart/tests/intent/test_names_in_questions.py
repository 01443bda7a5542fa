"""Neither the name of what a collection is about nor what a question excludes is what it asks about."""

import pytest

from quickstart.intent.names_in_questions import without_excluded, without_own_name


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


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        (
            "Which programs can I hook up to this besides Claude Code?",
            "Which programs can I hook up to this?",
        ),
        ("Which clients other than Cursor work with it?", "Which clients work with it?"),
        ("Is there a way in, apart from passwords?", "Is there a way in?"),
        ("Was gibt es außer Cursor?", "Was gibt es?"),
        (
            "Does it work for all except when offline mode is on?",
            "Does it work for all except when offline mode is on?",
        ),
        ("Besides Cursor?", "Besides Cursor?"),
    ],
)
def test_what_is_excluded_is_left_out(question: str, rest: str) -> None:
    assert without_excluded(question) == rest

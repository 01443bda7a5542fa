"""What a question excludes is not what it asks about."""

import pytest

from core.text.excluded_names import without_excluded


@pytest.mark.parametrize(
    ("question", "asked"),
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
def test_what_is_excluded_is_not_asked_about(question: str, asked: str) -> None:
    assert without_excluded(question) == asked

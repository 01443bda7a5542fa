"""Texts as pages show them beside their titles."""

import pytest

from core.pages.templatetags.content import after_title


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("The new press. We buy it.", "We buy it."),
        ("The new press, 2 April 2026 We buy it.", "2 April 2026 We buy it."),
        ("The new presses are loud.", "The new presses are loud."),
        ("The new press", "The new press"),
    ],
)
def test_a_title_is_not_said_twice(text: str, rest: str) -> None:
    assert after_title(text, "The new press") == rest

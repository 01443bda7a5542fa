"""Texts as pages show them beside their titles."""

import pytest

from core.pages.templatetags.content import after_title, but_text


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("The new press. We buy it.", "We buy it."),
        ("The new press, 2 April 2026 We buy it.", "2 April 2026 We buy it."),
        ("The new presses are loud.", "The new presses are loud."),
        ("The new press", "The new press"),
        ("The new press’s door is stuck.", "The new press’s door is stuck."),
        ("The new press's door is stuck.", "The new press's door is stuck."),
        ("The new press-room is cold.", "The new press-room is cold."),
        ("The new press arrives on Monday.", "The new press arrives on Monday."),
        ("The new press – it arrives on Monday.", "it arrives on Monday."),
        ("The new press [ ] order paper", "[ ] order paper"),
        ("THE NEW PRESS: bought", "bought"),
    ],
)
def test_a_title_is_not_said_twice(text: str, rest: str) -> None:
    assert after_title(text, "The new press") == rest


@pytest.mark.parametrize(
    ("row", "is_kept"),
    [
        ("glue the boards", False),
        ("Glue the boards and  press them.", True),
        ("glue", True),
        ("glue the boards; wait", True),
        ("wait an hour", False),
        ("an hour", True),
    ],
)
def test_a_description_is_not_said_again(row: str, is_kept: bool) -> None:
    for text in ("Glue the boards. Wait an hour.", "Wait an hour: glue the boards; wait an hour"):
        assert but_text([row], text) == [row] * is_kept

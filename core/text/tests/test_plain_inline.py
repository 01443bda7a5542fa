"""Runs of Markdown, reStructuredText and HTML as their visible words."""

import pytest

from core.text.plain_inline import plain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A path must not contain `..` or `~`.", "A path must not contain `..` or `~`."),
        ("Call `f('')` or ``it's``.", "Call f('') or it's."),
        ("See ``The Gates'' and `Locks'.", 'See "The Gates" and "Locks".'),
        ("Not `a` and 'b'.", "Not a and 'b'."),
        ("Use `x` and `_.map()` of `_x()`.", "Use x and _.map() of _x()."),
        ("[planner] I take it.", "[planner] I take it."),
        ("[planner] – see there", "planner – see there"),
        ("See [the gates] there.", "See the gates there."),
        ("Set <prefix> and <b>bold</b><br>", "Set <prefix> and bold"),
        ('A <Tab id="1"> and <Box>x</Box>', "A and x"),
    ],
)
def test_visible_words(text: str, words: str) -> None:
    assert plain(text) == words


def test_reading_again_changes_nothing() -> None:
    text = "[planner] Set `..` in <prefix> and ``x''."

    assert plain(plain(text)) == plain(text)


def test_a_role_may_point_to_what_has_angle_brackets() -> None:
    assert plain(r"Set :option:`the pier <pier\<N\>>` first.") == "Set the pier first."

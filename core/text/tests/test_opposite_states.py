"""Opposite sides of one pair, and words that only look like one."""

import pytest

from core.text.opposite_states import stated_sides


def _sides(text: str) -> set[tuple[str, int]]:
    return {(each.key, each.side) for each in stated_sides(text)}


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("the alarm is enabled", "the alarm is disabled"),
        ("the pump is off until noon", "the pump is on until noon"),
        ("switch the light off", "switch the light on"),
        ("merge before the review", "merge after a review"),
        ("prices went up in may", "prices went down in may"),
        ("der zugang ist gesperrt", "der zugang ist entsperrt"),
    ],
)
def test_opposite_sides_of_a_pair(text: str, other: str) -> None:
    ((key, side),), ((other_key, other_side),) = _sides(text), _sides(other)
    assert key == other_key
    assert {side, other_side} == {0, 1}


@pytest.mark.parametrize("text", ["the shop is on monday", "the price is on the door", "merge the up branch"])
def test_a_preposition_is_no_state(text: str) -> None:
    assert _sides(text) == set()


def test_what_comes_before_another_thing_is_another_pair() -> None:
    assert _sides("merge before the review")
    assert {key for key, _ in _sides("merge before the review")}.isdisjoint(
        key for key, _ in _sides("merge after the release")
    )

"""Typing errors, as opposed to words that a collection just does not have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quickstart.ranking import Vocabulary, correct_spelling

VOCABULARY = Vocabulary(
    ["Write a Docker file for the service", "Mindmap overview", "C# and c++", "hard copies"]
)

SLIPS = [
    ("dokcer file for my servce", "docker file for my service"),
    ("mindmp overveiw please", "mindmap overview please"),
    ("a Dockerr image", "a docker image"),
]
LEFT = [
    "write the docker files",  # known by its stem
    "hand me a fine heap",  # short words have too many neighbours
    "rocker",  # first letters are rarely wrong
    "a réservation in 北京 by user_1234",
    "",
    "copying",
]


@pytest.mark.parametrize(("typed", "intended"), SLIPS)
def test_slips(typed: str, intended: str) -> None:
    assert correct_spelling(typed, VOCABULARY) == intended


@pytest.mark.parametrize("typed", LEFT)
def test_what_is_left_as_it_is(typed: str) -> None:
    assert correct_spelling(typed, VOCABULARY) == typed


@given(st.text())
def test_an_empty_vocabulary(typed: str) -> None:
    empty = Vocabulary([])
    assert correct_spelling(correct_spelling(typed, empty), empty) == correct_spelling(typed, empty)


@given(st.text())
def test_known_words_are_never_changed(text: str) -> None:
    assert correct_spelling(text, Vocabulary([text])) == text

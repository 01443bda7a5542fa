"""Which questions are put together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from quickstart.curation.group_questions import MIN_COSINE, QuestionWording, group_wordings


def at(degrees: float) -> NDArray[np.float32]:
    """A vector of length 1."""
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))], dtype=np.float32)


def turned(*degrees: float, model: str = "m") -> list[QuestionWording]:
    return [QuestionWording(f"question{index}", 1, at(each), model) for index, each in enumerate(degrees)]


def test_nothing() -> None:
    assert group_wordings([]) == []


def test_what_is_near_is_together() -> None:
    assert group_wordings(turned(0, 90, 10, 80)) == [[0, 2], [1, 3]]


def test_no_chain_runs_from_one_subject_to_another() -> None:
    # 0 is like 40, and 40 like 80; 0 is not like 80.
    assert np.cos(np.radians(80)) < MIN_COSINE < np.cos(np.radians(40))
    assert group_wordings(turned(0, 40, 80)) == [[0, 1], [2]]


def test_a_question_joins_the_group_that_it_is_most_like() -> None:
    assert group_wordings(turned(0, 90, 50)) == [[0], [1, 2]]


def test_the_most_asked_first() -> None:
    rare, often = turned(0, 90)
    assert group_wordings([rare, QuestionWording(often.text, 5, often.vector, "m")]) == [[1], [0]]


def test_vectors_of_two_models_are_not_compared() -> None:
    assert group_wordings(
        [QuestionWording("alpha", 1, at(0), "a"), QuestionWording("beta", 1, at(0), "b")]
    ) == [[0], [1]]


def test_without_vectors_the_words_decide() -> None:
    texts = ["How do I rotate a token?", "rotating tokens", "Where is the log file?"]
    assert group_wordings([QuestionWording(text) for text in texts]) == [[0, 1], [2]]


def test_one_without_a_vector_is_compared_by_words_with_all() -> None:
    wordings = [QuestionWording("rotate tokens", 1, at(0), "m"), QuestionWording("Rotate the token!")]
    assert group_wordings(wordings) == [[0, 1]]


@pytest.mark.parametrize(("texts", "together"), [(("???", "???"), True), (("???", "!!!"), False)])
def test_what_has_no_words_is_compared_as_it_is(texts: tuple[str, str], together: bool) -> None:
    assert len(group_wordings([QuestionWording(text) for text in texts])) == (1 if together else 2)


@given(st.lists(st.tuples(st.floats(0, 360), st.booleans()), max_size=25))
def test_every_question_is_in_one_group_and_like_all_in_it(
    placed_questions: list[tuple[float, bool]],
) -> None:
    wordings = [
        QuestionWording(f"word{index}", 1, at(degrees), "m")
        if has_vector
        else QuestionWording(f"word{index}")
        for index, (degrees, has_vector) in enumerate(placed_questions)
    ]
    groups = group_wordings(wordings)
    assert sorted(index for indexes in groups for index in indexes) == list(range(len(wordings)))
    for indexes in groups:
        vectors = [wordings[index].vector for index in indexes]
        assert all(vector is not None for vector in vectors) or len(indexes) == 1
        if len(indexes) > 1:
            stacked = np.stack([vector for vector in vectors if vector is not None])
            assert float((stacked @ stacked.T).min()) >= MIN_COSINE - 1e-5

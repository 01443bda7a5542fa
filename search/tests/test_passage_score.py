import numpy as np
import pytest

from search.passage_score import passage_scores, standardize

NAN = float("nan")


def test_in_standard_deviations() -> None:
    assert standardize(np.array([1.0, 3.0])).tolist() == [-1.0, 1.0]
    assert standardize(np.array([0.3, 0.3])).tolist() == [0.0, 0.0]
    assert standardize(np.zeros(0)).tolist() == []


def test_what_has_no_value_takes_no_part() -> None:
    assert standardize(np.array([1.0, NAN, 3.0])).tolist() == [-1.0, 0.0, 1.0]
    assert standardize(np.array([1.0, NAN, 3.0]), np.array([9.0, 7.0, 9.0])).tolist() == [-1.0, 7.0, 1.0]


def test_without_a_vector_words_count_in_both_places() -> None:
    words = np.array([0.0, 1.0])
    assert passage_scores(np.full(2, NAN), words, words_weight=0.5).tolist() == pytest.approx([-1.5, 1.5])


def test_vectors_decide_between_equal_words() -> None:
    scores = passage_scores(np.array([0.2, 0.6, 0.4]), np.zeros(3), words_weight=0.5)
    assert scores.argsort().tolist() == [0, 2, 1]

import numpy as np
import pytest

from search.passage_score import (
    coverages,
    held_share,
    held_words,
    passage_scores,
    relative_word_weights,
    standardize,
    word_weights,
)

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


def test_bits_are_words() -> None:
    assert held_words(np.array([0b101, 0b010, 0]), 3).tolist() == [[1, 0, 0], [0, 1, 0], [1, 0, 0]]
    assert held_words(np.array([1 << 62]), 63)[62].tolist() == [1]


def test_the_rarer_a_word_the_more_it_weighs() -> None:
    weights = word_weights([0, 1, 5, 10], 10)
    assert weights.tolist() == sorted(weights, reverse=True)
    assert weights.min() > 0
    relative = relative_word_weights([0, 10], 10)
    assert relative[0] == 1.0 > relative[1] > 0


def test_coverage_is_a_share_by_weight() -> None:
    held = np.array([[1, 0, 1], [0, 1, 1]])
    assert coverages(held, np.array([3.0, 1.0])).tolist() == pytest.approx([0.75, 0.25, 1.0])


def test_without_words_nothing_is_covered_and_nothing_held() -> None:
    assert coverages(np.zeros((0, 2)), np.zeros(0)).tolist() == [0, 0]
    assert held_share([], np.zeros(0)) == 0


def test_the_share_of_words_that_anything_holds() -> None:
    assert held_share([2, 0], np.array([1.0, 3.0])) == pytest.approx(0.25)

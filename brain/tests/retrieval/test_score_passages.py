import numpy as np
import pytest

from brain.retrieval.score_passages import PART_SHARE, score_passages

NAN = float("nan")


def _texts(*names: str) -> np.ndarray[tuple[int], np.dtype[np.bytes_]]:
    return np.array([name.encode() for name in names], dtype="S26")


def test_a_stretch_is_as_near_as_itself_and_its_best_sentence() -> None:
    # Two stretches of a, the first with two sentences, the second sharing one with it; one of b.
    passage_scores = score_passages(
        _texts("a", "a", "a", "a", "b"),
        np.array([100, 40, 100, 180, 50]),
        np.array([0.3, 0.1, 0.7, 0.4, 0.35]),
        np.zeros(5, dtype=np.int64),
        0,
    )
    assert passage_scores.chunk_indexes.tolist() == [0, 3, 4]
    assert passage_scores.similarities.tolist() == pytest.approx([0.3 + PART_SHARE * 0.4, 0.4, 0.35])
    assert passage_scores.order(np.array([True, True, True])) == [0, 1, 2]


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    masks = np.array([0b01, 0b01, 0b01, 0b10])
    passage_scores = score_passages(_texts("a", "b", "c", "d"), np.full(4, 9), np.full(4, NAN), masks, 2)
    assert passage_scores.coverages[3] > passage_scores.coverages[0] > 0
    assert passage_scores.order(np.ones(4, dtype=bool))[0] == 3
    assert passage_scores.familiar == 1.0


def test_a_word_that_nobody_has_makes_the_question_unfamiliar() -> None:
    passage_scores = score_passages(_texts("a", "b"), np.full(2, 9), np.full(2, NAN), np.array([0b01, 0]), 2)
    assert 0 < passage_scores.familiar < 0.5


def test_what_has_no_vector_is_judged_by_its_words() -> None:
    passage_scores = score_passages(
        _texts("a", "b", "c"), np.full(3, 9), np.array([0.3, NAN, 0.2]), np.array([0, 1, 0]), 1
    )
    assert passage_scores.order(np.ones(3, dtype=bool))[0] == 1
    assert np.isnan(passage_scores.similarities[1])


def test_nothing_at_all() -> None:
    empty = np.zeros(0)
    passage_scores = score_passages(_texts(), empty.astype(int), empty, empty.astype(int), 3)
    assert passage_scores.order(np.zeros(0, dtype=bool)) == []

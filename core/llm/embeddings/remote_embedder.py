"""Embeddings from any server with OpenAI's `/v1/embeddings` (OpenAI, Ollama, vLLM, llama.cpp,
text-embeddings-inference).

The server is not trusted to be right: count, order, dimension and finite numbers are checked. Nor to be there: texts
are embedded by jobs, which ask again, but for a question somebody waits.
"""

import time
import zlib
from collections.abc import Iterator, Sequence

import numpy as np
import openai

from core.llm.embeddings.embedder import Vectors, unit_rows
from core.llm.model_errors import CouldNotAsk, ErrorKind, LLMError, SettingsWrong
from core.llm.retries import FIRST_WAIT_SECONDS, with_retries
from core.llm.translate_errors import not_the_api, translate
from core.llm.transport import open_client

SETTING = "EMBEDDINGS"
_BATCH_TEXTS = 64
# A token is at least a byte, so this is under the 8,191 tokens that such models commonly read.
_MAX_BYTES = 8_000
QUESTION_SECONDS = 5.0
"""What a question waits for at most."""
AWAY_SECONDS = 30.0
"""So long after a question that got no answer none is sent."""


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
        question_prefix: str = "",
        text_prefix: str = "",
    ) -> None:
        self._model = model
        self.name = _name(model, question_prefix, text_prefix)
        self._client = open_client(base_url=base_url, api_key=api_key, timeout=timeout)
        self._question_client = open_client(
            base_url=base_url, api_key=api_key, timeout=min(timeout, QUESTION_SECONDS)
        )
        self._question_prefix = question_prefix
        self._text_prefix = text_prefix
        self._away_until = 0.0
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
        sendable = [_sendable(f"{self._text_prefix}{text}") for text in texts]
        return np.concatenate([self._ask(batch) for batch in _batches(sendable)])

    def embed_questions(self, questions: Sequence[str]) -> Vectors:
        if not questions:
            return np.empty((0, self.dimensions), dtype=np.float32)
        if time.monotonic() < self._away_until:
            raise CouldNotAsk(
                "The embedding server did not answer a moment ago.",
                kind=ErrorKind.UNREACHABLE,
                retryable=True,
            )
        sendable = [_sendable(f"{self._question_prefix}{question}") for question in questions]
        try:
            vectors = [
                self._checked(self._ask_once(batch, self._question_client)) for batch in _batches(sendable)
            ]
        except CouldNotAsk:
            self._away_until = time.monotonic() + AWAY_SECONDS
            raise
        return np.concatenate(vectors)

    def _ask(self, texts: Sequence[str]) -> Vectors:
        return self._checked(
            with_retries(
                lambda _: self._ask_once(texts, self._client),
                attempts=self._attempts,
                first_wait=self._first_wait,
            )
        )

    def _checked(self, vectors: Vectors) -> Vectors:
        found = vectors.shape[1]
        if self._dimensions is None:
            self._dimensions = found
        if found != self._dimensions:
            raise _wrong(f"{found} dimensions where there were {self._dimensions}")
        return vectors

    def _ask_once(self, texts: Sequence[str], client: openai.OpenAI) -> Vectors:
        try:
            # Base64, the SDK's own default, is not understood everywhere.
            response = client.embeddings.with_raw_response.create(
                model=self._model, input=list(texts), encoding_format="float"
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


def _name(model: str, question_prefix: str, text_prefix: str) -> str:
    """Vectors made with other prefixes must not be compared with these, so they are another model's."""
    if not question_prefix and not text_prefix:
        return model
    return f"{model}+{zlib.crc32(f'{question_prefix}|{text_prefix}'.encode()):08x}"


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

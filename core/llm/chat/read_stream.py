"""Reads a streamed chat completion into the body that it would have been in one piece."""

from collections.abc import Callable
from typing import Any

import httpx2
import openai
from openai import Stream
from openai._legacy_response import LegacyAPIResponse
from openai.types.chat import ChatCompletionChunk


class StreamedCompletion:
    """The body as far as it was read. `on_content` is called with each piece of the message's content."""

    def __init__(self, on_content: Callable[[str], None]) -> None:
        self._on_content = on_content
        self._content: list[str] = []
        self._refusal = ""
        self._finish_reason: str | None = None
        self._model: str | None = None
        self._usage: Any = None
        self._has_choice = False

    @property
    def content(self) -> str:
        return "".join(self._content)

    def read(self, response: "LegacyAPIResponse[Stream[ChatCompletionChunk]]") -> object:
        """Raises APIConnectionError if the connection breaks; a failure within the stream is in the body."""
        if "text/event-stream" not in response.headers.get("content-type", ""):
            return self._read_whole(response.http_response)
        try:
            with response.parse() as stream:
                for chunk in stream:
                    if isinstance(chunk, ChatCompletionChunk):
                        self._add(chunk.to_dict(warnings=False))
        except openai.APIConnectionError:
            raise
        except openai.APIError as error:
            return {"error": {"message": error.message}}
        return self._body()

    def _read_whole(self, response: httpx2.Response) -> object:
        """Of a server that does not stream, and does not say so either."""
        try:
            response.read()
        except httpx2.TimeoutException as error:
            raise openai.APITimeoutError(response.request) from error
        except httpx2.TransportError as error:
            raise openai.APIConnectionError(request=response.request) from error
        return response.json()

    def _add(self, chunk: dict[str, Any]) -> None:
        self._model = chunk.get("model") or self._model
        self._usage = chunk.get("usage") or self._usage
        choices = chunk.get("choices")
        if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
            return
        self._has_choice = True
        choice = choices[0]
        self._finish_reason = choice.get("finish_reason") or self._finish_reason
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            return
        if isinstance(refusal := delta.get("refusal"), str):
            self._refusal += refusal
        if isinstance(content := delta.get("content"), str) and content:
            self._content.append(content)
            self._on_content(content)

    def _body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self._model, "usage": self._usage}
        if not self._has_choice:
            return body
        message = {"role": "assistant", "content": self.content, "refusal": self._refusal or None}
        return body | {"choices": [{"index": 0, "finish_reason": self._finish_reason, "message": message}]}

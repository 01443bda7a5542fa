"""A provider on the wire for tests of any app: bodies as servers send them, and clients of a local server."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from core.llm.chat.chat_model import Message
from core.llm.chat.openai_chat import OpenAIChat
from core.llm.daily_budget import DailyLimits
from core.llm.embeddings.remote_embedder import RemoteEmbedder

KEY = "sk-very-secret-0123456789"
CHAT = "/v1/chat/completions"
EMBEDDINGS = "/v1/embeddings"
HANGING = threading.Event()
"""Handlers that hang wait for it; nobody ever sets it: they die with the process."""
QUESTION: list[Message] = [
    {"role": "system", "content": "You summarise."},
    {"role": "user", "content": "the private handoff text"},
]


class LevelPair(BaseModel):
    """The shape that these tests request."""

    lod_0: str
    lod_1: str


GOOD = LevelPair(lod_0="Port the parser.", lod_1="Port the parser to Rust, tests included.")


def completion(content: str | None = None, **changes: Any) -> dict[str, Any]:
    """A chat completion; `changes` go into the choice, except `usage` and `model`."""
    body: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": changes.pop("model", "small-model-2026"),
        "usage": changes.pop("usage", {"prompt_tokens": 61, "completion_tokens": 23, "total_tokens": 84}),
    }
    message = {"role": "assistant", "content": GOOD.model_dump_json() if content is None else content}
    message["refusal"] = changes.pop("refusal", None)
    body["choices"] = [{"index": 0, "finish_reason": "stop", "message": message, **changes}]
    return body


def failure(message: str, code: str | None = None) -> dict[str, Any]:
    """An error body; like OpenAI's, it repeats what it was sent."""
    return {"error": {"message": f"{message} ({KEY}, the private handoff text)", "type": "x", "code": code}}


def chat(server: HTTPServer, **changes: Any) -> OpenAIChat:
    options: dict[str, Any] = {
        "base_url": server.url_for("/v1"),
        "api_key": KEY,
        "model": "small-model",
        "timeout": 5.0,
        "attempts": 3,
        "limits": DailyLimits(1_000_000),
        "first_wait": 0.001,
    }
    return OpenAIChat(**(options | changes))


def embedder(server: HTTPServer, **changes: Any) -> RemoteEmbedder:
    options: dict[str, Any] = {
        "base_url": server.url_for("/v1"),
        "api_key": KEY,
        "model": "small-embedder",
        "timeout": 5.0,
        "attempts": 3,
        "first_wait": 0.001,
    }
    return RemoteEmbedder(**(options | changes))


def requests(server: HTTPServer) -> list[Request]:
    return [request for request, _ in server.log]


def sent(server: HTTPServer) -> list[dict[str, Any]]:
    """The bodies of all requests, in order."""
    return [json.loads(request.get_data()) for request in requests(server)]


def stream(*pieces: str, finish: str | None = "stop", usage: bool = True, every: float = 0.0) -> Any:
    """A handler that streams a completion in these pieces of its content, each after `every` seconds.

    `finish` None: it falls silent behind them and neither ends nor closes.
    """

    def events() -> Iterator[bytes]:
        for piece in pieces:
            time.sleep(every)
            yield _event({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
        if finish is None:
            HANGING.wait()
            return
        yield _event({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
        if usage:
            counts = {"prompt_tokens": 61, "completion_tokens": 23, "total_tokens": 84}
            yield _event({"choices": [], "usage": counts})
        yield b"data: [DONE]\n\n"

    return lambda request: Response(events(), mimetype="text/event-stream")


def hang(request: Request) -> Response:
    """A handler that accepts the request and never answers."""
    HANGING.wait()
    return Response("", 500)


def _event(chunk: dict[str, Any]) -> bytes:
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "small-model-2026"}
    return f"data: {json.dumps(head | chunk)}\n\n".encode()

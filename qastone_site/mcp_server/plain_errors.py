"""Wrappers between a transport and the SDK that give invalid requests plain errors (`core.mcp.protocol_errors`)."""

import json
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from anyio import EndOfStream
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from mcp_types import PARSE_ERROR, ErrorData, JSONRPCError
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS
from pydantic import ValidationError
from starlette.types import Message, Receive, Send

from core.mcp.protocol_errors import (
    BATCH,
    NO_MESSAGE,
    NOT_JSON,
    reject_line,
    simplify_version_error,
    unknown_version_error,
)


class PlainHttp:
    """`receive` and `send` of one request; replaces the text of the SDK's 400."""

    def __init__(self, receive: Receive, send: Send, version: str | None) -> None:
        self._receive, self._send = receive, send
        self.version = version
        self.first = b""
        self.refusal: Message | None = None
        self.body = b""

    async def receive(self) -> Message:
        message = await self._receive()
        # The first character of the body is enough to recognise a list.
        self.first = self.first or message.get("body", b"").lstrip()[:1]
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 400:
            self.refusal = message
        elif self.refusal is None:
            await self._send(message)
        else:
            self.body += message.get("body", b"")
            if not message.get("more_body"):
                await self._refuse(self.refusal)

    async def _refuse(self, start: Message) -> None:
        body = self._rewritten()
        headers = [pair for pair in start["headers"] if pair[0].lower() != b"content-length"]
        headers.append((b"content-length", str(len(body)).encode()))
        await self._send({**start, "headers": headers})
        await self._send({"type": "http.response.body", "body": body})

    def _rewritten(self) -> bytes:
        try:
            answer = json.loads(self.body)
            error = ErrorData.model_validate(answer["error"])
        except (ValueError, KeyError, TypeError):
            return self.body  # no JSON-RPC: the SDK's own words on a header
        plain_error = self._in_plain_words(error)
        answer["error"] = plain_error.model_dump(mode="json", exclude_none=True)
        return json.dumps(answer).encode()

    def _in_plain_words(self, error: ErrorData) -> ErrorData:
        if error.code == PARSE_ERROR:
            return NOT_JSON
        if self.first == b"[":
            return BATCH
        if self.version is not None and self.version not in KNOWN_PROTOCOL_VERSIONS:
            return unknown_version_error(self.version)
        return NO_MESSAGE if error.message.startswith("Validation error") else simplify_version_error(error)


class PlainReader:
    """Reads messages over stdio; answers lines that are no messages at once."""

    def __init__(
        self, read: "ReadStream[SessionMessage | Exception]", write: "WriteStream[SessionMessage]"
    ) -> None:
        self._read, self._write = read, write

    @property
    def last_context(self) -> Any:
        return getattr(self._read, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        while isinstance(item := await self._read.receive(), Exception):
            if not _is_blank(item):
                await self._write.send(SessionMessage(reject_line(item)))
        return item

    async def aclose(self) -> None:
        await self._read.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class PlainWriter:
    """Writes messages over stdio, with plain errors. `after_first` is called once the first answer is written."""

    def __init__(self, write: "WriteStream[SessionMessage]", *, after_first: Callable[[], None]) -> None:
        self._write = write
        self._after_first: Callable[[], None] | None = after_first

    async def send(self, item: SessionMessage) -> None:
        if isinstance(item.message, JSONRPCError):
            item.message.error = simplify_version_error(item.message.error)
        await self._write.send(item)
        if self._after_first is not None:
            self._after_first()
            self._after_first = None

    async def aclose(self) -> None:
        await self._write.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def _is_blank(error: Exception) -> bool:
    if not isinstance(error, ValidationError):
        return False
    line = error.errors(include_url=False)[0]["input"]
    return isinstance(line, str) and not line.strip()

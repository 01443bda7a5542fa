"""Wrappers between a transport and the SDK that give invalid requests plain errors (`core.mcp.protocol_errors`)."""

import json
from collections.abc import Callable
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self

from anyio import EndOfStream
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from mcp_types import PARSE_ERROR, ErrorData, JSONRPCError, JSONRPCNotification
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS
from pydantic import ValidationError
from starlette.types import Message, Receive, Send

from core.mcp.protocol_errors import (
    BATCH,
    NO_ID,
    NO_MESSAGE,
    reject_line,
    rejection,
    simplify_version_error,
    unknown_version_error,
    unreadable_error,
)
from core.mcp.unreadable_requests import request_id

_REWRITTEN = (HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
# No other message may go without an id. By stdio the SDK has dropped an id that is none.
_NOTIFICATIONS = "notifications/"


class PlainHttp:
    """`receive` and `send` of one request; replaces the texts of the SDK's 400 and 413, and its 202 to a
    request whose id is none.
    """

    def __init__(self, receive: Receive, send: Send, version: str | None, too_large: ErrorData) -> None:
        """`too_large`: for a body that is larger than is read."""
        self._receive, self._send = receive, send
        self.version = version
        self.too_large = too_large
        self.read: list[bytes] = []
        self.refusal: Message | None = None
        self.lacks_id = False
        self.body = b""

    async def receive(self) -> Message:
        message = await self._receive()
        self.read.append(message.get("body", b""))
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] in _REWRITTEN:
            self.refusal = message
        elif message["type"] == "http.response.start" and self._is_without_id(message["status"]):
            self.refusal, self.lacks_id = {**message, "status": HTTPStatus.BAD_REQUEST}, True
        elif self.refusal is None:
            await self._send(message)
        else:
            self.body += message.get("body", b"")
            if not message.get("more_body"):
                await self._refuse(self.refusal)

    def _is_without_id(self, status: int) -> bool:
        """Whether the SDK took a request for a notification, as its id is none. Others have no id, or are answers."""
        if status != HTTPStatus.ACCEPTED:
            return False
        message = json.loads(b"".join(self.read))
        return "id" in message and "method" in message

    async def _refuse(self, start: Message) -> None:
        if start["status"] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            body = rejection(None, self.too_large).model_dump_json().encode()
        else:
            body = self._rewritten()
        replaced = (b"content-length", b"content-type")
        headers = [pair for pair in start["headers"] if pair[0].lower() not in replaced]
        headers += [(b"content-length", str(len(body)).encode()), (b"content-type", b"application/json")]
        await self._send({**start, "headers": headers})
        await self._send({"type": "http.response.body", "body": body})

    def _rewritten(self) -> bytes:
        if self.lacks_id:
            return rejection(None, NO_ID).model_dump_json().encode()
        try:
            answer = json.loads(self.body)
            error = ErrorData.model_validate(answer["error"])
        except (ValueError, KeyError, TypeError):
            return self.body  # no JSON-RPC: the SDK's own words on a header
        plain_error = self._in_plain_words(error)
        answer["error"] = plain_error.model_dump(mode="json", exclude_none=True)
        answer["id"] = request_id(b"".join(self.read).decode(errors="replace"))
        return json.dumps(answer).encode()

    def _in_plain_words(self, error: ErrorData) -> ErrorData:
        body = b"".join(self.read)
        if error.code == PARSE_ERROR:
            return unreadable_error(body)
        if body.lstrip()[:1] == b"[":
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
        while True:
            item = await self._read.receive()
            if isinstance(item, Exception):
                if not _is_blank(item):
                    await self._write.send(SessionMessage(reject_line(item)))
            elif _lacks_id(item):
                await self._write.send(SessionMessage(rejection(None, NO_ID)))
            else:
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


def _lacks_id(item: SessionMessage) -> bool:
    message = item.message
    return isinstance(message, JSONRPCNotification) and not message.method.startswith(_NOTIFICATIONS)


def _is_blank(error: Exception) -> bool:
    if not isinstance(error, ValidationError):
        return False
    line = error.errors(include_url=False)[0]["input"]
    return isinstance(line, str) and not line.strip()

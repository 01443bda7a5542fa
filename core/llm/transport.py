"""The connection to a provider: an `openai` client with limits that the client itself lacks.

Its timeout starts anew with each byte, so a server that sends one byte a minute would hold a worker for ever, and a
body without end would fill the memory.
"""

import logging
import math
import ssl
import time
from collections.abc import Iterator
from functools import cache

import httpx2
from openai import DefaultHttpx2Client, OpenAI

from core.llm.interruption import current_interruption
from core.llm.model_errors import ErrorKind, SettingsWrong

MAX_BODY_BYTES = 32_000_000
_CONNECT_SECONDS = 10.0
_STARTED = "llm.started"


def open_client(*, base_url: str, api_key: str, timeout: float, streams: bool = False) -> OpenAI:
    """A client without retries (`core.llm.retries` has them) that gives up `timeout` seconds after a request began.

    `streams`: it gives up after so many seconds of silence, and its calls can be interrupted, as each has a connection
    of its own (`core.llm.interruption`, which also ends those that take too long).

    `base_url` "" is OpenAI's own; `api_key` "" is for local servers that need none.
    """
    for name in ("openai", "httpx2"):
        # Their debug records contain whole prompts.
        logging.getLogger(name).setLevel(logging.WARNING)
    if not (api_key.isascii() and (api_key.isprintable() or not api_key)):
        raise SettingsWrong(
            "The API key holds a character that no header can carry.", kind=ErrorKind.WRONG_KEY
        )
    limits = httpx2.Timeout(timeout, connect=min(timeout, _CONNECT_SECONDS))
    guard = _Guard(math.inf if streams else timeout)
    hooks = {"request": [_begin_interruptible if streams else _note_start], "response": [guard]}
    pool = {"limits": httpx2.Limits(max_keepalive_connections=0)} if streams else {}
    http = DefaultHttpx2Client(timeout=limits, event_hooks=hooks, verify=_trusted_authorities(), **pool)
    try:
        return OpenAI(
            base_url=base_url or "https://api.openai.com/v1",
            api_key=api_key or "none",
            max_retries=0,
            timeout=limits,
            http_client=http,
        )
    except httpx2.InvalidURL:
        # Not chained: an address may contain a password.
        raise SettingsWrong(
            "The model's address (…_BASE_URL) is not a URL.", kind=ErrorKind.NOT_THE_API
        ) from None


@cache
def _trusted_authorities() -> ssl.SSLContext:
    """Of the machine, or of SSL_CERT_FILE. Loaded once: it takes 30 ms. Threads may share it."""
    return httpx2.create_ssl_context()


def _note_start(request: httpx2.Request) -> None:
    request.extensions[_STARTED] = time.monotonic()


def _begin_interruptible(request: httpx2.Request) -> None:
    _note_start(request)
    if interruption := current_interruption():
        request.extensions["trace"] = interruption.trace


class _Guard:
    def __init__(self, timeout: float) -> None:
        self._timeout = timeout

    def __call__(self, response: httpx2.Response) -> None:
        deadline = response.request.extensions[_STARTED] + self._timeout
        assert isinstance(response.stream, httpx2.SyncByteStream)
        response.stream = _Limited(response.stream, deadline)


class _Limited(httpx2.SyncByteStream):
    def __init__(self, stream: httpx2.SyncByteStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for chunk in self._stream:
            size += len(chunk)
            if size > MAX_BODY_BYTES:
                raise SettingsWrong(
                    f"The answer is larger than {MAX_BODY_BYTES:,} bytes.", kind=ErrorKind.NOT_THE_API
                )
            if time.monotonic() > self._deadline:
                raise httpx2.ReadTimeout("The answer took too long.")
            yield chunk

    def close(self) -> None:
        self._stream.close()

"""One call to an address that a user chose: its target is checked, time and response are limited.

The name is resolved here, once, when the connection is made; all of its addresses must be public, and the socket
connects to a checked one (`core.http.network`). Redirects are not followed, proxies of the environment not used,
responses not decompressed.
"""

import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

import httpcore2
import httpx2

from core.http.network import CheckedNetwork, ForbiddenAddress, Resolve, UnknownHost, resolve


class CallFailed(Exception):
    """No usable response; `code` is stable. `retry`: a later call may succeed.

    `sent`: the request, or a part of it, was sent all the same.
    """

    def __init__(self, text: str, *, code: str, retry: bool = True, sent: bool = False) -> None:
        super().__init__(text)
        self.code = code
        self.retry = retry
        self.sent = sent


@dataclass(frozen=True)
class UrlAnswer:
    """The response, whatever its status. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class _AnswerTooLong(Exception):
    pass


def call_url(
    method: str,
    url: httpx2.URL,
    *,
    headers: Mapping[str, str],
    body: bytes | None = None,
    seconds: float,
    most_bytes: int,
    cut: bool = False,
    allow_private: bool,
    resolve: Resolve = resolve,
    tls: ssl.SSLContext | None = None,
) -> UrlAnswer:
    """Make the call and read the response to its end, in `seconds` in total. Raises CallFailed.

    A response of more than `most_bytes` fails ("too_long"); with `cut` its first `most_bytes` are returned. `tls`
    None: certificates of public authorities are trusted.
    """
    network = CheckedNetwork(time.monotonic() + seconds, allow_private=allow_private, resolve=resolve)
    target = httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
    fields = _header_fields(url, headers, body)
    with (
        _as_call_failures(network, seconds, most_bytes),
        httpcore2.ConnectionPool(ssl_context=tls or _trusted_authorities(), network_backend=network) as pool,
        pool.stream(method, target, headers=fields, content=body) as response,
    ):
        return _read_answer(response, most_bytes, cut=cut)


@contextmanager
def _as_call_failures(network: CheckedNetwork, seconds: float, most_bytes: int) -> Iterator[None]:
    """Turns every error into CallFailed."""
    try:
        yield
    except _AnswerTooLong as error:
        raise CallFailed(
            f"It answered more than {most_bytes:,} bytes.", code="too_long", sent=True
        ) from error
    except UnknownHost as error:
        raise CallFailed(str(error), code="unknown_host") from error
    except ForbiddenAddress as error:
        raise CallFailed(str(error), code="address_refused", retry=False) from error
    except httpcore2.TimeoutException as error:
        text, code = f"It took longer than {seconds:g} seconds.", "timeout"
        raise CallFailed(text, code=code, sent=network.sent) from error
    except httpcore2.ProtocolError as error:
        text, code = f"What answered does not speak HTTP: {error}", "no_http"
        raise CallFailed(text, code=code, sent=network.sent) from error
    except (httpcore2.NetworkError, ssl.SSLError) as error:
        text, code = f"No connection: {error or type(error).__name__}", "no_connection"
        raise CallFailed(text, code=code, sent=network.sent) from error


def _header_fields(
    url: httpx2.URL, headers: Mapping[str, str], body: bytes | None
) -> list[tuple[bytes, bytes]]:
    fields = [(b"Host", url.netloc), *((name.encode(), value.encode()) for name, value in headers.items())]
    if body is not None:
        fields.append((b"Content-Length", str(len(body)).encode()))
    return fields


@cache
def _trusted_authorities() -> ssl.SSLContext:
    """Loaded once: loading takes longer than many a call. Threads may share it."""
    return httpx2.create_ssl_context(trust_env=False)


def _read_answer(response: httpcore2.Response, most: int, *, cut: bool) -> UrlAnswer:
    """Raises _AnswerTooLong."""
    body = bytearray()
    for part in response.iter_stream():
        body += part
        if len(body) > most:
            break
    if len(body) > most and not cut:
        raise _AnswerTooLong
    named = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
    return UrlAnswer(response.status, named, bytes(body[:most]))

"""One POST to an address that somebody else chose: where it leads is checked, and its time and answer are bounded.

The name is resolved here, once, when the connection is made; every address it has must be public, and the socket goes
to a checked one. So a name that changes its address between a check and the call (DNS rebinding) gains nothing. TLS
and the Host header keep the name. Redirects are not followed, proxies of the environment not used.
"""

import socket
import ssl
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import httpcore2
import httpx2

from inbox.webhooks.addresses import is_public

SECONDS = 10.0
LONGEST_ANSWER = 64 * 1024

Resolve = Callable[[str, int], list[str]]


class NotCalled(Exception):
    """No answer came; `code` is stable. `retry`: later may help."""

    def __init__(self, text: str, *, code: str, retry: bool = True) -> None:
        super().__init__(text)
        self.code = code
        self.retry = retry


@dataclass(frozen=True)
class Answer:
    """What came back: its status, and how long its Retry-After asks to wait, as it was sent."""

    status: int
    retry_after: str | None


def resolve(host: str, port: int) -> list[str]:
    """The IP addresses of a name, by the system's resolver. It knows 127.1, 0x7f.1 and 2130706433 as well."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def post(
    url: httpx2.URL,
    body: bytes,
    headers: Mapping[str, str],
    *,
    allow_private: bool,
    seconds: float = SECONDS,
    resolve: Resolve = resolve,
    tls: ssl.SSLContext | None = None,
) -> Answer:
    """POST it, and read the answer to its end or for 64 kB, in `seconds` all told. Raises NotCalled.

    `tls` says whose certificates are trusted: those of public authorities, unless told.
    """
    until = time.monotonic() + seconds
    network = _Network(until, allow_private=allow_private, resolve=resolve)
    target = httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
    fields = [(b"Host", url.netloc), *((name.encode(), value.encode()) for name, value in headers.items())]
    fields.append((b"Content-Length", str(len(body)).encode()))
    try:
        with (
            httpcore2.ConnectionPool(
                ssl_context=tls or _public_authorities(), network_backend=network
            ) as pool,
            pool.stream("POST", target, headers=fields, content=body) as response,
        ):
            return _answer(response)
    except httpcore2.TimeoutException as error:
        raise NotCalled(f"It took longer than {seconds:.0f} seconds.", code="timeout") from error
    except httpcore2.ProtocolError as error:
        raise NotCalled(f"What answered does not speak HTTP: {error}", code="no_http") from error
    except (httpcore2.NetworkError, ssl.SSLError) as error:
        raise NotCalled(f"No connection: {error or type(error).__name__}", code="no_connection") from error


def _public_authorities() -> ssl.SSLContext:
    return httpx2.create_ssl_context(trust_env=False)


def _answer(response: httpcore2.Response) -> Answer:
    size = 0
    for part in response.iter_stream():
        size += len(part)
        if size > LONGEST_ANSWER:
            break
    named = {name.lower(): value for name, value in response.headers}
    retry_after = named.get(b"retry-after")
    return Answer(response.status, retry_after.decode("latin-1") if retry_after else None)


class _Network(httpcore2.NetworkBackend):
    """Connections to public addresses alone, whose every step ends at one moment."""

    def __init__(self, until: float, *, allow_private: bool, resolve: Resolve) -> None:
        self._until = until
        self._allow_private = allow_private
        self._resolve = resolve
        self._sockets = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        for number, address in enumerate(addresses := self._checked(host, port), start=1):
            try:
                # An IP address: nothing is resolved again.
                stream = self._sockets.connect_tcp(
                    address, port, _left(self._until), local_address, socket_options
                )
            except httpcore2.ConnectError:
                if number == len(addresses):
                    raise
            else:
                return _Stream(stream, self._until)
        raise httpcore2.ConnectError(f"{host} has no address.")

    def _checked(self, host: str, port: int) -> list[str]:
        """All addresses of the host. Raises NotCalled where one of them is not public."""
        try:
            addresses = self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise NotCalled(f"The host {host!r} is not known.", code="unknown_host") from error
        for address in addresses:
            if not self._allow_private and not is_public(address):
                # Which one it is would tell of a network that is not the caller's.
                raise NotCalled(
                    f"The host {host!r} leads to an address that is not of the public internet.",
                    code="address_refused",
                    retry=False,
                )
        return addresses


class _Stream(httpcore2.NetworkStream):
    """A connection whose reads and writes share one end: who answers a byte at a time gains no time."""

    def __init__(self, stream: httpcore2.NetworkStream, until: float) -> None:
        self._stream = stream
        self._until = until

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(self._until))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _left(self._until))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, _left(self._until))
        return _Stream(stream, self._until)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise httpcore2.ReadTimeout("The time for all of it is over.")
    return left

"""Connections to public addresses only, all steps of which share one deadline.

A name is resolved once, all of its addresses must be public, and the socket connects to a checked one. So a name that
changes its address between check and call (DNS rebinding) gains nothing. TLS and the Host header use the name.
"""

import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import httpcore2

from core.http.public_addresses import is_public

Resolve = Callable[[str, int], list[str]]


class UnknownHost(Exception):
    """The name cannot be resolved."""


class ForbiddenAddress(Exception):
    """The name resolves to an address that is not public."""


def resolve(host: str, port: int) -> list[str]:
    """The IP addresses of a name, by the system's resolver, which also knows 127.1, 0x7f.1 and 2130706433."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class CheckedNetwork(httpcore2.NetworkBackend):
    """`until` is a `time.monotonic` deadline. `sent`: data was written to an established connection."""

    def __init__(self, until: float, *, allow_private: bool, resolve: Resolve) -> None:
        self.sent = False
        self._until = until
        self._allow_private = allow_private
        self._resolve = resolve
        self._sockets = httpcore2.SyncBackend()

    def left(self) -> float:
        """Remaining seconds. Raises ReadTimeout if none are left."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise httpcore2.ReadTimeout("The time for all of it is over.")
        return left

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
                stream = self._sockets.connect_tcp(address, port, self.left(), local_address, socket_options)
            except httpcore2.ConnectError:
                if number == len(addresses):
                    raise
            else:
                return _DeadlineStream(stream, self)
        raise httpcore2.ConnectError(f"{host} has no address.")

    def _checked(self, host: str, port: int) -> list[str]:
        """All addresses of the host. Raises UnknownHost; ForbiddenAddress if one of them is not public."""
        try:
            addresses = self._resolved(host, port)
        except (OSError, UnicodeError) as error:
            raise UnknownHost(f"The host {host!r} is not known.") from error
        for address in addresses:
            if not self._allow_private and not is_public(address):
                # Naming the address would reveal a network that is not the caller's.
                raise ForbiddenAddress(
                    f"The host {host!r} leads to an address that is not of the public internet."
                )
        return addresses

    def _resolved(self, host: str, port: int) -> list[str]:
        """In a thread that may be abandoned: the system's resolver takes no time limit."""
        results: queue.SimpleQueue[list[str] | OSError | UnicodeError] = queue.SimpleQueue()

        def ask() -> None:
            try:
                results.put(self._resolve(host, port))
            except (OSError, UnicodeError) as error:
                results.put(error)

        threading.Thread(target=ask, name="resolve", daemon=True).start()
        try:
            found = results.get(timeout=self.left())
        except queue.Empty as error:
            raise httpcore2.ConnectTimeout(f"The host {host!r} was not found in time.") from error
        if isinstance(found, Exception):
            raise found
        return found


class _DeadlineStream(httpcore2.NetworkStream):
    """A connection whose reads and writes share one deadline: a server that sends a byte at a time gains no time."""

    def __init__(self, stream: httpcore2.NetworkStream, network: CheckedNetwork) -> None:
        self._stream = stream
        self._network = network

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._network.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        left = self._network.left()
        self._network.sent = True
        self._stream.write(buffer, left)

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        # The stream below writes the handshake: it is no part of the request.
        stream = self._stream.start_tls(ssl_context, server_hostname, self._network.left())
        return _DeadlineStream(stream, self._network)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

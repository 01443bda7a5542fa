"""Forwarded headers count from the proxies that are named, and from nobody else."""

import asyncio

import pytest
from starlette.types import Receive, Scope, Send

from qastone_site.forwarded_headers import ForwardedHeaders

HEADERS = [(b"x-forwarded-for", b"198.51.100.9"), (b"x-forwarded-proto", b"https"), (b"accept", b"*/*")]


def passed_on(client: str, trusted: list[str], headers: list[tuple[bytes, bytes]] = HEADERS) -> Scope:
    """The scope as the site sees it."""
    scopes: list[Scope] = []

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        scopes.append(scope)

    scope = {"type": "http", "scheme": "http", "client": (client, 5000), "headers": headers}
    asyncio.run(ForwardedHeaders(site, trusted)(scope, None, None))  # type: ignore[arg-type]
    return scopes[0]


@pytest.mark.parametrize("trusted", [[], ["192.0.2.1"], ["10.0.0.0/8"]])
@pytest.mark.parametrize("client", ["127.0.0.1", "203.0.113.5"])
def test_nobody_else_is_believed(client: str, trusted: list[str]) -> None:
    scope = passed_on(client, trusted)
    assert (scope["client"][0], scope["scheme"]) == (client, "http")


@pytest.mark.parametrize("trusted", [["127.0.0.1"], ["127.0.0.0/8"]])
def test_a_proxy_that_is_named_is_believed(trusted: list[str]) -> None:
    scope = passed_on("127.0.0.1", trusted)
    assert (scope["client"][0], scope["scheme"]) == ("198.51.100.9", "https")


def test_what_the_caller_wrote_before_the_proxy_does_not_count() -> None:
    headers = [(b"x-forwarded-for", b"192.0.2.66, 198.51.100.9")]
    assert passed_on("127.0.0.1", ["127.0.0.1"], headers)["client"][0] == "198.51.100.9"


@pytest.mark.parametrize("trusted", [[], ["127.0.0.1"]])
def test_nothing_behind_it_can_believe_them(trusted: list[str]) -> None:
    headers = [*HEADERS, (b"forwarded", b"for=192.0.2.66"), (b"x-real-ip", b"192.0.2.66")]
    assert passed_on("127.0.0.1", trusted, headers)["headers"] == [(b"accept", b"*/*")]

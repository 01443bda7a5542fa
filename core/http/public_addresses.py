"""Which addresses may be called: public ones only, in whatever spelling or behind whatever name.

A server that calls any given address can be made to call what only it can reach (server-side request forgery).
"""

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

import httpx2

MAX_URL = 500
_GLOBAL_UNICAST = IPv6Network("2000::/3")
# RFC 6052: the last 32 bits are the IPv4 address that the gateway connects to.
_NAT64 = IPv6Network("64:ff9b::/96")
# What Python's `is_global` accepts in some of its versions: protocol assignments, 6to4 relays, Teredo.
_REFUSED_4 = [ip_network("192.0.0.0/24"), ip_network("192.88.99.0/24")]
_TEREDO = IPv6Network("2001::/32")


class AddressRefused(Exception):
    """The address must not be called; the message says why."""


class PrivateAddressRefused(AddressRefused):
    """It plainly belongs to this machine or its network."""


def parse_url(text: str, *, https_only: bool, allow_private: bool) -> httpx2.URL:
    """A user's URL in one spelling. Raises AddressRefused.

    User names before "@" and fragments are refused: neither is sent as its author meant. What a name resolves to is
    checked when it is called; addresses that plainly belong to this machine or its network are refused here.
    """
    _check_text(text)
    try:
        # Twice: from "HTTPS://host:443" the first pass leaves a redundant port.
        url = httpx2.URL(str(httpx2.URL(text)))
    except httpx2.InvalidURL as error:
        raise AddressRefused(f"It is no URL: {error}") from error
    _check_parts(url, https_only=https_only)
    if not allow_private and _is_plainly_private(url.host.rstrip(".")):
        raise PrivateAddressRefused("It is not an address on the public internet.")
    return url


def _check_text(text: str) -> None:
    if len(text) > MAX_URL:
        raise AddressRefused(f"It has more than {MAX_URL} characters.")
    if any(character.isspace() or not character.isprintable() or character == "\\" for character in text):
        raise AddressRefused("It has spaces, control characters or backslashes.")
    if "#" in text:
        raise AddressRefused("It has a fragment (#…), which is never sent.")


def _check_parts(url: httpx2.URL, *, https_only: bool) -> None:
    schemes = ("https",) if https_only else ("https", "http")
    if url.scheme not in schemes:
        raise AddressRefused(f"It must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}.")
    if not url.host:
        raise AddressRefused("It names no host.")
    if url.userinfo:
        raise AddressRefused("It holds a user name or a password, which are not sent.")
    if url.port is not None and not 0 < url.port < 65536:
        raise AddressRefused("Its port must be from 1 to 65535.")


def _is_plainly_private(host: str) -> bool:
    """Whether the host is an IP address in any spelling, or this machine's name: nothing has to be resolved to know."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return not is_public(str(ip_address(host)))
    except ValueError:
        pass
    try:
        # As resolvers read it: 127.1, 0177.0.0.1, 0x7f.1, 2130706433.
        return not is_public(socket.inet_ntoa(socket.inet_aton(host)))
    except OSError:
        return False


def is_public(address: str) -> bool:
    """Whether this IP address (as a resolver returns it) is on the public internet.

    Not private, loopback, link-local, multicast, reserved or carrier-grade NAT, nor an IPv6 address that embeds such
    an IPv4 address (mapped, 6to4, NAT64); not Teredo.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return _is_public_4(ip) if isinstance(ip, IPv4Address) else _is_public_6(ip)


def _is_public_4(ip: IPv4Address) -> bool:
    refused = ip.is_multicast or ip.is_reserved or any(ip in network for network in _REFUSED_4)
    return ip.is_global and not refused


def _is_public_6(ip: IPv6Address) -> bool:
    if ip.scope_id is not None or ip in _TEREDO:
        return False
    if ip in _NAT64:
        return _is_public_4(IPv4Address(int(ip) & 0xFFFFFFFF))
    embedded = ip.ipv4_mapped or ip.sixtofour
    if embedded is not None:
        return _is_public_4(embedded)
    return ip in _GLOBAL_UNICAST and ip.is_global

"""The text of a token: `qas_`, 30 random base62 digits, 6 of their CRC32, by which a leaked one is recognised."""

import hashlib
import secrets
import string
import zlib

_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase


def new_token() -> str:
    """A token of 178 random bits."""
    body = "".join(secrets.choice(_DIGITS) for _ in range(30))
    return f"qas_{body}{_checksum(body)}"


def token_sha256(token: str) -> str:
    """What is stored of a token: 64 hex digits."""
    return hashlib.sha256(token.encode()).hexdigest()


def _checksum(body: str) -> str:
    number, digits = zlib.crc32(body.encode()), ""
    for _ in range(6):
        number, rest = divmod(number, 62)
        digits = _DIGITS[rest] + digits
    return digits

"""Agent tokens: `qas_`, 30 random base62 digits, 6 of their CRC32, so that a leaked one can be recognised."""

import hashlib
import re
import secrets
import string
import zlib
from typing import NamedTuple

from core.rest.exceptions import ProductError

_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
# The rest is a lookahead, so that a token that begins inside a false match is found, too.
_TOKEN = re.compile(r"qas_(?=([0-9A-Za-z]{30})([0-9A-Za-z]{6}))")
_LIKE_TOKEN = re.compile(r"qas_[0-9A-Za-z]{8,}")
_MAX_LISTED = 3


class TokenInContent(ProductError):
    """A text contains a token: whoever reads it could act as that agent. `tokens` say where."""

    code = "token_in_content"


class FoundToken(NamedTuple):
    """The place of a token in a text: its line, counted from 1, and its last four characters."""

    line: int
    last4: str


def new_token() -> str:
    """A token of 178 random bits."""
    body = "".join(secrets.choice(_DIGITS) for _ in range(30))
    return f"qas_{body}{_checksum(body)}"


def token_sha256(token: str) -> str:
    """The stored form of a token: 64 hex digits."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_tokens(text: str) -> list[FoundToken]:
    """The tokens in a text, in order, recognised by their checksum: examples in documentation have a wrong one."""
    found, line, counted = [], 1, 0
    for match in _TOKEN.finditer(text):
        body, checksum = match.groups()
        if _checksum(body) == checksum:
            line += text.count("\n", counted, match.start())
            counted = match.start()
            found.append(FoundToken(line, checksum[-4:]))
    return found


def hide_tokens(text: str) -> str:
    """The text with only the last characters of each token; one that was cut is hidden, too."""
    return _LIKE_TOKEN.sub(lambda found: f"qas_…{found[0][36:40]}", text)


def refuse_tokens(text: str, *, where: str) -> None:
    """Raises TokenInContent if the text contains a token. `where` names the text: "content", "subject"."""
    found = find_tokens(text)
    if not found:
        return
    places = ", ".join(f"line {line} (qas_…{last4})" for line, last4 in found[:_MAX_LISTED])
    more = f" and {len(found) - _MAX_LISTED} more" if len(found) > _MAX_LISTED else ""
    raise TokenInContent(
        f"The {where} has an agent's token in it: {places}{more}. Nothing was stored. Take it out, and revoke that "
        "token on the page Agents: whoever has seen it can act as the agent.",
        tokens=[each._asdict() for each in found[:_MAX_LISTED]],
    )


def _checksum(body: str) -> str:
    number, digits = zlib.crc32(body.encode()), ""
    for _ in range(6):
        number, rest = divmod(number, 62)
        digits = _DIGITS[rest] + digits
    return digits

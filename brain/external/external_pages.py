"""A page that an external source found, and defensive reading of the source's JSON."""

import json
from dataclasses import dataclass
from typing import Any

import httpx2

from brain.external.sanitize_text import INVISIBLE

MAX_RESULTS = 3
MAX_TITLE = 300
MAX_URL = 2_000


class UnreadableResponse(Exception):
    """A response that is not what the source promises. The text continues "answered …", without quoting it."""


@dataclass(frozen=True, slots=True)
class ExternalPage:
    """`source` is the publisher: "Wikipedia", a newspaper. `extract` is plain text."""

    title: str
    url: str
    source: str
    extract: str


def read_object(body: bytes) -> dict[str, Any]:
    """The JSON object of a response. Raises UnreadableResponse."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise UnreadableResponse("something other than JSON") from error
    if not isinstance(found, dict):
        raise UnreadableResponse("JSON of another shape than it promises")
    return found


def safe_web_url(value: object) -> str:
    """The address if it may be shown as a link; otherwise empty."""
    if not isinstance(value, str) or not 0 < len(value) <= MAX_URL:
        return ""
    if INVISIBLE.search(value) or any(character.isspace() or character in "\\<>\"'" for character in value):
        return ""
    try:
        url = httpx2.URL(value)
    except httpx2.InvalidURL:
        return ""
    # A user name before "@" makes an address look like another's.
    return value if url.scheme in ("http", "https") and url.host and not url.userinfo else ""

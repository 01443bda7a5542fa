"""Strong entity tags (RFC 9110, section 8.8.3), so that unchanged representations are not sent again."""

import hashlib
import json

from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

DIGITS = 32


def strong_etag(*parts: object) -> str:
    """The tag of a representation that depends on these JSON values only."""
    digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    return f'"{digest[:DIGITS]}"'


def is_current(request: Request, etag: str) -> bool:
    """Whether If-None-Match names this tag."""
    # Compared weakly, as RFC 9110 requires: a proxy that compresses marks a strong tag as weak.
    tags = [tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))]
    return "*" in tags or etag in tags


def with_etag(response: Response, etag: str) -> Response:
    """Sets ETag and lets the caller, not a shared cache, store the response and revalidate it each time."""
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Authorization, Accept"
    return response

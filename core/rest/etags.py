"""Strong entity tags (RFC 9110, section 8.8.3), so that what a caller has already is not sent again."""

import hashlib
import json

from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

DIGITS = 32


def strong_etag(*parts: object) -> str:
    """The tag of a representation that is made of these JSON values and of nothing else."""
    digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    return f'"{digest[:DIGITS]}"'


def is_current(request: Request, etag: str) -> bool:
    """Whether the caller's copy is this one (If-None-Match)."""
    # Compared weakly, as RFC 9110 asks: a proxy that compresses marks a strong tag as weak.
    tags = [tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))]
    return "*" in tags or etag in tags


def with_etag(response: Response, etag: str) -> Response:
    """Mark it as the caller's own: to be kept, but asked for again each time."""
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Authorization, Accept"
    return response

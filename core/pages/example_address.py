"""The site's address in what is shipped: the manual and the curated answers name the one of a fresh installation."""

import re
from typing import Any

from django.http import HttpRequest

EXAMPLE_ADDRESS = "http://127.0.0.1:8000"
_EXAMPLE = re.compile(rf"{re.escape(EXAMPLE_ADDRESS)}(?!\d)")


def at_this_site(text: str, request: HttpRequest) -> str:
    """The text with the address that the request came to."""
    return at_site(text, f"{request.scheme}://{request.get_host()}")


def at_site(text: str, site: str) -> str:
    """The text with this address in place of the example's."""
    return _EXAMPLE.sub(site, text)


def values_at_this_site(value: Any, request: HttpRequest) -> Any:
    """The same of every text in JSON values."""
    match value:
        case str():
            return at_this_site(value, request)
        case dict():
            return {key: values_at_this_site(each, request) for key, each in value.items()}
        case list() | tuple():
            return [values_at_this_site(each, request) for each in value]
    return value

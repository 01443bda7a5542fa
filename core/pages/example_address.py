"""The site's address in what is shipped: the manual and the curated answers name the one of a fresh installation."""

from django.http import HttpRequest

EXAMPLE_ADDRESS = "http://127.0.0.1:8000"


def at_this_site(text: str, request: HttpRequest) -> str:
    """The text with the address that the request came to."""
    return text.replace(EXAMPLE_ADDRESS, f"{request.scheme}://{request.get_host()}")

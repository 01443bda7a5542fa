"""The content security policy of /admin/: that of the other pages, relaxed as far as its theme needs it.

django-unfold brings Alpine.js, which makes functions of the expressions in its templates ('unsafe-eval'), and writes
its colours into a style element without a nonce ('unsafe-inline', for styles alone). Only scripts in the site's own
files run, none that a text has brought into a page.
"""

from collections.abc import Callable

from csp.constants import SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.http import HttpRequest
from django.http.response import HttpResponseBase

ADMIN = "/admin/"
_WITH_THEME = csp_replace({"script-src": [SELF, UNSAFE_EVAL], "style-src": [SELF, UNSAFE_INLINE]})


class AdminPolicy:
    """To be listed after the middleware that writes the header."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.get_admin_response = _WITH_THEME(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(ADMIN):
            return self.get_admin_response(request)
        return self.get_response(request)

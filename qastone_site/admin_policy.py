"""The content security policy of /admin/: that of the other pages, but for what its theme cannot do without.

django-unfold brings Alpine.js, which makes functions of the expressions in its templates ('unsafe-eval'), and writes
its colours into a style element without a nonce ('unsafe-inline', of styles alone). No script runs but the site's own
files: one that got into a page with somebody's text is none.
"""

from collections.abc import Callable

from csp.constants import SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.http import HttpRequest
from django.http.response import HttpResponseBase

ADMIN = "/admin/"
_WITH_THEME = csp_replace({"script-src": [SELF, UNSAFE_EVAL], "style-src": [SELF, UNSAFE_INLINE]})


class AdminPolicy:
    """Inside of the middleware that writes the header."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.get_admin_response = _WITH_THEME(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(ADMIN):
            return self.get_admin_response(request)
        return self.get_response(request)

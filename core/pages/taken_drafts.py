"""Tells the browser that a form whose draft it stores was taken (static/js/drafts.js): only then may it forget what was
written. The script sends the draft's name along as `draft`; the page after the redirect names it in its head.
"""

import hashlib
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from core.pages.request_account import View

_KEY = "taken_draft"
_MAX_NAME = 100


def draft_name(form: str, about: str) -> str:
    """The name of the draft of a form that opens filled in with this: one of its own, which no other mixes with."""
    return f"{form}-{hashlib.sha256(about.encode()).hexdigest()[:16]}" if about else form


def takes_draft(view: View) -> View:
    """A page with a form that it answers with a redirect when it has taken it, and only then."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if isinstance(response, HttpResponseRedirect) and (name := request.POST.get("draft", "")[:_MAX_NAME]):
            request.session[_KEY] = name
        return response

    return wrapper


def pop_taken_draft(request: HttpRequest) -> str:
    """The name of the draft that the request before took, once; or "", as on an error's page that has no session."""
    return str(request.session.pop(_KEY, "")) if hasattr(request, "session") else ""

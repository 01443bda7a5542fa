"""The window in which a person connects the assistant on another origin's page, opened by that page.

The grant goes to the page that opened the window, and only while that shows the app's origin; the page's script sees
to that (`assistant/pages/connect.js`). All answers leave the window with its opener, refusals too: that page waits
until the window is closed, and one that was cut off from it looks closed at once. The sign-in page would cut it off.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from assistant.exceptions import AppNotFound
from assistant.models import App
from assistant.queries.list_apps import apps_of
from assistant.services.connection_grants import LIFE, new_grant
from assistant.views.app_pages import own_origin
from core.pages.request_account import account_of


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def connect(request: HttpRequest) -> HttpResponse:
    """Explains which origin asks for what; POST is the person's approval."""
    response = _answer(request)
    # With Django's default "same-origin" the window could not post the grant to the page that opened it.
    response["Cross-Origin-Opener-Policy"] = "unsafe-none"
    response["Cache-Control"] = "no-store"
    return response


def _answer(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        context = {"connect_query": urlencode(_connect_parameters(request))}
        return _page(request, "assistant/connect_sign_in.html", context, status=401)
    try:
        app = _app(request)
    except AppNotFound as error:
        return _page(request, "assistant/connect_refused.html", {"refused": error.message}, status=404)
    hours = int(LIFE.total_seconds() // 3600)
    if request.method != "POST":
        return _page(
            request, "assistant/connect.html", {"app": app, "hours": hours, "site": own_origin(request)}
        )
    assert request.session.session_key is not None  # who is signed in has one
    grant = new_grant(app, session_key=request.session.session_key)
    grant_message = {
        "grant": grant.text,
        "expires": grant.expires.isoformat(timespec="seconds"),
        "origin": app.origin,
    }
    return _page(request, "assistant/connected.html", {"app": app, "handed": grant_message})


def _app(request: HttpRequest) -> App:
    """The person's own app of this key and origin. Raises AppNotFound, also for another account's."""
    parameters, found = _connect_parameters(request), None
    if all(value.isprintable() for value in parameters.values()):
        found = apps_of(account_of(request)).select_related("account").filter(**parameters).first()
    if found is None:
        raise AppNotFound(
            "No app of yours has this key at this origin. If somebody else embedded the assistant in that page, only "
            "they can connect it; if you did, its script tag is on the page Apps."
        )
    return found


def _connect_parameters(request: HttpRequest) -> dict[str, str]:
    parameters = request.POST if request.method == "POST" else request.GET
    return {name: parameters.get(name, "") for name in ("key", "origin")}


def _page(
    request: HttpRequest, template: str, context: Mapping[str, object], status: int = 200
) -> HttpResponse:
    # Bare: no assistant and no navigation in the assistant's own window.
    return render(request, template, {**context, "is_bare": True}, status=status)

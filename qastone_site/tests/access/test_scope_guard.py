"""Every operation under every address names who may call it: a new one without does not pass."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.permissions import AllowAny
from rest_framework.views import APIView

from core.rest.scopes import HasScope, required_scopes_of
from inbox.scopes import SCOPES

# Which addresses need no session and no token, and why.
OPEN = {
    "sign-in": "how one gets a session",
    "account_login": "the same",
    "mfa_authenticate": "the second step of it",
    "mfa_login_webauthn": "the same, by a passkey",
    "admin-sign-in": "leads there",
    "connect": "says to sign in first, where nobody is; the page that opened the window would be lost on the way",
    "setup": "closed once somebody can sign in; needs the printed code",
    "llms-txt": "tells agents what the site is",
    "favicon": "leads to a static file",
    "health": "says only that the process answers",
    "readyz": "says only what is there",
    "metrics": "needs METRICS_TOKEN",
    "contents": "the manual's list: it holds nothing of any account",
    "document": "the same",
    "schema": "the API's documentation",
    "api-docs": "the API's documentation",
    "preferences": "keeps one's theme and keys in a cookie, on the sign-in page too",
    "api-not-found": "there is nothing",
}
# Scripts of pages call these: they say whom they admit in place of a scope (test_page_caller_guard.py).
OF_PAGES = ("assistant/api/", "configs/")
# The admin guards its own pages: AdminSite.admin_view asks for a member of staff.
OWN_GUARD = "admin"


def operations(patterns: Any, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.namespace != OWN_GUARD:
                yield from operations(pattern.url_patterns, path)
        else:
            yield path, pattern


ALL = dict(operations(get_resolver().url_patterns))
REST: dict[str, Any] = {
    path: view
    for path, pattern in ALL.items()
    if issubclass(view := getattr(pattern.callback, "view_class", object), APIView)
}
PAGES = {path: pattern for path, pattern in ALL.items() if path not in REST}


def test_there_is_something_to_guard() -> None:
    assert "api/stone/<str:border_hash>/lod/<str:level>" in REST
    assert "stones/" in PAGES


@pytest.mark.parametrize("path", sorted(REST))
def test_rest_operations_name_a_scope_for_each_method(path: str) -> None:
    view = REST[path]
    if ALL[path].name in OPEN or path.startswith(OF_PAGES):
        return
    assert view.permission_classes == [HasScope]
    methods = {method.upper() for method in view.http_method_names if hasattr(view, method)}
    assert methods
    assert set(view.required_scopes) == methods
    for needed in view.required_scopes.values():
        assert set() < set(required_scopes_of(needed)) <= set(SCOPES)


@pytest.mark.parametrize("path", sorted(REST))
def test_rest_operations_are_public_only_explicitly(path: str) -> None:
    assert (AllowAny in REST[path].permission_classes) <= (ALL[path].name in OPEN)


@pytest.mark.parametrize("path", sorted(PAGES))
def test_pages_need_a_session(path: str) -> None:
    # LoginRequiredMiddleware guards every page but those that say otherwise.
    pattern = PAGES[path]
    assert getattr(pattern.callback, "login_required", True) or pattern.name in OPEN

"""Who is let in by scope."""

from types import SimpleNamespace

import pytest
from rest_framework.permissions import BasePermission
from rest_framework.test import APIRequestFactory

from core.rest.scopes import HasScope, MissingScope
from core.rest.views import RestView


class Readable(RestView):
    required_scopes = {"GET": "stones:read"}

    def get(self) -> None: ...

    def post(self) -> None: ...


class Both(RestView):
    required_scopes = {"GET": ("inbox:read", "inbox:send"), "POST": ()}

    def get(self) -> None: ...

    def post(self) -> None: ...


@pytest.mark.parametrize(
    ("method", "scopes", "allowed"),
    [
        ("GET", ["stones:read"], True),
        # It has a handler and names no scope: nobody.
        ("POST", ["stones:read", "stones:write"], False),
        # It has no handler: let through to the 405.
        ("DELETE", [], True),
        ("HEAD", ["stones:read"], True),
    ],
)
def test_each_method_needs_its_scope(method: str, scopes: list[str], allowed: bool) -> None:
    request = APIRequestFactory().generic(method, "/")
    request.auth = SimpleNamespace(scopes=scopes)
    permission: BasePermission = HasScope()
    assert permission.has_permission(request, Readable()) is allowed


@pytest.mark.parametrize("scopes", [["stones:write"], []])
def test_a_token_without_the_scope_is_told_which(scopes: list[str]) -> None:
    request = APIRequestFactory().get("/")
    request.auth = SimpleNamespace(scopes=scopes)
    with pytest.raises(MissingScope) as raised:
        HasScope().has_permission(request, Readable())
    assert raised.value.missing_scopes == ("stones:read",)


def test_without_a_token_nothing_is_granted() -> None:
    request = APIRequestFactory().get("/")
    request.auth = None
    assert not HasScope().has_permission(request, Readable())


@pytest.mark.parametrize(
    ("scopes", "lacking"),
    [
        (["inbox:read", "inbox:send", "stones:read"], []),
        (["inbox:read"], ["inbox:send"]),
        (["inbox:send"], ["inbox:read"]),
        (["stones:read"], ["inbox:read", "inbox:send"]),
    ],
)
def test_all_of_several_scopes_are_needed(scopes: list[str], lacking: list[str]) -> None:
    request = APIRequestFactory().get("/")
    request.auth = SimpleNamespace(scopes=scopes)
    if not lacking:
        assert HasScope().has_permission(request, Both())
        return
    with pytest.raises(MissingScope, match="page Agents") as raised:
        HasScope().has_permission(request, Both())
    message = str(raised.value)
    assert [scope for scope in ("inbox:read", "inbox:send") if scope in message] == lacking


def test_no_scope_at_all_is_nobody_s() -> None:
    request = APIRequestFactory().post("/")
    request.auth = SimpleNamespace(scopes=["inbox:read"])
    assert not HasScope().has_permission(request, Both())

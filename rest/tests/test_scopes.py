"""Who is let in by scope."""

from types import SimpleNamespace

import pytest
from rest_framework.permissions import BasePermission
from rest_framework.test import APIRequestFactory

from rest.scopes import HasScope
from rest.views import RestView


class Readable(RestView):
    required_scopes = {"GET": "stones:read"}

    def get(self) -> None: ...

    def post(self) -> None: ...


@pytest.mark.parametrize(
    ("method", "scopes", "allowed"),
    [
        ("GET", ["stones:read"], True),
        ("GET", ["stones:write"], False),
        ("GET", [], False),
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


def test_without_a_token_nothing_is_granted() -> None:
    request = APIRequestFactory().get("/")
    request.auth = None
    assert not HasScope().has_permission(request, Readable())

"""API callers in tests: the owner of the data, another account, and callers without a valid token."""

import json
from collections.abc import Mapping
from typing import Any, Protocol

from django.contrib.auth.models import User
from rest_framework.test import APIClient


class Personas(Protocol):
    """Clients with a token each. `unknown` are those without a valid token, by what is wrong with it."""

    account: User
    owner: APIClient

    @property
    def other_account(self) -> User: ...
    @property
    def stranger(self) -> APIClient: ...
    @property
    def unknown(self) -> Mapping[str, APIClient]: ...
    def with_scopes(self, scopes: list[str]) -> APIClient: ...
    def without_scope(self, scope: str) -> APIClient: ...
    def colleague(self, name: str) -> APIClient:
        """Another agent of the owner's account, by its name."""


def assert_guarded(personas: Personas, method: str, path: str, *, scope: str, body: Any = None) -> None:
    """Asserts 401 without a valid token, and 403 with every scope but the required one."""
    for wrong, client in personas.unknown.items():
        response = _call(client, method, path, body)
        assert response.status_code == 401, wrong
        assert response["WWW-Authenticate"].startswith("Bearer"), wrong
        assert response["Content-Type"] == "application/problem+json", wrong
    lacking = personas.without_scope(scope)
    response = _call(lacking, method, path, body)
    assert (response.status_code, response.json()["code"]) == (403, "missing_scope")
    assert scope in response.json()["detail"]


def _call(client: APIClient, method: str, path: str, body: Any) -> Any:
    return client.generic(method, path, "" if body is None else json.dumps(body), "application/json")

"""Calls that the tests of the REST operations share."""

import json
from typing import Any
from urllib.parse import urlencode

from rest_framework.test import APIClient

API = "/api/clipboard/"


def get(client: APIClient, path: str = "", /, **query: Any) -> Any:
    return client.get(f"{API}{path}?{urlencode(query, doseq=True)}")


def call(client: APIClient, method: str, path: str = "", body: Any = None, **headers: str) -> Any:
    text = "" if body is None else json.dumps(body)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.generic(method, f"{API}{path}", text, "application/json", headers=named)


def success_body(response: Any, status: int = 200) -> Any:
    """The body of a call that must succeed."""
    assert response.status_code == status, response.content
    return response.json()


def problem_body(response: Any, status: int, code: str) -> dict[str, Any]:
    """The problem of a call that must not."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["code"] == code, body
    return body

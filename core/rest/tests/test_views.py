"""Addresses of the API where there is nothing."""

import pytest
from django.test import Client


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS"])
@pytest.mark.parametrize(
    "path", ["/api/", "/api/nothing", "/api/stone/", "/api/stone/12345678/lod/", "/api/stone/a/b/c"]
)
def test_no_such_operation_is_a_problem(client: Client, method: str, path: str) -> None:
    response = client.generic(method, path)
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")
    assert response.json()["code"] == "not_found"

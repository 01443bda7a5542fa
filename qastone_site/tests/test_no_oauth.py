"""What clients of MCP ask for before they connect: a short problem, with what to send instead."""

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/.well-known/oauth-protected-resource"),
        ("GET", "/.well-known/oauth-protected-resource/mcp"),
        ("GET", "/.well-known/oauth-authorization-server"),
        ("GET", "/.well-known/openid-configuration"),
        ("GET", "/mcp/.well-known/openid-configuration"),
        ("HEAD", "/.well-known/security.txt"),
        ("POST", "/register"),
        ("POST", "/register/"),
        ("GET", "/authorize"),
        ("POST", "/token"),
    ],
)
def test_nothing_is_there_and_a_short_problem_says_so(method: str, path: str) -> None:
    response = Client(enforce_csrf_checks=True).generic(
        method, path, b'{"client_name": "x"}', "application/json", headers={"Accept": "text/html,*/*;q=0.8"}
    )
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")
    if method == "HEAD":
        return
    body = response.json()
    assert (body["status"], body["code"]) == (404, "not_found")
    assert len(response.content) < 500
    if not path.startswith("/mcp/"):
        assert "Bearer qas_" in body["detail"]


@pytest.mark.django_db
def test_an_address_that_only_begins_so_is_a_page() -> None:
    assert Client().get("/registered")["Content-Type"].startswith("text/html")

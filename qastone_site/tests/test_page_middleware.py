"""An agent's call is known by its token alone; all else goes through all of the middleware."""

import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import resolve

from core.rest.tests.access_assertions import Personas
from inbox.models import AgentToken
from qastone_site import page_middleware

STONES = "/api/stones"


def test_an_agents_call_has_no_session(personas: Personas) -> None:
    response = personas.owner.get(STONES)
    assert response.status_code == 200
    assert not hasattr(response.wsgi_request, "session")
    assert "Cookie" not in response.get("Vary", "")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/api/docs", STONES])
def test_without_a_token_it_has_one(client: Client, path: str) -> None:
    assert hasattr(client.get(path).wsgi_request, "session")


@pytest.mark.django_db
def test_a_token_at_a_page_changes_nothing(client: Client) -> None:
    response = client.get("/", headers={"Authorization": "Bearer qas_x"})
    assert response.status_code == 302
    assert hasattr(response.wsgi_request, "session")


def test_a_revoked_token_opens_nothing(personas: Personas) -> None:
    AgentToken.objects.update(revoked="2026-01-01T00:00Z")
    assert personas.owner.get(STONES).status_code == 401


def test_a_view_that_needs_a_person_sends_a_program_to_sign_in() -> None:
    def view(request: HttpRequest) -> None:
        raise AssertionError

    request = RequestFactory().get("/api/made-up", headers={"Authorization": "Bearer qas_x"})
    middleware = page_middleware.LoginRequiredMiddleware(lambda request: None)  # type: ignore[arg-type]
    response = middleware.process_view(request, view, (), {})
    assert response is not None
    assert (response.status_code, response.headers["Location"]) == (302, "/sign-in?next=/api/made-up")
    assert middleware.process_view(request, resolve(STONES).func, (), {}) is None


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/docs", "/api/schema", "/api/nothing", "/mcp/nothing"])
def test_a_token_where_none_is_asked_for_breaks_nothing(client: Client, path: str) -> None:
    expected = client.get(path).status_code
    assert client.get(path, headers={"Authorization": "Bearer qas_x"}).status_code in (expected, 401)

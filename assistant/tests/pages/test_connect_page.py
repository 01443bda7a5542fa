"""The window of a connection: who asks is shown, nothing is given before it is approved, and only to one's own app."""

import json
import re
from html import escape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client

from assistant.models import App
from assistant.tests.api_pages import ORIGIN, Page, app_of, signed_in
from stones.tests.factories import store

PATH = "/assistant/connect"


def ask(client: Client, app: App, method: str = "get", **changed: str) -> Any:
    return getattr(client, method)(PATH, {"key": app.key, "origin": app.origin} | changed)


@pytest.fixture
def client(account: User) -> Client:
    return signed_in(account).client


def handed(response: Any) -> dict[str, str]:
    found = re.search(
        r'<script id="handed" type="application/json">(.*?)</script>', response.content.decode()
    )
    assert found is not None
    value: dict[str, str] = json.loads(found[1])
    return value


def test_it_says_who_asks_and_for_what(client: Client, app: App) -> None:
    response = ask(client, app)
    page = response.content.decode()
    assert response.status_code == 200
    assert f"<strong>{ORIGIN}</strong> wants to act as <strong>ann</strong>" in page
    assert "For 12 hours" in page
    assert "handed" not in page
    assert "widget.js" not in page


def test_approved_the_grant_opens_what_the_person_may(client: Client, app: App, account: User) -> None:
    grant = handed(ask(client, app, "post"))
    assert set(grant) == {"grant", "expires", "origin"}
    assert grant["origin"] == ORIGIN
    page = Page(headers={"Origin": ORIGIN, "Authorization": f"Bearer {grant['grant']}"})
    stone = store(account, content="The server listens on port 7892.")
    assert page.post("level", {"border_hash": stone.content.border_hash, "level": 0}).status_code == 200


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_window_has_its_opener_and_is_not_cached(client: Client, app: App, method: str) -> None:
    for each in (client, Client()):
        response = ask(each, app, method)
        assert response["Cross-Origin-Opener-Policy"] == "unsafe-none"
        assert response["Cache-Control"] == "no-store"
        assert response["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_refused_window_can_be_closed_by_its_opener_and_by_itself(
    client: Client, app: App, method: str
) -> None:
    response = ask(client, app, method, origin="https://evil.example")
    page = response.content.decode()
    assert response.status_code == 404
    assert response["Cross-Origin-Opener-Policy"] == "unsafe-none"
    assert response["Cache-Control"] == "no-store"
    assert "No app of yours has this key at this origin." in page
    assert "data-close" in page
    assert "assistant/pages/connect" in page
    assert "widget.js" not in page
    assert "evil.example" not in page


def test_the_rest_of_the_site_keeps_its_windows_apart(client: Client) -> None:
    assert client.get("/assistant/apps")["Cross-Origin-Opener-Policy"] == "same-origin"


def test_nobody_is_signed_in(app: App) -> None:
    for method in ("get", "post"):
        response = ask(Client(), app, method)
        page = response.content.decode()
        assert response.status_code == 401
        assert "Sign in first" in page
        again = urlencode({"key": app.key, "origin": app.origin})
        assert f'href="{PATH}?{escape(again)}"' in page
        assert "handed" not in page


def test_it_needs_the_csrf_token(account: User, app: App) -> None:
    response = ask(signed_in(account, enforce_csrf=True).client, app, "post")
    assert (response.status_code, "handed" in response.content.decode()) == (403, False)


@pytest.mark.parametrize(
    "changed",
    [{"origin": "https://evil.example"}, {"key": "qaw_other"}, {"origin": ""}, {"key": "\x00"}],
    ids=["origin", "key", "no origin", "no text"],
)
def test_what_is_no_app(client: Client, app: App, changed: dict[str, str]) -> None:
    for method in ("get", "post"):
        response = ask(client, app, method, **changed)
        assert (response.status_code, "handed" in response.content.decode()) == (404, False)


def test_anothers_app_is_not_connected(client: Client, other: User) -> None:
    """Whoever embeds the assistant in a page gets nothing of those who visit it."""
    theirs = app_of(other, origin="https://evil.example")
    assert [ask(client, theirs, method).status_code for method in ("get", "post")] == [404, 404]

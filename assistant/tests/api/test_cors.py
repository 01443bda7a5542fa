"""Pages of other origins: those of an app are answered, without cookies; nothing else of the site answers them."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.test import Client

from assistant.models import App
from assistant.tests.api_pages import ORIGIN, Page, app_of
from inbox.services import create_agent, issue_token

LEVEL = "/assistant/api/level"


def preflight(path: str, origin: str = ORIGIN, **query: str) -> Any:
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    return Client().options(path, query_params=query, headers=headers)


def allowed(response: Any) -> str | None:
    origin: str | None = response.headers.get("Access-Control-Allow-Origin")
    assert "Access-Control-Allow-Credentials" not in response.headers
    return origin


@pytest.mark.usefixtures("app")
def test_a_preflight_from_an_app() -> None:
    response = preflight(LEVEL)
    assert (response.status_code, allowed(response)) == (200, ORIGIN)
    assert response["Access-Control-Allow-Methods"] == "GET, POST"
    assert response["Access-Control-Allow-Headers"] == "authorization, content-type, idempotency-key"
    assert "origin" in response["Vary"]


def test_a_preflight_with_the_apps_key(app: App) -> None:
    assert allowed(preflight("/assistant/api/events", key=app.key)) == ORIGIN


def test_a_preflight_with_another_apps_key(app: App, other: User) -> None:
    theirs = app_of(other, origin="https://evil.example")
    assert allowed(preflight("/assistant/api/events", key=theirs.key)) is None
    assert allowed(preflight("/assistant/api/events", origin=theirs.origin, key=app.key)) is None


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize(
    "origin",
    ["https://other.example", "http://notes.example.org", f"{ORIGIN}:444", "null", "https://[", "\x7f"],
)
def test_a_preflight_from_elsewhere(origin: str) -> None:
    assert allowed(preflight(LEVEL, origin)) is None


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize(
    "path",
    [
        "/api/stones",
        "/stones/",
        "/assistant/apps",
        "/sign-in",
        "/mcp",
        "/mcp/chatter",
        "/mcp/memory/recall",
        "/mcp/webhooks",
        "/inbox/",
        "/healthy",
        "/readyz",
        "/nothing",
    ],
)
def test_the_rest_of_the_site_answers_no_other_origin(path: str) -> None:
    assert allowed(preflight(path)) is None
    assert allowed(Client().get(path, headers={"Origin": ORIGIN})) is None


def test_an_answer_may_be_read_by_the_apps_pages(embedded: Page) -> None:
    response = embedded.post("level", {"border_hash": "0" * 8, "level": 0})
    assert (response.status_code, allowed(response)) == (404, ORIGIN)
    assert response["Access-Control-Expose-Headers"] == "Retry-After"


def test_a_refusal_may_be_read_so_that_the_page_can_say_why(visited: Page) -> None:
    response = visited.post("level", {})
    assert (response.status_code, allowed(response)) == (403, ORIGIN)


def test_a_deactivated_accounts_app(app: App) -> None:
    app.account.is_active = False
    app.account.save()
    assert allowed(preflight(LEVEL)) is None


@pytest.mark.usefixtures("app")
def test_a_cookie_from_an_apps_page_is_no_word_of_the_persons(own: Page) -> None:
    own.headers = {"Origin": ORIGIN}
    response = own.post("level", {})
    assert (response.status_code, allowed(response)) == (401, ORIGIN)


INBOX_PATHS = [
    "/mcp/inbox/send",
    "/mcp/inbox/messages",
    "/mcp/inbox/request-lod",
    "/mcp/chat",
    "/mcp/chat/01KF7S9Y3M5D8R2E6T4W1Q0ZXC/events",
    "/health",
]


@pytest.fixture
def token(app: App) -> str:
    """Of an agent of the app's account."""
    return issue_token(agent=create_agent(account=app.account, name="cnp_user")).text


def listed(token: str, origin: str) -> Any:
    return Client().get("/mcp/inbox/messages", headers={"Origin": origin, "Authorization": f"Bearer {token}"})


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("path", INBOX_PATHS)
def test_a_preflight_for_an_inbox(path: str) -> None:
    response = preflight(path)
    assert (response.status_code, allowed(response)) == (200, ORIGIN)
    assert "authorization, content-type" in response["Access-Control-Allow-Headers"]
    assert allowed(preflight(path, "https://other.example")) is None


def test_a_page_reads_an_inbox_of_its_account(token: str) -> None:
    response = listed(token, ORIGIN)
    assert (response.status_code, allowed(response)) == (200, ORIGIN)
    assert "origin" in response["Vary"]


def test_an_origin_that_another_account_allows(token: str, other: User) -> None:
    """Its preflight is answered, as nobody knows yet who will call; its page never sees the answer."""
    theirs = app_of(other, origin="https://evil.example").origin
    assert allowed(preflight("/mcp/inbox/messages", theirs)) == theirs
    response = listed(token, theirs)
    assert (response.status_code, allowed(response)) == (200, None)
    app_of(User.objects.get(agents__name="cnp_user"), name="evil", origin=theirs)
    assert allowed(listed(token, theirs)) == theirs


@pytest.mark.usefixtures("app")
def test_a_page_without_a_token_can_read_the_refusal() -> None:
    response = listed("qas_nothing", ORIGIN)
    assert (response.status_code, allowed(response)) == (401, ORIGIN)


def test_a_session_is_no_token(app: App) -> None:
    client = Client()
    client.force_login(app.account)
    assert client.get("/mcp/inbox/messages", headers={"Origin": ORIGIN}).status_code == 401


@pytest.mark.usefixtures("app")
def test_an_apps_page_can_read_health() -> None:
    response = Client().get("/health", headers={"Origin": ORIGIN})
    assert (response.json(), allowed(response)) == ({"status": "ok"}, ORIGIN)
    assert allowed(Client().get("/health", headers={"Origin": "https://other.example"})) is None


def no_database(*args: Any) -> Any:
    raise OperationalError("server closed the connection")


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize(("path", "status"), [("/health", 200), ("/mcp/inbox/messages", 503)])
def test_while_the_database_does_not_answer(path: str, status: int) -> None:
    """The answer is what it is without the header."""
    headers = {"Origin": ORIGIN, "Authorization": "Bearer qas_x"}
    with connection.execute_wrapper(no_database):
        client = Client(raise_request_exception=False)
        assert client.get(path, headers=headers).status_code == status

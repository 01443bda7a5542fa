"""A page of another origin that uses inboxes as the client of the specification does, with an agent's token."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer
from pytest_httpserver import HTTPServer

from assistant.services.manage_apps import create_app
from inbox.models import Message
from inbox.services import create_agent, issue_token

pytestmark = pytest.mark.browser
INBOX = "cnp_browse_assistant"
# Says JSON with a GET, too, as that client does: then a browser asks first, for /health as well.
CALL = """async ([site, token, method, path, body]) => {
  const headers = {"Content-Type": "application/json"};
  if (token) headers.Authorization = `Bearer ${token}`;
  try {
    const answer = await fetch(site + path, {method, headers, body: body && JSON.stringify(body)});
    return [answer.status, await answer.json()];
  } catch (error) {
    return [0, error.name];
  }
}"""
LETTER = {
    "tracking_id": "msg_1769774400000_k3j5x8q1z",
    "from_agent": "cnp_user",
    "to_agent": INBOX,
    "message_type": "chat_message",
    "priority": "normal",
    "payload": {"role": "user", "content": "Hello"},
    "timestamp": "2026-01-30T12:00:00.123Z",
}


class Client:
    """The page's calls: status and body, 0 where the browser withholds the answer."""

    def __init__(self, page: Page, site: str, token: str) -> None:
        self.page, self.site, self.token = page, site, token

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        status, answer = self.page.evaluate(CALL, [self.site, self.token, method, path, body])
        return status, answer


def token_of(account: User) -> str:
    create_agent(account=account, name=INBOX)
    return issue_token(agent=create_agent(account=account, name="cnp_user"), inboxes=[INBOX]).text


@pytest.fixture
def elsewhere(page: Page, httpserver: HTTPServer) -> str:
    """The origin of the page that is open: at 127.0.0.1, where the site is at localhost."""
    httpserver.expect_request("/").respond_with_data(
        "<!doctype html><title>x</title>", content_type="text/html"
    )
    origin = f"http://127.0.0.1:{httpserver.port}"
    page.goto(origin)
    return origin


def test_a_page_of_an_app(page: Page, live_server: LiveServer, elsewhere: str, ann: User) -> None:
    create_app(account=ann, name="browse", origin=elsewhere)
    call = Client(page, live_server.url, token_of(ann))
    assert call("GET", "/health") == (200, {"status": "ok"})
    status, sent = call("POST", "/mcp/inbox/send", LETTER)
    assert (status, sent["from_agent"]) == (201, "cnp_user")
    status, answer = call("GET", f"/mcp/inbox/messages?agent={INBOX}&limit=50")
    assert (status, [row["payload"] for row in answer["messages"]]) == (200, [LETTER["payload"]])
    body = {"agent_id": INBOX, "message": "Hello?", "history": [], "context": {"page": "browse"}}
    assert call("POST", "/mcp/chat", body)[0] == 200
    status, refused = call("GET", "/mcp/inbox/messages?agent=another")
    assert (status, refused["code"]) == (404, "inbox_not_found")
    call.token = ""
    status, refused = call("GET", "/mcp/inbox/messages")
    assert (status, refused["code"]) == (401, "not_authenticated")


def test_a_page_of_nobodys_app(page: Page, live_server: LiveServer, elsewhere: str, ann: User) -> None:
    call = Client(page, live_server.url, token_of(ann))
    for method, path in (("GET", "/health"), ("POST", "/mcp/inbox/send"), ("GET", "/mcp/inbox/messages")):
        assert call(method, path, LETTER if method == "POST" else None) == (0, "TypeError")
    assert not Message.objects.exists()


def test_a_page_of_another_accounts_app(
    page: Page, live_server: LiveServer, elsewhere: str, ann: User
) -> None:
    create_app(account=User.objects.create(username="mallory"), name="browse", origin=elsewhere)
    call = Client(page, live_server.url, token_of(ann))
    assert call("GET", "/health")[0] == 200
    assert call("GET", f"/mcp/inbox/messages?agent={INBOX}") == (0, "TypeError")

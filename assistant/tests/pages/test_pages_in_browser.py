"""In a real browser: proposals for menus, and the window of a connection, whose grant goes to its opener alone."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page as Tab
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer
from pytest_httpserver import HTTPServer

from assistant.models import App
from assistant.services.manage_apps import create_app
from assistant.tests.browser_windows import press_and_close
from assistant.tests.services.test_decide_proposals import prefers_the_brain
from core.http.tests.local_server import LocalServer
from core.pages.tests.page_checks import check_page

pytestmark = pytest.mark.browser

APPROVE = "button:text-is('Connect')"
OPENER = """<!doctype html><html lang="en"><title>Notes</title><button id="open">Connect</button><pre id="got"></pre>
<script>
addEventListener('message', (event) => {
  document.getElementById('got').textContent = JSON.stringify({ origin: event.origin, data: event.data });
});
document.getElementById('open').onclick = () => { window.popup = open(location.hash.slice(1), '_blank', 'popup'); };
</script></html>"""


@pytest.fixture
def elsewhere() -> Iterator[HTTPServer]:
    """A site on another origin, with a page that opens the window."""
    with LocalServer("localhost") as server:
        server.expect_request("/notes").respond_with_data(OPENER, content_type="text/html")
        server.expect_request("/favicon.ico").respond_with_data("", status=204)
        yield server


@pytest.fixture
def app(ann: User, elsewhere: HTTPServer) -> App:
    return create_app(account=ann, name="notes", origin=f"http://localhost:{elsewhere.port}")


def window(live_server: LiveServer, app: App) -> str:
    return f"{live_server.url}/assistant/connect?key={app.key}&origin={app.origin}"


def opened(tab: Tab, live_server: LiveServer, app: App, path: str) -> Any:
    tab.goto(f"{app.origin}/notes#{path}")
    with tab.context.expect_page() as found:
        tab.click("#open")
    return found.value


@pytest.mark.long
def test_menus_with_proposals_look_right(ann_page: Tab, live_server: LiveServer, ann: User) -> None:
    prefers_the_brain(ann)
    ann_page.goto(f"{live_server.url}/assistant/menus")
    expect(ann_page.get_by_role("list", name="Proposals for")).not_to_have_count(0)
    check_page(ann_page, "proposals")


def test_after_approval_the_opener_gets_the_grant(ann_page: Tab, live_server: LiveServer, app: App) -> None:
    popup = opened(ann_page, live_server, app, window(live_server, app))
    assert app.origin in popup.inner_text("main")
    press_and_close(popup, popup.locator(APPROVE))
    ann_page.wait_for_function("document.getElementById('got').textContent")
    got = json.loads(ann_page.inner_text("#got"))
    assert got["origin"] == live_server.url
    assert got["data"]["type"] == "qastone-grant"
    status = ann_page.evaluate(
        """async ([url, grant]) => (await fetch(url, {headers: {Authorization: `Bearer ${grant}`}})).status""",
        [f"{live_server.url}/assistant/api/unread", got["data"]["grant"]],
    )
    assert status == 200


def test_without_approval_the_opener_gets_nothing(ann_page: Tab, live_server: LiveServer, app: App) -> None:
    popup = opened(ann_page, live_server, app, window(live_server, app))
    press_and_close(popup, popup.locator("[data-close]"))
    assert ann_page.inner_text("#got") == ""


def test_an_opener_that_went_elsewhere_gets_nothing(
    ann_page: Tab, live_server: LiveServer, app: App, elsewhere: HTTPServer, complaints: list[str]
) -> None:
    """The browser delivers to the app's origin alone: 127.0.0.1 is another one than localhost."""
    app_elsewhere = f"http://127.0.0.1:{elsewhere.port}"
    ann_page.goto(f"{app_elsewhere}/notes#{window(live_server, app)}")
    with ann_page.context.expect_page() as found:
        ann_page.click("#open")
    press_and_close(found.value, found.value.locator(APPROVE))
    ann_page.wait_for_timeout(500)
    assert ann_page.inner_text("#got") == ""
    # Some browsers say so, and are right.
    complaints[:] = [
        each for each in complaints if "does not match the recipient window's origin" not in each
    ]


@pytest.mark.long
def test_without_an_opener_nothing_is_displayed(ann_page: Tab, live_server: LiveServer, app: App) -> None:
    ann_page.goto(window(live_server, app))
    ann_page.click(APPROVE)
    assert "nothing was handed over" in ann_page.inner_text("#said")
    assert "grant" not in ann_page.inner_text("main")


@pytest.mark.long
def test_an_early_press_connects_nothing(ann_page: Tab, live_server: LiveServer, ann: User) -> None:
    app = create_app(account=ann, name="notes", origin="https://notes.example.org")
    ann_page.goto(f"{live_server.url}/assistant/connect?key={app.key}&origin={app.origin}")
    button = ann_page.get_by_role("button", name="Connect", exact=True)
    expect(button).to_be_enabled()
    ann_page.evaluate("dispatchEvent(new Event('focus'))")  # the window comes up from behind another
    expect(button).to_be_disabled()
    expect(button).to_be_enabled()

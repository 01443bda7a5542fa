"""The assistant in a page of another origin, which has a strict policy of its own and lets only the site in.

Its modules are those that a site serves: collected, so minified. What a minifier broke would show here.
"""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings
from playwright.sync_api import Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer
from pytest_httpserver import HTTPServer

from analytics.models import Event
from assistant.models import App
from assistant.services.manage_apps import create_app, delete_app, end_connections
from assistant.tests.browser.conftest import box, card, expected, levels_read, paste, shadow, text_of
from assistant.tests.browser_windows import press_and_close
from core.jobs.tests.job_rows import run_one
from core.pages.tests.page_checks import SignIn
from inbox.models import RUN_HELPER, HelperJob
from stones.models import Stone

pytestmark = pytest.mark.browser
PAGE = """<!doctype html><html lang="en"><title>Notes</title><main><h1>Notes of somebody</h1>
<p>Job 17 has port 7017.</p><input aria-label="Search"></main>
<script type="module" src="{site}/static/assistant/widget.js?key={key}"></script></html>"""


@pytest.fixture
def app(ann: User, httpserver: HTTPServer) -> App:
    """Ann's app; its page is at 127.0.0.1, the site at localhost."""
    return create_app(account=ann, name="notes", origin=f"http://127.0.0.1:{httpserver.port}")


def give_collected(page: Page, site: str, collected: Path) -> None:
    """Answer for static files as WhiteNoise does (below); the test's server is another one, and has the sources."""

    def give(route: Route) -> None:
        name = urlsplit(route.request.url).path.removeprefix("/static/")
        route.fulfill(
            path=collected / name,
            content_type="text/javascript",
            headers={"access-control-allow-origin": "*"},
        )

    page.route(f"{site}/static/**", give)


@pytest.fixture
def notes(
    page: Page,
    live_server: LiveServer,
    httpserver: HTTPServer,
    app: App,
    complaints: list[str],
    collected: Path,
) -> Iterator[Page]:
    """The app's page, in the browser of somebody who is not signed in."""
    site = live_server.url
    policy = f"default-src 'none'; script-src {site}; connect-src {site}; base-uri 'none'; form-action 'none'"
    httpserver.expect_request("/").respond_with_data(
        PAGE.format(site=site, key=app.key),
        content_type="text/html",
        headers={"Content-Security-Policy": policy},
    )
    give_collected(page, site, collected)
    page.goto(app.origin)
    expect(shadow(page, ".bubble")).to_be_visible()
    yield page
    complaints[:] = [each for each in complaints if "favicon" not in each and "500" not in each]
    assert complaints == []


def connect(page: Page, sign_in: SignIn) -> None:
    sign_in(page.context)
    page.keyboard.press("Control+/")
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Connect…").click()
    expect(popup.value.locator("main")).to_contain_text("wants to act as ann")
    # Connected, it asks what is unread.
    with page.expect_response("**/assistant/api/unread?key=*"):
        press_and_close(popup.value, popup.value.get_by_role("button", name="Connect", exact=True))
    expect(page.get_by_role("button", name="Disconnect")).to_be_visible()


def test_static_files_may_be_read_by_other_origins() -> None:
    with override_settings(WHITENOISE_AUTOREFRESH=True, WHITENOISE_USE_FINDERS=True):
        answer = Client().get("/static/assistant/widget.js")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_it_is_the_minified_assistant_that_is_tried(notes: Page, live_server: LiveServer) -> None:
    source = "url => fetch(url).then(answer => answer.text())"
    code = notes.evaluate(source, f"{live_server.url}/static/assistant/chat.js")
    assert "/**" not in code
    assert "export class Chat" in code


@pytest.mark.long
def test_the_key_alone_meets_a_stone(notes: Page, stone: Stone) -> None:
    paste(notes, text_of(stone))
    expect(card(notes)).to_contain_text("LOD-1 of 4 in use")
    expect(card(notes)).to_contain_text("Read from the paste")
    expect(card(notes)).to_contain_text("once this page is connected")
    notes.get_by_role("button", name="Load more context").click()
    expect(card(notes)).to_contain_text("LOD-2 of 4 in use")
    assert levels_read() == []
    with notes.expect_response("**/assistant/api/events?key=*"):
        pass  # ten seconds after the first
    found = Event.objects.filter(type="qastone_received").values_list("app", "glow_channel", "lod_count")
    assert list(found) == [("notes", "handoff", 4)]


def test_what_needs_a_person_offers_to_connect(notes: Page) -> None:
    notes.locator("p").first.select_text()
    notes.locator("p").first.click(button="right")
    notes.get_by_role("menuitem", name="Copy as stone").click()
    expect(shadow(notes, ".log")).to_contain_text("This needs your account.")
    notes.get_by_role("tab", name="Inbox").click()
    expect(notes.get_by_role("tabpanel", name="Inbox")).to_contain_text("This needs your account.")


def test_connected_it_reads_through_the_ledger(notes: Page, stone: Stone, sign_in: SignIn, ann: User) -> None:
    connect(notes, sign_in)
    paste(notes, text_of(stone))
    expect(card(notes)).to_contain_text("Stored here: what is loaded")
    assert levels_read() == [("person ann", 0), ("person ann", 1)]
    notes.reload()  # the grant stays with the tab
    expect(shadow(notes, ".bubble")).to_be_visible()
    notes.keyboard.press("Control+/")
    notes.get_by_role("tab", name="Inbox").click()
    expect(notes.get_by_role("tabpanel", name="Inbox")).to_contain_text("Nothing new from your agents.")
    assert notes.evaluate("localStorage.getItem('qastone-grant')") is None
    notes.get_by_role("tab", name="Chat").click()
    notes.get_by_role("button", name="Disconnect").click()
    expect(notes.get_by_role("button", name="Connect…")).to_be_visible()
    assert notes.evaluate("sessionStorage.getItem('qastone-grant')") is None


@pytest.mark.long
def test_an_ended_connection_offers_a_new_one(
    notes: Page, sign_in: SignIn, ann: User, complaints: list[str]
) -> None:
    connect(notes, sign_in)
    ann.set_password("another horse 9")
    ann.save()
    box(notes).fill("Which port has job 17?")
    notes.keyboard.press("Enter")
    expect(shadow(notes, ".fault")).to_contain_text("The connection has run out or was ended.")
    expect(notes.get_by_role("button", name="Connect…")).to_be_visible()
    expect(box(notes)).to_have_value("Which port has job 17?")
    expected(complaints, 401, 403)  # the second without the grant


@pytest.mark.long
def test_an_ended_connection_leaves_the_assistant_there(
    notes: Page, sign_in: SignIn, ann: User, complaints: list[str]
) -> None:
    connect(notes, sign_in)
    ann.set_password("another horse 9")
    ann.save()
    notes.reload()
    expect(shadow(notes, ".panel, .bubble").first).to_be_attached()
    notes.keyboard.press("Control+/")
    expect(notes.get_by_role("button", name="Connect…")).to_be_visible()
    assert notes.evaluate("sessionStorage.getItem('qastone-grant')") is None
    expected(complaints, 401)


def test_a_word_of_somebody_else_connects_nobody(notes: Page, app: App) -> None:
    notes.keyboard.press("Control+/")
    with notes.expect_popup() as popup:
        notes.get_by_role("button", name="Connect…").click()
    notes.evaluate("""() => {
      const grant = {type: 'qastone-grant', grant: 'forged', expires: '2099-01-01T00:00:00Z'};
      postMessage(grant, '*');
    }""")
    notes.wait_for_timeout(200)
    assert notes.evaluate("sessionStorage.getItem('qastone-grant')") is None
    popup.value.close()
    expect(shadow(notes, "[role=status]")).to_have_text("Not connected")


@pytest.mark.long
def test_a_window_that_is_refused_says_why_and_is_closed(
    notes: Page, app: App, ann: User, sign_in: SignIn, complaints: list[str]
) -> None:
    notes.keyboard.press("Control+/")
    sign_in(notes.context)
    delete_app(account=ann, app_id=app.pk)
    with notes.expect_popup() as popup:
        notes.get_by_role("button", name="Connect…").click()
    window = popup.value
    expect(window.locator("main")).to_contain_text("No app of yours has this key")
    # Still one with the page that waits for it.
    assert window.evaluate("window.opener !== null")
    notes.wait_for_timeout(1_600)  # it looks every 700 milliseconds
    expect(shadow(notes, "[role=status]")).not_to_have_text("Not connected")
    press_and_close(window, window.locator("[data-close]"))
    expect(shadow(notes, "[role=status]")).to_have_text("Not connected")
    expected(complaints, 404, 401, 403)


@pytest.mark.long
def test_connections_that_are_ended_elsewhere_are_connected_anew(
    notes: Page, app: App, ann: User, sign_in: SignIn, complaints: list[str]
) -> None:
    connect(notes, sign_in)
    link = notes.get_by_role("link", name="All connections")
    with notes.expect_popup() as opened:
        link.click()
    opened.value.get_by_role("button", name="End connections of notes").click()
    expect(opened.value.locator(".messages")).to_contain_text("The connections of notes are ended")
    box(notes).fill("Which port has job 17?")
    box(notes).press("Enter")
    expect(shadow(notes, ".fault")).to_contain_text("The connection has run out or was ended.")
    with notes.expect_popup() as popup:
        notes.get_by_role("button", name="Connect…").click()
    press_and_close(popup.value, popup.value.get_by_role("button", name="Connect", exact=True))
    expect(notes.get_by_role("button", name="Disconnect")).to_be_visible()
    expected(complaints, 401, 403)


@pytest.mark.long
def test_polling_for_a_helper_resumes_after_reconnecting(
    notes: Page, stone: Stone, app: App, sign_in: SignIn, complaints: list[str]
) -> None:
    connect(notes, sign_in)
    paste(notes, text_of(stone))
    notes.get_by_role("form", name="Spawn a helper").get_by_role("button", name="Spawn a helper (").click()
    expect(card(notes)).to_contain_text("A helper is at work")
    with notes.expect_response(lambda answer: "/helper/" in answer.url and answer.status == 403):
        end_connections(account=app.account, app_id=str(app.pk))
    run_one(HelperJob.objects.get(), RUN_HELPER)
    requests: list[Request] = []
    notes.on("request", lambda request: requests.append(request) if "/helper/" in request.url else None)
    # Longer than from one look to the next: nobody is connected, and the answer would be the same.
    notes.wait_for_timeout(4_000)
    assert requests == []
    with notes.expect_popup() as popup:
        notes.get_by_role("button", name="Connect…").click()
    press_and_close(popup.value, popup.value.get_by_role("button", name="Connect", exact=True))
    answer = HelperJob.objects.get().answer
    assert answer is not None
    expect(card(notes).locator(".answer")).to_have_text(answer.scan)
    expected(complaints, 401, 403)


def test_another_origin_with_the_key_gets_nothing(
    page: Page,
    live_server: LiveServer,
    httpserver: HTTPServer,
    app: App,
    complaints: list[str],
    collected: Path,
) -> None:
    app.origin = "https://notes.example.org"
    app.save()
    httpserver.expect_request("/").respond_with_data(
        PAGE.format(site=live_server.url, key=app.key), content_type="text/html"
    )
    give_collected(page, live_server.url, collected)
    with page.expect_event("requestfailed"):
        page.goto(f"http://127.0.0.1:{httpserver.port}/")
    expect(page.locator("qastone-assistant")).to_have_count(0)

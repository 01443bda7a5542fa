"""A browser, and pages in it, for tests of any app (a plugin of pytest, as conftest.py says)."""

import asyncio
import os
import shutil
from collections.abc import Iterator, Sequence
from threading import Lock
from time import monotonic, sleep

import pytest
from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import SignIn

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
HEADLESS = ("chromium-headless-shell", *CHROMIUM)
"""The same engine without what draws windows, where it is installed: a fifth of the processor's time."""
PATIENCE = 30_000
"""Milliseconds that a page has for what it is expected to do: pages poll every five seconds."""

expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """To a test without a browser, one that is open for others must not look like an event loop of its own thread.

    Not a fixture: beside a loop Django uses another connection, so that it must be the same before every fixture
    and behind it.
    """
    running = None if "browser" in getattr(item, "fixturenames", ()) else asyncio._get_running_loop()
    if running:
        asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if running:
            asyncio._set_running_loop(running)


def chromium(names: Sequence[str] = CHROMIUM) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser; without one the test is skipped, or fails if REQUIRE_BROWSER=1."""
    program = chromium(HEADLESS)
    if program is None:
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail("REQUIRE_BROWSER=1, but there is no chromium")
        pytest.skip("needs chromium (apt-get install chromium)")
    # Playwright runs an event loop in this thread; Django would refuse to use the database beside it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=arguments)
        yield started
        started.close()


class Answering:
    """How many requests the live server is answering."""

    def __init__(self) -> None:
        self.count = 0
        self._lock = Lock()
        request_started.connect(self._begin, weak=False)
        request_finished.connect(self._end, weak=False)

    def _begin(self, sender: object, **kwargs: object) -> None:
        self._add(sender, 1)

    def _end(self, sender: object, **kwargs: object) -> None:
        self._add(sender, -1)

    def _add(self, sender: object, number: int) -> None:
        # Not the test client, which is another handler, or none.
        if isinstance(sender, type) and issubclass(sender, WSGIHandler):
            with self._lock:
                self.count += number

    def wait(self, seconds: float = 5) -> None:
        """Until it has answered them all, twice in a row: one may just be coming in."""
        quiet, end = 0, monotonic() + seconds
        while quiet < 2 and monotonic() < end:
            sleep(0.03)
            quiet = quiet + 1 if self.count == 0 else 0


@pytest.fixture(scope="session")
def answering() -> Answering:
    return Answering()


@pytest.fixture
def browser_context(browser: Browser, answering: Answering) -> Iterator[BrowserContext]:
    """A browser's fresh profile: no cookies, desktop size."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()
    # A page that is left sends what it counted: emptying the tables meanwhile would be a deadlock.
    answering.wait()


@pytest.fixture
def page(browser_context: BrowserContext) -> Page:
    """An empty page. Use it with `live_server` and mark the test `browser`."""
    return browser_context.new_page()


@pytest.fixture
def no_script_page(browser: Browser) -> Iterator[Page]:
    """A page in a browser that runs no JavaScript."""
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture
def ann(transactional_db: None) -> User:
    """Who looks at the pages, a curator; a folder's own conftest may make another."""
    return User.objects.create_user("ann", password="correct horse 9", is_staff=True)


@pytest.fixture
def sign_in(live_server: LiveServer, ann: User) -> SignIn:
    """Gives a browser the session of `ann`."""

    def put(context: BrowserContext) -> None:
        client = Client()
        client.force_login(ann)
        value = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])

    return put


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """The browser's messages: errors in scripts, violations of the content security policy, failed requests."""
    errors: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        # Not that leaving a page has cut a poll or a preview off; of what did fail the browser tells, too.
        is_cut_off = message.text.startswith(("htmx:afterRequest", "htmx:send"))
        if message.type in ("error", "warning") and not is_cut_off:
            errors.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors


@pytest.fixture
def ann_page(page: Page, sign_in: SignIn, complaints: list[str]) -> Iterator[Page]:
    """Ann's browser; in the end it must have had nothing to complain about."""
    sign_in(page.context)
    yield page
    assert complaints == []


@pytest.fixture
def ann_without_script(no_script_page: Page, sign_in: SignIn) -> Page:
    """Ann's browser with JavaScript off."""
    sign_in(no_script_page.context)
    return no_script_page

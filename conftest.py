"""What every test may ask for. Its database and other settings are in qastone_site/settings_test.py."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    return next((path for name in CHROMIUM if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser; without one the test is skipped, or fails if REQUIRE_BROWSER=1."""
    program = chromium()
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


@pytest.fixture
def browser_context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser's fresh profile: no cookies, desktop size."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(10_000)
    yield context
    context.close()


@pytest.fixture
def page(browser_context: BrowserContext) -> Page:
    """An empty page. Use it with `live_server` and mark the test `browser`."""
    return browser_context.new_page()


@pytest.fixture
def no_script_page(browser: Browser) -> Iterator[Page]:
    """A page in a browser that runs no JavaScript."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()

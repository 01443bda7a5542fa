"""What every test may ask for. Its database and other settings are in qastone_site/settings_test.py."""

import asyncio
import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from threading import Lock
from time import monotonic, sleep

import pytest
from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.test import APIClient

from inbox.models import Agent
from inbox.services import create_agent, issue_token
from qastone_site.settings import STORAGES
from rest.scopes import SCOPES
from rest.testing import Personas

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
HEADLESS = ("chromium-headless-shell", *CHROMIUM)
"""The same engine without what draws windows, where it is installed: a fifth of the processor's time."""
PATIENCE = 30_000
"""Milliseconds that a page has for what it is expected to do: pages poll every five seconds."""

expect.set_options(timeout=PATIENCE)


# How many examples a law is tried on. A busy machine takes its time, over an example and over drawing it.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("some", UNHURRIED, max_examples=50)
settings.register_profile("all", UNHURRIED, max_examples=500)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all",
        action="store_true",
        help="the long run: outages as long as promised, ten times the examples, every width and theme",
    )


def pytest_configure(config: pytest.Config) -> None:
    """What tests look up while they are collected: TEST_ALL in the environment, and hypothesis's profile."""
    if config.getoption("--all"):
        os.environ["TEST_ALL"] = "1"
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("all" if os.environ.get("TEST_ALL") else "some")
    if not hasattr(config, "workerinput"):
        # Of all workers, which inherit the environment (qastone_site.tests.sites). The database's user may enter.
        folder = tempfile.mkdtemp(prefix="qastone-prepared-")
        os.chmod(folder, 0o755)
        os.environ["QASTONE_TEST_PREPARED"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder))


def pytest_collection_finish() -> None:
    """Tests and modules stay to the end: the collector of garbage need not walk through them again and again."""
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that start whole servers first: behind the others, one of them would be waited for alone."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


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


@pytest.fixture(scope="session")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files as a site has them, collected by its own storage: minified, hashed, compressed."""
    folder = tmp_path_factory.mktemp("static")
    others = ["admin", "drf_spectacular_sidecar", "import_export", "rest_framework", "unfold"]
    with override_settings(STATIC_ROOT=folder, STORAGES=STORAGES):
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=others)
    return folder


Weigh = Callable[[str], int]


@pytest.fixture
def weigh(collected: Path) -> Iterator[Weigh]:
    """Bytes that a browser is sent for a static file, by its name: WhiteNoise's answer, compressed by gzip."""
    with override_settings(STATIC_ROOT=collected):
        client = Client(headers={"accept-encoding": "gzip"})

        def body(name: str) -> int:
            answer = client.get(f"/static/{name}")
            assert answer.status_code == 200, name
            return len(b"".join(answer))

        yield body


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The test database; it can be dropped even where a thread that has just ended still holds a connection."""
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    # What drops the database may close another, which was made beside a browser's loop.
    connection.close()


SignIn = Callable[[BrowserContext], None]


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
    """What the browser said: errors in scripts, refusals by the content security policy, failed requests."""
    said: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        # Not that leaving a page has cut a poll or a preview off; of what did fail the browser tells, too.
        is_cut_off = message.text.startswith(("htmx:afterRequest", "htmx:send"))
        if message.type in ("error", "warning") and not is_cut_off:
            said.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


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


class _Personas:
    """Each is made when a test first asks for it; the owner is always there."""

    def __init__(self) -> None:
        self.account = User.objects.create(username="ann")
        self.koda = create_agent(account=self.account, name="koda")
        self.owner = client_of(self.koda)

    @cached_property
    def other_account(self) -> User:
        account = User.objects.create(username="mallory")
        create_agent(account=account, name="koda")
        return account

    @cached_property
    def stranger(self) -> APIClient:
        return client_of(Agent.objects.get(account=self.other_account, name="koda"))

    @cached_property
    def unknown(self) -> dict[str, APIClient]:
        return unknown_clients(self.koda)

    def with_scopes(self, scopes: list[str]) -> APIClient:
        return client_of(self.koda, scopes=scopes)

    def colleague(self, name: str) -> APIClient:
        return client_of(create_agent(account=self.account, name=name))


@pytest.fixture
def personas(db: None) -> Personas:
    """Two accounts with an agent koda each, and callers whom nobody lets in."""
    return _Personas()


def client_of(agent: Agent, *, scopes: list[str] | None = None) -> APIClient:
    return client_with(f"Bearer {issue_token(agent=agent, scopes=SCOPES if scopes is None else scopes).text}")


def client_with(authorization: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=authorization)
    return client


def unknown_clients(agent: Agent) -> dict[str, APIClient]:
    expired = issue_token(agent=agent, life=timedelta(seconds=-1))
    revoked = issue_token(agent=agent)
    revoked.row.revoked = timezone.now()
    revoked.row.save(update_fields=["revoked"])
    gone = create_agent(account=User.objects.create(username="gone", is_active=False), name="koda")
    return {
        "no token": APIClient(),
        "unknown": client_with("Bearer qas_" + "0" * 36),
        "empty": client_with("Bearer "),
        "not ASCII": client_with("Bearer \xff"),
        "another scheme": client_with("Basic YW5uOnNlY3JldA=="),
        "expired": client_with(f"Bearer {expired.text}"),
        "revoked": client_with(f"Bearer {revoked.text}"),
        "deactivated account": client_of(gone),
    }

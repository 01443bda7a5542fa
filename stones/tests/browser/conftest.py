"""A real browser on a live site, signed in. What it complains about fails the test."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from llm.testing import FakeEmbedder, use_models
from stones.models import Stone
from stones.tests.factories import LONG, store, write_levels

PASSWORD = "correct horse 9"


@pytest.fixture(autouse=True)
def _models() -> Iterator[None]:
    """The live server's own thread embeds questions: with the double, too."""
    with use_models(embedder=FakeEmbedder()):
        yield


@pytest.fixture
def ann(transactional_db: None) -> User:
    return User.objects.create_user("ann", password=PASSWORD, is_staff=True)


@pytest.fixture
def stone(ann: User) -> Stone:
    """Four levels, all written."""
    stone = store(ann, content=LONG, glow_channel="handoff", source_agent="koda")
    write_levels(stone)
    return stone


SignIn = Callable[[BrowserContext], None]


@pytest.fixture
def sign_in(live_server: LiveServer, ann: User) -> SignIn:
    """Gives a browser ann's session."""

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
        if message.type in ("error", "warning"):
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
    no_script_page.context.set_default_timeout(10_000)
    sign_in(no_script_page.context)
    return no_script_page

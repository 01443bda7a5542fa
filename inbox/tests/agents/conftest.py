"""A person with one agent and its token, and somebody else with another."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from inbox.models import AgentToken
from inbox.services import NewToken, create_agent, issue_token
from rest.tokens import find_tokens

SignIn = Callable[[BrowserContext], None]


def shown_token(page: str) -> str:
    """The one token on a page."""
    found = set(re.findall(r"qas_[0-9A-Za-z]{36}", page))
    assert len(found) == 1
    text: str = found.pop()
    assert len(find_tokens(text)) == 1
    return text


def tokens_on(page: str) -> int:
    return len(find_tokens(page))


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", password="correct horse 9")


@pytest.fixture
def person(ann: User, client: Client) -> Client:
    """Ann's browser, signed in."""
    client.force_login(ann)
    return client


@pytest.fixture
def token(ann: User) -> NewToken:
    """Of ann's koda, which may read stones and its inbox."""
    agent = create_agent(account=ann, name="koda", kind="claude_code", description="Reviews.")
    return issue_token(agent=agent, scopes=["stones:read", "inbox:read"])


@pytest.fixture
def mallorys(db: None) -> AgentToken:
    """A token of another account's agent."""
    mallory = User.objects.create_user("mallory", password="correct horse 9")
    return issue_token(agent=create_agent(account=mallory, name="mallet")).row


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

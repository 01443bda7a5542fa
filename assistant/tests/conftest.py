"""Two accounts, and the pages from which the first one is at work."""

import pytest
from django.contrib.auth.models import User

from assistant.models import App
from assistant.tests.api_pages import Page, app_of, connected, signed_in, unconnected


@pytest.fixture
def account(db: None) -> User:
    return User.objects.create_user("ann", password="correct horse 9")


@pytest.fixture
def other(db: None) -> User:
    return User.objects.create_user("mallory", password="correct horse 9")


@pytest.fixture
def app(account: User) -> App:
    return app_of(account)


@pytest.fixture
def own(account: User) -> Page:
    """A page of this site, with ann signed in."""
    return signed_in(account)


@pytest.fixture
def embedded(app: App) -> Page:
    """A page of ann's app that she has connected."""
    return connected(app)


@pytest.fixture
def visited(app: App) -> Page:
    """A page of ann's app, with its key alone."""
    return unconnected(app)

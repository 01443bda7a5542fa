"""A curator with the kitchen's collection, and a guest who has none."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from quickstart.models import Collection
from quickstart.tests.kitchen_collection import make_kitchen

Get = Callable[..., HttpResponse]


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_superuser("ann", password="correct horse 9")


@pytest.fixture
def person(ann: User, client: Client) -> Client:
    """Ann's browser, signed in."""
    client.force_login(ann)
    return client


@pytest.fixture
def guest(db: None) -> Client:
    """The browser of somebody who curates nothing."""
    client = Client()
    client.force_login(User.objects.create_user("guest", password="correct horse 9"))
    return client


@pytest.fixture
def ben(db: None) -> Client:
    """The browser of another curator, who has nothing yet."""
    client = Client()
    client.force_login(User.objects.create_superuser("ben", password="correct horse 9"))
    return client


@pytest.fixture
def kitchen(ann: User) -> Collection:
    """Ann's only collection, with its vectors."""
    return make_kitchen(ann)

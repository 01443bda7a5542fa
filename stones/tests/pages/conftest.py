"""A person with one stone, and somebody else with another."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from stones.models import Stone
from stones.tests.factories import LONG, store, write_levels


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", password="correct horse 9")


@pytest.fixture
def person(ann: User, client: Client) -> Client:
    """Ann's browser, signed in."""
    client.force_login(ann)
    return client


@pytest.fixture
def stone(ann: User) -> Stone:
    """Four levels, all written."""
    stone = store(ann, content=LONG, glow_channel="handoff", source_agent="koda")
    write_levels(stone)
    return stone


@pytest.fixture
def mallorys(db: None) -> Stone:
    """A stone of another account."""
    mallory = User.objects.create_user("mallory", password="correct horse 9")
    return store(mallory, content=f"Mallory's own text.\n\n{LONG}")

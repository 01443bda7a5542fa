"""A person with two agents, somebody else with one, and nobody."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from inbox.models import Agent, AgentKind
from inbox.services.manage_agents import site_agent
from inbox.tests.factories import new_agent
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
def me(ann: User) -> Agent:
    """Ann herself, as an agent."""
    return site_agent(ann, AgentKind.PERSON)


@pytest.fixture
def koda(ann: User) -> Agent:
    return new_agent(ann, "koda")


@pytest.fixture
def prax(ann: User) -> Agent:
    return new_agent(ann, "prax")


@pytest.fixture
def mallory(db: None) -> Agent:
    """An agent of another account."""
    return new_agent(User.objects.create_user("mallory"), "mallory")


@pytest.fixture
def stone(ann: User) -> Stone:
    """Four levels, all written."""
    stone = store(ann, content=LONG, glow_channel="handoff", source_agent="koda")
    write_levels(stone)
    return stone

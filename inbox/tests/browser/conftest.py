"""A real browser, signed in as ann, who has agents and an inbox of her own. Errors in its console fail the test."""

import pytest
from django.contrib.auth.models import User

from inbox.models import Agent, AgentKind
from inbox.services.manage_agents import site_agent
from inbox.tests.factories import new_agent
from stones.tests.browser.conftest import _models, stone

__all__ = ["_models", "stone"]


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

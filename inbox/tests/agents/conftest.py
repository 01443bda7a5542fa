"""A person with one agent and its token, and somebody else with another."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.rest.agent_tokens import find_tokens
from inbox.models import AgentToken
from inbox.services import IssuedToken, create_agent, issue_token


def token_on_page(page: str) -> str:
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
def token(ann: User) -> IssuedToken:
    """Of ann's koda, which may read stones and its inbox."""
    agent = create_agent(account=ann, name="koda", kind="claude_code", description="Reviews.")
    return issue_token(agent=agent, scopes=["stones:read", "inbox:read"])


@pytest.fixture
def mallorys(db: None) -> AgentToken:
    """A token of another account's agent."""
    mallory = User.objects.create_user("mallory", password="correct horse 9")
    return issue_token(agent=create_agent(account=mallory, name="mallet")).row

"""An agent with a webhook at a server of its own."""

import pytest
from pytest_django import Settings
from pytest_httpserver import HTTPServer

from inbox.models import Agent, Webhook
from inbox.services.manage_webhooks import add_webhook
from inbox.tests.factories import new_agent


@pytest.fixture
def agent(db: None) -> Agent:
    return new_agent(name="koda")


@pytest.fixture
def hook(agent: Agent, httpserver: HTTPServer, settings: Settings) -> Webhook:
    settings.WEBHOOK_ALLOW_PRIVATE = True
    return add_webhook(agent=agent, url=httpserver.url_for("/hook"))[0]

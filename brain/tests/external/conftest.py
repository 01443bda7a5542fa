"""A server that is Wikipedia and NewsAPI.org, and the settings that ask it."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from brain.external import news
from brain.tests.external.server import KEY, Outdoors
from llm import count_tokens
from outbound.testing import OwnServer


@pytest.fixture
def outdoors(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Outdoors]:
    """Another server than the language model's."""
    count_tokens("")  # the first count reads the vocabulary
    with OwnServer() as server:
        settings.BRAIN_WIKIPEDIA_URL = server.url_for("/").rstrip("/")
        monkeypatch.setattr(news, "URL", server.url_for("/").rstrip("/"))
        settings.BRAIN_NEWS_API_KEY = KEY
        settings.WEBHOOK_ALLOW_PRIVATE = True
        yield Outdoors(server)

"""A server that is Wikipedia and NewsAPI.org, and the settings that ask it."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from brain.external import newsapi
from brain.tests.external.fake_sources import KEY, FakeSources
from core.http.tests.local_server import LocalServer
from core.llm import count_tokens


@pytest.fixture
def outdoors(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeSources]:
    """Another server than the language model's."""
    count_tokens("")  # the first count reads the vocabulary
    with LocalServer() as server:
        settings.BRAIN_WIKIPEDIA_URL = server.url_for("/").rstrip("/")
        monkeypatch.setattr(newsapi, "URL", server.url_for("/").rstrip("/"))
        settings.BRAIN_NEWS_API_KEY = KEY
        settings.WEBHOOK_ALLOW_PRIVATE = True
        yield FakeSources(server)

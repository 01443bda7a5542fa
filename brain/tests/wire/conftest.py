"""The provider that the settings name is a local server."""

import itertools

import pytest
from pytest_django import Settings
from pytest_httpserver import HTTPServer

from brain.tests.answering.garden_notes import garden
from brain.tests.external.conftest import outdoors
from brain.tests.wire.fake_provider import Provider
from core.llm.wire_doubles import KEY

__all__ = ["garden", "outdoors"]

_numbers = itertools.count()


@pytest.fixture
def provider(httpserver: HTTPServer, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Provider:
    settings.LLM_BASE_URL = httpserver.url_for("/v1")
    settings.LLM_API_KEY = KEY
    # Clients are kept by their settings, with what they have learnt of the server: another name, another client.
    settings.LLM_MODEL = f"small-model-{next(_numbers)}"
    settings.LLM_TIMEOUT_SECONDS = 5
    monkeypatch.setattr("core.llm.providers.MAX_ATTEMPTS", 2)
    return Provider(httpserver)

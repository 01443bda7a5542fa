"""Calls an agent may make in a minute."""

import pytest
from pytest_django import Settings

from core.rest.tests.access_assertions import Personas
from core.rest.throttling import WINDOW_SECONDS

URL = "/api/stones"
pytestmark = pytest.mark.usefixtures("noon")


def test_beyond_the_limit_is_429_with_the_time_to_wait(personas: Personas, settings: Settings) -> None:
    settings.API_CALLS_PER_MINUTE = 2
    answers = [personas.owner.get(URL) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert (answers[2]["Retry-After"], answers[2].json()["code"]) == ("40", "throttled")
    assert answers[2].json()["detail"] == "This agent may make 2 calls a minute. Wait 40 seconds."


def test_each_agent_has_its_own_count(personas: Personas, settings: Settings) -> None:
    settings.API_CALLS_PER_MINUTE = 1
    assert [personas.owner.get(URL).status_code, personas.stranger.get(URL).status_code] == [200, 200]


def test_the_next_minute_begins_anew(
    personas: Personas, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_CALLS_PER_MINUTE = 1
    personas.owner.get(URL)
    monkeypatch.setattr("core.rest.throttling.time.time", lambda: 12 * 3600 + WINDOW_SECONDS)
    assert personas.owner.get(URL).status_code == 200


def test_no_limit_unless_set(personas: Personas) -> None:
    assert {personas.owner.get(URL).status_code for _ in range(20)} == {200}

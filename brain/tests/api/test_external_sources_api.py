"""GET and PUT /api/brain/sources."""

from typing import Any

import pytest

from brain.api import examples
from brain.external_source_serializers import AvailableBody, SourcesBody
from brain.services.search_external import is_external_enabled
from brain.tests.api.api_calls import API, call, get, read_json, read_problem
from core.rest.tests.access_assertions import Personas, assert_guarded


def put(personas: Personas, body: Any) -> Any:
    return call(personas.owner, "PUT", "sources", body)


def test_they_are_off_until_enabled(personas: Personas, settings: Any) -> None:
    settings.BRAIN_NEWS_API_KEY = ""
    body = read_json(get(personas.owner, "sources"))
    assert body == examples.SOURCES
    assert body.keys() == SourcesBody().fields.keys()
    assert body["available"][0].keys() == AvailableBody().fields.keys()


def test_they_are_turned_on_and_off(personas: Personas) -> None:
    for enabled in (True, True, False):
        assert read_json(put(personas, {"use_external": enabled}))["use_external"] is enabled
        assert read_json(get(personas.owner, "sources"))["use_external"] is enabled
        assert is_external_enabled(personas.account) is enabled
        assert read_json(get(personas.stranger, "sources"))["use_external"] is False


def test_no_key_is_revealed(personas: Personas, settings: Any) -> None:
    settings.BRAIN_NEWS_API_KEY = "sesame-7f3a"
    response = get(personas.owner, "sources")
    assert read_json(response)["available"][1]["ready"] is True
    assert "sesame" not in response.content.decode()


@pytest.mark.parametrize(
    "body",
    [{}, {"use_external": None}, {"use_external": "true"}, {"use_external": 1}, {"external": True}],
)
def test_what_is_not_taken(personas: Personas, body: Any) -> None:
    read_problem(put(personas, body), 400, "invalid")
    assert not is_external_enabled(personas.account)


def test_parameters_are_refused(personas: Personas) -> None:
    read_problem(get(personas.owner, "sources", use_external="true"), 400, "invalid")
    read_problem(call(personas.owner, "PUT", "sources?a=1", {"use_external": True}), 400, "invalid")
    assert not is_external_enabled(personas.account)


def test_who_may(personas: Personas) -> None:
    assert_guarded(personas, "GET", f"{API}/sources", scope="brain:ask")
    assert_guarded(personas, "PUT", f"{API}/sources", scope="brain:write", body={"use_external": True})
    assert not is_external_enabled(personas.account)

"""The API's documentation: complete, valid, and served to anybody without the network."""

from typing import Any

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from rest.schema import MEDIA_TYPE, problems


@pytest.fixture(scope="module")
def schema() -> Any:
    GENERATOR_STATS.reset()
    generator: Any = SchemaGenerator
    return generator().get_schema(request=None, public=True)


def test_it_is_valid_and_nothing_was_guessed(schema: Any) -> None:
    validate: Any = validate_schema
    validate(schema)
    assert schema["openapi"].startswith("3.1")
    assert not GENERATOR_STATS


def operations(schema: Any) -> list[tuple[str, Any]]:
    return [
        (f"{method} {path}", operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if path.startswith(("/api/", "/mcp/")) and "schema" not in path
    ]


def test_every_operation_tells_what_it_does_and_how_it_fails(schema: Any) -> None:
    found = operations(schema)
    assert len(found) >= 24
    for name, operation in found:
        assert operation["summary"], name
        assert operation["security"] == [{"agentToken": []}], name
        assert {"400", "401", "403", "429", "503"} <= operation["responses"].keys(), name
        for status in ("401", "403"):
            assert "application/problem+json" in operation["responses"][status]["content"], name


def test_every_answer_has_an_example(schema: Any) -> None:
    for name, operation in operations(schema):
        answers = [operation["responses"].get(status) for status in ("200", "201")]
        contents = [answer["content"].get("application/json") for answer in answers if answer]
        if None in contents:
            continue  # a file: its description says what is in it
        assert not contents or any("examples" in content for content in contents), name


def test_a_status_names_each_of_its_codes() -> None:
    described = problems(
        (400, {"code": "one", "detail": "One."}), (400, {"code": "two", "detail": "Two."}), 409
    )
    assert [example.name for example in described[400, MEDIA_TYPE].examples] == ["one", "two"]
    assert described[409, MEDIA_TYPE].examples == []
    assert [status for status, _ in described] == [400, 401, 403, 409, 429, 503]


def test_lists_tell_how_to_page(schema: Any) -> None:
    for name, operation in operations(schema):
        for answer in operation["responses"].values():
            body = answer.get("content", {}).get("application/json", {}).get("schema", {})
            if body.get("$ref", "").startswith("#/components/schemas/Paginated"):
                told = {each["name"] for each in operation["parameters"]}
                assert {"limit", "cursor"} <= told, name


@pytest.mark.django_db
def test_it_is_served_offline(client: Client) -> None:
    assert client.get("/api/schema").status_code == 200
    page = client.get("/api/docs").content.decode()
    assert "https://" not in page.replace("https://example", "")

"""The API's documentation: complete, valid, and served to anybody without the network."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator

from core.rest.schema import MEDIA_TYPE, problems


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
    """Each with its answers in full, as those that several give are written once."""
    shared = {
        f"#/components/responses/{name}": body for name, body in schema["components"]["responses"].items()
    }

    def in_full(responses: Any) -> Any:
        return {
            status: shared[each["$ref"]] if "$ref" in each else each for status, each in responses.items()
        }

    return [
        (f"{method} {path}", operation | {"responses": in_full(operation["responses"])})
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if path.startswith(("/api/", "/mcp/")) and "schema" not in path
    ]


def test_every_operation_documents_its_purpose_and_errors(schema: Any) -> None:
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


def fields(part: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every object of a document, with its path."""
    if isinstance(part, dict):
        yield place, part
        for name, inner in part.items():
            yield from fields(inner, f"{place}/{name}")
    elif isinstance(part, list):
        for number, inner in enumerate(part):
            yield from fields(inner, f"{place}/{number}")


def test_generators_of_clients_understand_it(schema: Any) -> None:
    """Some generators leave out an array without items, others require a field with a default."""
    for place, part in fields(schema["components"]["schemas"]):
        types = [part.get("type")] if isinstance(part.get("type"), str) else part.get("type", [])
        assert "array" not in types or "items" in part, place
        assert "default" not in part or "/properties/" not in place, place
    sent = schema["components"]["schemas"]["SendStoneRequest"]
    assert sent["properties"]["max_lod"]["description"].endswith("1 unless given.")
    assert set(sent["required"]) == {"stone"}


def test_every_operation_with_a_body_says_that_it_is_json(schema: Any) -> None:
    lacking = [
        name
        for name, operation in operations(schema)
        if "requestBody" in operation and "415" not in operation["responses"]
    ]
    assert lacking == []


def test_each_operation_says_which_forms_it_refuses(schema: Any) -> None:
    found = {name: operation["responses"] for name, operation in operations(schema)}
    # A file comes to whoever asks for it, whatever is accepted.
    assert {name for name, responses in found.items() if "406" not in responses} == {
        "get /api/account/export",
        "get /api/analytics/savings.csv",
        "get /api/brain/conversations/{conversation_id}/export",
        "get /api/clipboard/export",
        "get /api/clipboard/{name}/chain.svg",
    }
    for status in ("411", "415"):
        assert [
            name
            for name, responses in found.items()
            if (status not in responses) == name.startswith(("post", "put", "patch"))
        ] == []


def test_they_refuse_as_they_say(schema: Any, db: None) -> None:
    for name, operation in operations(schema):
        method, path = name.split(" ")
        response = Client().generic(
            method.upper(), re.sub(r"\{\w+\}", "1", path), headers={"Accept": "text/nonsense"}
        )
        # Before anybody is asked for a token.
        assert response.status_code == (406 if "406" in operation["responses"] else 401), name
        assert response["Content-Type"] == MEDIA_TYPE, name


def test_only_what_streams_says_so(schema: Any) -> None:
    streams = {
        name
        for name, operation in operations(schema)
        for status in ("200", "202")
        if "text/event-stream" in operation["responses"].get(status, {}).get("content", {})
    }
    assert not {name for name in streams if name.endswith(("_id}", "/stop"))}
    assert len(streams) > 3


def test_every_operation_that_names_an_inbox_says_that_there_may_be_none(schema: Any) -> None:
    named = [
        (name, operation["responses"])
        for name, operation in operations(schema)
        if any(each["name"] == "agent" and each["in"] == "query" for each in operation.get("parameters", []))
    ]
    # Of stones it is a filter.
    assert [name for name, responses in named if "404" not in responses] == ["get /api/stones"]


def test_a_default_is_a_value_that_may_be_sent(schema: Any) -> None:
    # Generated clients send it in each call.
    parameters = [
        (name, each["name"], each["schema"])
        for name, operation in operations(schema)
        for each in operation.get("parameters", [])
        if "default" in each["schema"]
    ]
    assert parameters
    for name, parameter, values in parameters:
        assert Draft202012Validator(values).is_valid(values["default"]), (name, parameter)


def test_no_format_is_documented_where_none_is_read(schema: Any) -> None:
    named = {
        name: each["schema"]["enum"]
        for name, operation in operations(schema)
        for each in operation.get("parameters", [])
        if each["name"] == "format"
    }
    assert named == {"get /api/brain/conversations/{conversation_id}/export": ["json", "md"]}


def test_what_may_be_null_is_valid_as_null(schema: Any) -> None:
    fields = [
        (f"{name}.{field}", each["oneOf"])
        for name, component in schema["components"]["schemas"].items()
        for field, each in component.get("properties", {}).items()
        if {"type": "null"} in each.get("oneOf", [])
    ]
    assert fields
    for name, kinds in fields:
        assert kinds.count({"type": "null"}) == 1, name
        assert {} not in kinds, name


def test_what_several_operations_answer_is_written_once(schema: Any) -> None:
    answers = schema["components"]["responses"]
    texts = [str(each) for each in answers.values()]
    assert len(set(texts)) == len(texts)
    written = [
        str(each)
        for methods in schema["paths"].values()
        for operation in methods.values()
        for each in operation["responses"].values()
        if "$ref" not in each
    ]
    assert len(set(written)) == len(written)
    assert not set(written) & set(texts)
    assert answers["Throttled"]["content"][MEDIA_TYPE]["examples"]


def test_a_status_names_each_of_its_codes() -> None:
    described = problems(
        (400, {"code": "one", "detail": "One."}), (400, {"code": "two", "detail": "Two."}), 409
    )
    assert [example.name for example in described[400, MEDIA_TYPE].examples] == ["one", "two"]
    assert described[409, MEDIA_TYPE].examples == []
    assert [status for status, _ in described] == [400, 401, 403, 409, 429, 503]


def test_each_operation_has_a_tag_with_its_place(schema: Any) -> None:
    each = [operation for methods in schema["paths"].values() for operation in methods.values()]
    used = {tag for operation in each for tag in operation["tags"]}
    assert used == {tag["name"] for tag in schema["tags"]}


def test_lists_document_pagination(schema: Any) -> None:
    for name, operation in operations(schema):
        for answer in operation["responses"].values():
            body = answer.get("content", {}).get("application/json", {}).get("schema", {})
            if body.get("$ref", "").startswith("#/components/schemas/Paginated"):
                documented = {each["name"] for each in operation["parameters"]}
                assert {"limit", "cursor"} <= documented, name


@pytest.mark.django_db
def test_it_is_served_offline(client: Client) -> None:
    response = client.get("/api/schema")
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    # A third of what it was when each answer was written at each operation.
    assert 100_000 < len(response.content) < 476_000
    assert json.loads(response.content)["openapi"].startswith("3.1")
    yaml = client.get("/api/schema", headers={"Accept": "application/yaml"})
    assert yaml.content.startswith(b"openapi: 3.1")
    page = client.get("/api/docs").content.decode()
    assert "https://" not in page.replace("https://example", "")

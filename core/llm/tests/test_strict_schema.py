"""Which part of a JSON Schema is sent as a structured output, and which is put in words."""

from typing import Any

import pytest
from pydantic import BaseModel, Field

from core.llm.chat.strict_schema import is_object, strict_form

TEXT = {"type": "string"}


class Point(BaseModel):
    x: float = Field(ge=0)
    label: str


def closed(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    "schema",
    [
        closed(a=TEXT),
        closed(a={"type": ["string", "null"], "pattern": "^x"}, b={"type": "number", "minimum": 0}),
        closed(a={"type": "array", "items": closed(b=TEXT), "maxItems": 3}),
        closed(a={"anyOf": [TEXT, closed(b={"enum": ["x", None, 3]})]}),
        closed(a={"$ref": "#/$defs/a"}) | {"$defs": {"a": closed(again={"$ref": "#"})}},
        closed(a={"const": "x", "description": "always"}, b=TEXT | {"format": "date-time"}),
    ],
)
def test_what_is_strict_already_is_sent_as_it_is(schema: dict[str, Any]) -> None:
    assert strict_form(schema) == schema


def test_an_object_that_says_nothing_of_further_properties_is_closed() -> None:
    inner = {"type": "object", "properties": {"b": TEXT}, "required": ["b"]}
    schema = {"type": "object", "properties": {"a": inner}, "required": ["a"], "$schema": "x", "$id": "y"}

    assert strict_form(schema) == closed(a=closed(b=TEXT))


def test_the_schema_of_a_pydantic_class_without_defaults_is_expressed() -> None:
    strict = strict_form(Point.model_json_schema())

    assert strict is not None
    assert strict["additionalProperties"] is False
    assert strict["properties"]["x"]["minimum"] == 0


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "array", "items": TEXT},
        TEXT,
        {"anyOf": [closed(a=TEXT), closed(b=TEXT)]},
        {"$ref": "#/$defs/a", "$defs": {"a": closed(a=TEXT)}},
        {"type": ["object", "null"], "properties": {"a": TEXT}, "required": ["a"]},
        {"type": "object"},
        {"type": "object", "properties": {"a": TEXT, "b": TEXT}, "required": ["a"]},
        {"type": "object", "properties": {"a": TEXT}, "required": ["a", "b"]},
        closed(a=TEXT) | {"additionalProperties": True},
        closed(a=TEXT) | {"additionalProperties": TEXT},
        closed(a=TEXT) | {"minProperties": 1},
        closed(a=TEXT | {"minLength": 5}),
        closed(a=TEXT | {"format": "uri"}),
        closed(a={}),
        closed(a=True),
        closed(a={"type": "array"}),
        closed(a={"type": "object"}),
        closed(a={"enum": [{"b": 1}]}),
        closed(a={"oneOf": [TEXT]}),
        closed(a={"allOf": [TEXT]}),
        closed(a={"not": TEXT}),
        closed(a={"type": "string", "$defs": {}}),
    ],
)
def test_what_cannot_be_expressed_is_left_to_words(schema: dict[str, Any]) -> None:
    assert strict_form(schema) is None


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "object"}, True),
        ({"type": ["object"]}, True),
        ({"properties": {"a": TEXT}}, True),
        ({"$ref": "#/$defs/a~1b", "$defs": {"a/b": {"type": "object"}}}, True),
        ({"oneOf": [{"type": "object"}, {"properties": {}}]}, True),
        ({"$defs": {"a": {"type": "object"}}, "anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}]}, True),
        ({}, False),
        (TEXT, False),
        ({"type": ["object", "null"]}, False),
        ({"type": "array", "items": {"type": "object"}}, False),
        ({"anyOf": [{"type": "object"}, TEXT]}, False),
        ({"$ref": "#"}, False),
        ({"$ref": "#/$defs/gone"}, False),
        ({"anyOf": [True, {"type": "object"}]}, False),
    ],
)
def test_whether_an_answer_is_always_an_object(schema: dict[str, Any], expected: bool) -> None:
    assert is_object(schema) is expected


def test_references_that_branch_at_every_step_are_followed_once() -> None:
    chain = {f"d{number}": {"anyOf": [{"$ref": f"#/$defs/d{number + 1}"}] * 2} for number in range(200)}
    schema = {"$ref": "#/$defs/d0", "$defs": {**chain, "d200": {"type": "object"}}}

    assert is_object(schema)

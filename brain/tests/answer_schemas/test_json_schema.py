"""Callers' JSON Schemas: which are accepted, which are refused with place and reason, and that validation ends."""

import json
import socket
import time
from typing import Any

import pytest
from pydantic import BaseModel

from brain.answer_schemas import JsonSchema, SchemaFault
from brain.answer_schemas.json_schema import DRAFT, MAX_BYTES
from brain.answer_schemas.validate_value import TOO_MUCH
from core.text.tests.machine_speed import is_within

PERSON = {
    "$schema": DRAFT,
    "$id": "https://example.com/person",
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 2},
        "age": {"type": "integer", "minimum": 0},
        "tags": {"type": "array", "items": {"type": "string", "pattern": "^[a-z]+$"}, "uniqueItems": True},
        "boss": {"$ref": "#"},
        "kind": {"$ref": "#/$defs/a~1b%20c"},
    },
    "patternProperties": {"^x-": {"type": "number"}},
    "required": ["name"],
    "additionalProperties": False,
    "$defs": {"a/b c": {"enum": ["one", 2, None]}},
}


class Tree(BaseModel):
    name: str
    children: list["Tree"]


def faults(schema: dict[str, Any], value: object) -> tuple[str, ...]:
    return JsonSchema(schema).read(value)[1]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"name": "Ann", "age": 3, "tags": ["a"], "boss": {"name": "Bo"}, "kind": None, "x-1": 1.5}, ()),
        ({"name": "A"}, ("$.name: 'A' is too short",)),
        ({}, ("$: 'name' is a required property",)),
        ([], ("$: [] is not of type 'object'",)),
        ({"name": "Ann", "age": True}, ("$.age: True is not of type 'integer'",)),
        ({"name": "Ann", "tags": ["a", "B"]}, ("$.tags[1]: 'B' does not match '^[a-z]+$'",)),
        ({"name": "Ann", "tags": ["a", "a"]}, ("$.tags: ['a', 'a'] has non-unique elements",)),
        (
            {"name": "Ann", "boss": {"name": "Bo", "boss": {}}},
            ("$.boss.boss: 'name' is a required property",),
        ),
        ({"name": "Ann", "kind": "two"}, ("$.kind: 'two' is not one of ['one', 2, None]",)),
        ({"name": "Ann", "x-1": "a"}, ("$['x-1']: 'a' is not of type 'number'",)),
        (
            {"name": "Ann", "y": 1, "x-1": 2},
            ("$: Additional properties are not allowed ('y' was unexpected)",),
        ),
    ],
)
def test_reads_a_value_as_the_schema_says(value: object, words: tuple[str, ...]) -> None:
    assert faults(PERSON, value) == words


def test_the_schema_for_a_model_names_neither_draft_nor_id() -> None:
    assert JsonSchema(PERSON).schema == {
        name: part for name, part in PERSON.items() if not name.startswith("$") or name == "$defs"
    }
    assert "$id" in PERSON


@pytest.mark.parametrize("value", [["a"], "a", 3, 1.5, True, None])
def test_takes_shapes_that_are_no_objects(value: object) -> None:
    assert faults({"type": ["array", "string", "number", "boolean", "null"]}, value) == ()


def test_reports_the_closest_of_a_choice() -> None:
    schema = {"anyOf": [{"type": "object", "properties": {"a": {"type": "integer"}}}, {"type": "null"}]}

    assert faults(schema, {"a": "x"}) == ("$.a: 'x' is not of type 'integer'",)


def test_reports_the_first_five_shortly() -> None:
    faults_found = faults({"items": {"maxLength": 3}}, ["x" * 5_000] * 9)

    assert len(faults_found) == 5
    assert all(len(words) <= 300 and words.endswith("is too long") for words in faults_found)


def test_one_and_one_point_nought_are_the_same_and_true_is_another() -> None:
    assert faults({"uniqueItems": True}, [1, True, "1", [1], {"a": 1}]) == ()
    assert faults({"uniqueItems": True}, [{"a": 1, "b": [2]}, {"b": [2.0], "a": 1.0}]) != ()


@pytest.mark.parametrize(
    ("schema", "place", "words"),
    [
        ({"type": "strin"}, "#/type", "'strin'"),
        ({"properties": {"a": {"minimum": "x"}}}, "#/properties/a/minimum", "is not of type 'number'"),
        ({"items": [{}]}, "#/items", "is not of type"),
        ({"required": "a"}, "#/required", "is not of type 'array'"),
        ({"$defs": {"a/b~": {"type": 3}}}, "#/$defs/a~1b~0/type", "3"),
        ({"$schema": "http://json-schema.org/draft-07/schema#"}, "#/$schema", "draft 2020-12"),
        ({"$schema": 3}, "#/$schema", "draft 2020-12"),
        ({"properties": {"a": {"$schema": DRAFT}}}, "#/properties/a/$schema", "in the whole schema only"),
        ({"not": {"$id": "b"}}, "#/not/$id", "in the whole schema only"),
        ({"$ref": "http://127.0.0.1:9/a"}, "#/$ref", "nothing is fetched"),
        ({"$ref": "file:///etc/passwd"}, "#/$ref", "nothing is fetched"),
        ({"$ref": "other.json#/a"}, "#/$ref", "nothing is fetched"),
        ({"$ref": "#name"}, "#/$ref", "nothing is fetched"),
        ({"items": {"$ref": "#/$defs/gone"}}, "#/items/$ref", "no schema stands at '#/$defs/gone'"),
        ({"const": {"type": "x"}, "items": {"$ref": "#/const"}}, "#/items/$ref", "no schema stands"),
        ({"$anchor": "a"}, "#/$anchor", "not taken"),
        ({"items": {"$dynamicRef": "#a"}}, "#/items/$dynamicRef", "not taken"),
        ({"unevaluatedProperties": False}, "#/unevaluatedProperties", "additionalProperties: false"),
        ({"$ref": "#"}, "#", "refer to itself only further inside"),
        ({"anyOf": [{"not": {"$ref": "#"}}]}, "#", "refer to itself only further inside"),
        (
            {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}}},
            "#/$defs/a",
            "itself",
        ),
        ({"pattern": "(?=a)b"}, "#/pattern", "look neither ahead nor back"),
        ({"items": {"pattern": r"(a)\1"}}, "#/items/pattern", "not taken"),
        ({"patternProperties": {"[": {}}}, "#/patternProperties/[", "not taken"),
        ({"pattern": "((.{1,999}){1,9}x){1,9}"}, "#/pattern", "not taken"),
        ({"anyOf": [{"pattern": f"a{number}"} for number in range(51)]}, "#", "51 regular expressions"),
        ({"description": "x" * MAX_BYTES}, "#", "at most 20,000"),
        ({"const": float("nan")}, "#", "not JSON"),
        ({"const": {1, 2}}, "#", "not JSON"),
        ({"title": "\ud800"}, "#", "not JSON"),
    ],
)
def test_refuses_with_place_and_words(schema: dict[str, Any], place: str, words: str) -> None:
    with pytest.raises(SchemaFault) as caught:
        JsonSchema(schema)

    assert caught.value.place == place
    assert words in caught.value.words
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize("schema", [[], "string", True, None])
def test_refuses_what_is_no_object(schema: Any) -> None:
    with pytest.raises(SchemaFault, match="must be a JSON object"):
        JsonSchema(schema)


def test_takes_twenty_levels_and_no_more() -> None:
    def nested(levels: int) -> dict[str, Any]:
        schema: dict[str, Any] = {}
        for _ in range(levels - 1):
            schema = {"items": schema}
        return schema

    JsonSchema(nested(20))
    for levels in (21, 10_000):
        with pytest.raises(SchemaFault, match="nested deeper than 20"):
            JsonSchema(nested(levels))


def test_takes_twenty_thousand_bytes() -> None:
    free_bytes = MAX_BYTES - len(json.dumps({"title": ""}))

    JsonSchema({"title": "x" * free_bytes})
    with pytest.raises(SchemaFault, match="20,001 bytes"):
        JsonSchema({"title": "x" * (free_bytes - 1) + "é"})


def test_a_property_may_have_the_name_of_a_keyword() -> None:
    names = ("$ref", "$id", "$schema", "pattern", "unevaluatedItems", "allOf")
    schema = {"properties": {name: {"type": "string"} for name in names}}

    assert faults(schema, dict.fromkeys(names, "x")) == ()
    assert len(faults(schema, dict.fromkeys(names[:3], 1))) == 3


def test_a_class_that_holds_itself_is_taken() -> None:
    tree = Tree(name="a", children=[Tree(name="b", children=[])])

    assert faults(Tree.model_json_schema(), tree.model_dump()) == ()


def test_remote_references_are_not_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_socket(*args: object, **options: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", no_socket)
    with pytest.raises(SchemaFault):
        JsonSchema({"properties": {"a": {"$ref": "https://example.com/a.json"}}})


# Each of these would take a naive validator from minutes to the age of the universe.


def test_references_that_double_at_each_step_are_refused() -> None:
    chain = {f"d{number}": {"allOf": [{"$ref": f"#/$defs/d{number + 1}"}] * 2} for number in range(30)}

    with pytest.raises(SchemaFault, match="more than 500 schemas apply"):
        JsonSchema({"$ref": "#/$defs/d0", "$defs": {**chain, "d30": {}}})


def test_validation_stops_for_a_schema_that_doubles_at_each_level() -> None:
    both = {"allOf": [{"properties": {"a": {"$ref": "#"}}}, {"properties": {"a": {"$ref": "#"}}}]}
    value: dict[str, Any] = {}
    for _ in range(50):
        value = {"a": value}

    assert faults(both, value) == (f"$: {TOO_MUCH}",)
    assert faults(both, {"a": {"a": {}}}) == ()


def test_validation_stops_for_a_value_nested_too_deep() -> None:
    value: list[Any] = []
    for _ in range(5_000):
        value = [value]

    assert faults({"items": {"$ref": "#"}}, value) == (f"$: {TOO_MUCH}",)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("^(a+)+$", "a" * 20_000 + "!"),
        ("^(a|aa)+$", "a" * 20_000 + "!"),
        (r"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@)$", "a" * 20_000),
    ],
)
def test_expressions_that_explode_elsewhere_take_no_time(expression: str, text: str) -> None:
    schema = {"pattern": expression, "type": "string"}
    began = time.process_time()

    assert "does not match" in faults(schema, text)[0]
    assert faults({"patternProperties": {expression: False}, "additionalProperties": True}, {text: 1}) == ()
    assert is_within(time.process_time() - began, 5)


def test_many_items_are_compared_in_no_time() -> None:
    began = time.process_time()

    assert faults({"uniqueItems": True}, [{"a": number} for number in range(20_000)]) == ()
    assert is_within(time.process_time() - began, 5)


def test_numbers_out_of_range_are_refused_or_validated() -> None:
    assert faults({"multipleOf": 0.5}, 10**400) == (f"$: {TOO_MUCH}",)
    assert faults({"maximum": 1e308}, 10**400) != ()

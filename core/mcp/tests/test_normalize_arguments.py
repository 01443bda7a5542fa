"""Arguments that deviate from the schema: accepted if they are unambiguous."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, create_model

from core.mcp.exceptions import InvalidArguments
from core.mcp.normalize_arguments import NAME_LIST, Content, Names
from core.mcp.tool import input_schema, validate_arguments

FIELDS: dict[str, Any] = {
    "stone": (str | None, None),
    "subject": (str, ""),
    "to": (Names, ""),
    "text": (Content | None, None),
    "messages": (Annotated[list[str], NAME_LIST, Field(max_length=5)] | None, None),
    "levels": (list[str] | None, None),
    "level": (Annotated[int | None, Field(ge=0)], None),
    "limit": (Annotated[int, Field(ge=1, le=50)], 15),
    "priority": (Literal["low", "needs_me"], "low"),
    "archive": (bool, False),
}
MODEL = create_model("every", **FIELDS)


@pytest.mark.parametrize(
    ("arguments", "taken"),
    [
        ({"to": ["bert"]}, {"to": "bert"}),
        ({"to": ["bert", "mira@ann"]}, {"to": "bert, mira@ann"}),
        ({"to": '["bert", "mira"]'}, {"to": "bert, mira"}),
        ({"messages": "#1"}, {"messages": ["#1"]}),
        ({"messages": 1}, {"messages": ["1"]}),
        ({"messages": [1, "#2"]}, {"messages": ["1", "#2"]}),
        ({"messages": "#1, #2"}, {"messages": ["#1", "#2"]}),
        ({"messages": "#1 #2\n3"}, {"messages": ["#1", "#2", "3"]}),
        ({"messages": '["#1", 2]'}, {"messages": ["#1", "2"]}),
        ({"messages": ["#1, #2"]}, {"messages": ["#1, #2"]}),
        ({"stone": ["f7a3b2c1"]}, {"stone": "f7a3b2c1"}),
        ({"stone": 12345678}, {"stone": "12345678"}),
        ({"subject": 42}, {"subject": "42"}),
        ({"text": 7.5}, {"text": "7.5"}),
        ({"text": {"port": "für 7"}}, {"text": '{"port": "für 7"}'}),
        ({"text": ["a", "b"]}, {"text": '["a", "b"]'}),
        ({"text": '["a"]'}, {"text": '["a"]'}),
        ({"levels": "One, and two."}, {"levels": ["One, and two."]}),
        ({"levels": {"0": "One.", "1": "Two."}}, {"levels": ["One.", "Two."]}),
        ({"levels": '["One.", "Two."]'}, {"levels": ["One.", "Two."]}),
        ({"level": "LOD-2"}, {"level": 2}),
        ({"level": "lod1"}, {"level": 1}),
        ({"level": "#3"}, {"level": 3}),
        ({"level": [2]}, {"level": 2}),
        ({"level": 2.0}, {"level": 2}),
        ({"limit": "20"}, {"limit": 20}),
        ({"priority": "Needs-Me"}, {"priority": "needs_me"}),
        ({"priority": ["LOW"]}, {"priority": "low"}),
        ({"archive": "true"}, {"archive": True}),
        ({"archive": ["yes"]}, {"archive": True}),
        (
            {
                "stone": "",
                "text": "",
                "level": "",
                "levels": None,
                "limit": None,
                "to": None,
                "archive": None,
            },
            {},
        ),
    ],
    ids=str,
)
def test_what_can_mean_one_thing_is_taken(arguments: dict[str, Any], taken: dict[str, Any]) -> None:
    assert validate_arguments("every", MODEL, arguments) == taken


@pytest.mark.parametrize(
    "arguments",
    [
        {"stone": ["a", "b"]},
        {"stone": {"hash": "a"}},
        {"stone": True},
        {"subject": [[]]},
        {"to": [{"name": "bert"}]},
        {"to": {"name": "bert"}},
        {"messages": [["#1"]]},
        {"messages": {"a": "#1"}},
        {"messages": True},
        {"messages": "#1 #2 #3 #4 #5 #6"},
        {"levels": {"0": "One.", "2": "Three."}},
        {"level": "two"},
        {"level": -1},
        {"level": [1, 2]},
        {"limit": 51},
        {"priority": "middle"},
        {"archive": "perhaps"},
    ],
    ids=str,
)
def test_what_can_mean_two_things_is_refused_by_name(arguments: dict[str, Any]) -> None:
    [name] = arguments
    with pytest.raises(InvalidArguments, match=f"every: {name}") as raised:
        validate_arguments("every", MODEL, arguments)
    assert "Arguments: stone, subject, to, " in raised.value.message


def test_a_required_argument_cannot_be_null() -> None:
    model = create_model("one", query=(str, ...))
    for arguments in ({}, {"query": None}):
        with pytest.raises(InvalidArguments, match="query"):
            validate_arguments("one", model, arguments)
    assert validate_arguments("one", model, {"query": ""}) == {"query": ""}


def test_the_schema_stays_the_strict_one() -> None:
    properties = input_schema(MODEL)["properties"]
    assert properties["to"] == {"type": "string"}
    assert properties["text"] == {"type": "string"}
    assert properties["messages"] == {"type": "array", "items": {"type": "string"}, "maxItems": 5}

"""Declaring a tool: the signature is the schema; mistakes are reported clearly."""

from typing import Annotated, Literal

import pytest
from pydantic import Field

from core.mcp.caller import Caller
from core.mcp.exceptions import InvalidArguments, MissingToolScope
from core.mcp.tool import tool
from core.mcp.tool_output import Output, ToolAnswer, Untrusted

CALLER = Caller(account=None, agent=None, scopes=frozenset({"stones:read"}))  # type: ignore[arg-type]  # not looked at


class Part(Output):
    """Some of it."""

    sender: str = Field(alias="from")
    note: str | None = None


class Weight(Untrusted):
    unit: str
    parts: list[Part] | None = None


@tool("stones:read", title="Weigh", output=Weight, reads_only=True)
def weigh(
    caller: Caller,
    stone: Annotated[str, Field(description="its hash")],
    unit: Literal["token", "byte"] = "token",
    limit: Annotated[int, Field(ge=1, le=9)] = 3,
    note: str | None = None,
    tags: list[str] | None = None,
    exact: bool = False,
) -> ToolAnswer:
    """Weigh a stone."""
    return ToolAnswer(f"{stone} {unit} {limit} {note} {tags} {exact}", Weight(unit=unit))


def test_the_schema_is_minimal() -> None:
    listed = weigh.listed().model_dump(by_alias=True, exclude_none=True)
    assert listed == {
        "name": "weigh",
        "title": "Weigh",
        "description": "Weigh a stone.",
        "inputSchema": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "stone": {"type": "string", "description": "its hash"},
                "unit": {"type": "string", "enum": ["token", "byte"], "default": "token"},
                "limit": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3},
                "note": {"type": "string"},
                "tags": {"type": "array", "items": {"type": "string"}},
                "exact": {"type": "boolean"},
            },
            "required": ["stone"],
        },
        "outputSchema": {
            "type": "object",
            "properties": {
                "untrusted": {"type": "array", "items": {"type": "string"}},
                "unit": {"type": "string"},
                "parts": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"from": {"type": "string"}, "note": {"type": "string"}},
                        "required": ["from"],
                    },
                },
            },
            "required": ["unit"],
        },
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    }


def test_it_is_called_with_the_arguments() -> None:
    assert weigh.call(CALLER, {"stone": "f7a3"}).text == "f7a3 token 3 None None False"
    arguments = {"stone": "f7a3", "note": None, "limit": "9"}
    assert weigh.call(CALLER, arguments).text == "f7a3 token 9 None None False"


def test_fields_that_are_not_there_are_left_out() -> None:
    part = Part.model_validate({"from": "koda"})
    assert Weight(unit="byte", parts=[part]).fields() == {
        "untrusted": ["text"],
        "unit": "byte",
        "parts": [{"from": "koda"}],
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "stone: Field required"),
        ({"stone": "a", "colour": 1}, "'colour' is not known"),
        ({"stone": "a", "limit": 10}, "limit: Input should be less than or equal to 9"),
        ({"stone": "a", "unit": "stone"}, "unit: Input should be 'token' or 'byte'"),
        ({"stone": True}, "stone: Input should be a valid string"),
    ],
)
def test_a_wrong_argument_is_named_with_those_there_are(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidArguments) as raised:
        weigh.call(CALLER, arguments)
    assert said in raised.value.message
    assert raised.value.message.endswith("Arguments: stone, unit, limit, note, tags, exact.")


def test_what_was_wrong_is_not_repeated() -> None:
    with pytest.raises(InvalidArguments) as raised:
        weigh.call(CALLER, {"stone": ["qas_secret", "qas_other"]})
    assert "secret" not in raised.value.message


def test_a_missing_scope_is_reported_before_invalid_arguments() -> None:
    nobody = Caller(account=None, agent=None, scopes=frozenset({"kb:read"}))  # type: ignore[arg-type]
    with pytest.raises(MissingToolScope, match="'stones:read'"):
        weigh.call(nobody, {})


def test_none_is_declared_without_a_scope_or_a_description() -> None:
    def silent(caller: Caller) -> ToolAnswer:
        return ToolAnswer("", Weight(unit=""))

    def said(caller: Caller) -> ToolAnswer:
        """Say."""
        return ToolAnswer("", Weight(unit=""))

    with pytest.raises(TypeError, match="silent must name its scope"):
        tool("stones:read", title="Silent", output=Weight)(silent)
    with pytest.raises(TypeError, match="said must name its scope"):
        tool(title="Said", output=Weight)(said)

"""The shape of an answer: a pydantic class of ours, or a JSON Schema from outside."""

import json
from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from pydantic import ValidationError

from core.llm.chat.chat_model import Value
from core.llm.chat.json_text import NotJSON, is_storable, json_in, object_part
from core.llm.chat.strict_schema import is_object, strict_form

Result_co = TypeVar("Result_co", covariant=True)

_REASONS_SHOWN = 3


class ShapeMismatch(Exception):
    """Why a reply is no such value, without quoting the model."""


class Shape(Protocol[Result_co]):
    @property
    def ours(self) -> bool:
        """True: if a server rejects this shape, it rejects all. A rejected foreign shape says nothing about others."""
        ...

    @property
    def response_format(self) -> Any:
        """For the SDK's structured outputs; None if they cannot express this shape."""
        ...

    @property
    def is_object(self) -> bool:
        """JSON mode produces objects only."""
        ...

    @property
    def schema_text(self) -> str: ...

    @property
    def draft_field(self) -> str:
        """The name, in JSON, of the field whose text is shown while it is written; empty if there is none."""
        ...

    def read(self, content: str) -> Result_co:
        """Raises ShapeMismatch."""
        ...


class PydanticShape(Generic[Value]):
    ours = True
    is_object = True

    def __init__(self, schema: type[Value]) -> None:
        self.response_format = schema
        self._schema = schema

    @property
    def schema_text(self) -> str:
        return json.dumps(self._schema.model_json_schema(), ensure_ascii=False)

    @property
    def draft_field(self) -> str:
        fields = self._schema.model_fields.items()
        return next((field.alias or name for name, field in fields if field.annotation is str), "")

    def read(self, content: str) -> Value:
        if not (text := object_part(content)):
            raise ShapeMismatch("it holds no JSON")
        try:
            value = self._schema.model_validate_json(text)
        except ValidationError as error:
            reason = _reason(error)
        else:
            if is_storable(value.model_dump()):
                return value
            reason = "it holds a NUL character"
        # Outside the handler: pydantic's exception quotes the model.
        raise ShapeMismatch(reason)


class JSONSchemaShape:
    """Any JSON value is accepted: the schema's owner validates."""

    ours = False
    draft_field = ""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = schema
        self.is_object = is_object(schema)
        strict = strict_form(schema)
        self.response_format = strict and {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": strict, "strict": True},
        }

    @property
    def schema_text(self) -> str:
        return json.dumps(self._schema, ensure_ascii=False)

    def read(self, content: str) -> Any:
        try:
            value = json_in(content)
        except NotJSON as error:
            raise ShapeMismatch(str(error)) from None
        if not is_storable(value):
            raise ShapeMismatch(
                "it holds a NUL character, half a character or a number that JSON does not have"
            )
        return value


def _reason(error: ValidationError) -> str:
    faults = error.errors(include_url=False, include_context=False, include_input=False)[:_REASONS_SHOWN]
    parts = [f"{'.'.join(map(str, fault['loc'])) or 'the whole'}: {fault['type']}" for fault in faults]
    return "; ".join(parts)[:200]

"""Request fields that accept their own JSON type only.

DRF's own convert 5 into "5" and "yes" into True: then a caller's mistake would be stored.
"""

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.settings import api_settings
from rest_framework.utils.serializer_helpers import BindingDict

MOST_REPEATED = 80
"""Characters of an unknown value that its refusal repeats."""


def none_of(names: str) -> str:
    """The refusal of a value that is none of these names, to be formatted with it as `input`."""
    escaped = names.replace("{", "{{").replace("}", "}}")
    return f'"{{input!s:.{MOST_REPEATED}}}" is none of: {escaped}.'


@extend_schema_field({"type": "string"})
class StrictTextField(serializers.Field[Any, Any, Any, Any]):
    """Any text, as it is: nothing trimmed, its rules are those of the service."""

    default_error_messages = {"invalid": "Must be a text."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data

    def to_representation(self, value: str) -> str:
        return value


class StrictIntegerField(serializers.IntegerField):
    """A JSON integer."""

    default_error_messages = {"invalid": "Must be a whole number."}

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return data


class StrictBooleanField(serializers.BooleanField):
    """true or false."""

    default_error_messages = {"invalid": "Must be true or false."}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


@extend_schema_field({"type": "string"})
class IgnoredField(serializers.Field[Any, Any, Any, Any]):
    """What other clients send though it is the server's to say: taken in, whatever it is, and not looked at."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, write_only=True, **kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        raise serializers.SkipField


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses names and choices that it does not know, and says which there are: a misspelt one would be ignored."""

    @cached_property
    def fields(self) -> BindingDict:
        """Those of the class: DRF copies them for each request, which takes longer than to check it."""
        return _fields_of(type(self))

    def get_fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = super().get_fields()
        for field in fields.values():
            if isinstance(field, serializers.ChoiceField):
                field.error_messages["invalid_choice"] = none_of(", ".join(map(str, field.choices)))
        return fields

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            refuse_unknown(data, self.fields)
        return super().to_internal_value(data)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Of what is no object it says what is expected, once for all its fields."""
        if isinstance(data, Mapping) or data is serializers.empty or (data is None and self.allow_null):
            return super().run_validation(data)
        names = ", ".join(_settable(self.fields))
        message = f"A JSON object is expected{f', with: {names}' if names else ''}."
        raise ValidationError({api_settings.NON_FIELD_ERRORS_KEY: [message]}, code="invalid")


@cache
def _fields_of(serializer: type[StrictSerializer]) -> BindingDict:
    """Bound to an instance that has nothing of any request. No field keeps what it checks."""
    return super(StrictSerializer, serializer()).fields


def _settable(fields: Mapping[str, object]) -> list[str]:
    return [name for name, field in fields.items() if not isinstance(field, IgnoredField)]


def refuse_unknown(data_names: Mapping[str, object], allowed: Mapping[str, object]) -> None:
    """Raises ValidationError naming the unknown fields or query parameters."""
    if unknown := [name for name in data_names if name not in allowed]:
        names = _settable(allowed)
        message = f"Unknown. There are: {', '.join(names)}." if names else "Unknown: there are none here."
        needed = [name for name in names if getattr(allowed[name], "required", False)]
        if missing := [name for name in needed if name not in data_names]:
            message += f" Needed: {', '.join(missing)}."
        raise ValidationError({name[:60]: [message] for name in unknown[:5]}, code="unknown")


@extend_schema_field({"type": "object", "additionalProperties": True})
class JsonObject(serializers.Field[Any, Any, Any, Any]):
    """A JSON object, as it was parsed; its rules are those of the service."""

    default_error_messages = {"invalid": "Must be an object."}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        return data

    def to_representation(self, value: dict[str, Any]) -> dict[str, Any]:
        return value

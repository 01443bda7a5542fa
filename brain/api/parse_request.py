"""Request parsing that the brain's operations share."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from core.rest.request_data import parse_body, refuse_parameters
from core.rest.strict_fields import StrictSerializer


def validate_body(request: Request, serializer_class: type[StrictSerializer]) -> dict[str, Any]:
    """The fields of the body of an operation without parameters. Raises ValidationError."""
    refuse_parameters(request)
    return dict(parse_body(request, serializer_class).validated_data)


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

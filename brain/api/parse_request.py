"""Request parsing that the brain's operations share."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from core.rest.strict_fields import StrictSerializer


class EmptyBrainQuery(StrictSerializer):
    """No query parameter is known here."""


def refuse_parameters(request: Request) -> None:
    """Raises ValidationError when the address has query parameters."""
    EmptyBrainQuery(data=request.query_params.dict()).is_valid(raise_exception=True)


def validate_body(request: Request, serializer_class: type[StrictSerializer]) -> dict[str, Any]:
    """The validated body of an operation without query parameters. Raises ValidationError."""
    refuse_parameters(request)
    serializer = serializer_class(data=request.data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


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

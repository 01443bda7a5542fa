"""Request parsing that the brain's operations share."""

from typing import Any

from rest_framework.request import Request

from core.rest.request_data import parse_body, refuse_parameters
from core.rest.strict_fields import StrictSerializer


def validate_body(request: Request, serializer_class: type[StrictSerializer]) -> dict[str, Any]:
    """The fields of the body of an operation without parameters. Raises ValidationError."""
    refuse_parameters(request)
    return dict(parse_body(request, serializer_class).validated_data)

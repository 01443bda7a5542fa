"""What a request says, checked. Each function raises ValidationError."""

from typing import Any, TypeVar

from rest_framework import serializers
from rest_framework.request import Request

from core.rest.strict_fields import StrictSerializer

_Checked = TypeVar("_Checked", bound=serializers.Serializer[Any])


def parse_query(request: Request, serializer_class: type[_Checked]) -> _Checked:
    """The query parameters; of one that is given twice, the last."""
    return _checked(serializer_class(data=request.query_params.dict()))


def parse_body(request: Request, serializer_class: type[_Checked]) -> _Checked:
    return _checked(serializer_class(data=request.data))


def refuse_parameters(request: Request) -> None:
    """For an operation whose address has no parameters."""
    if request.query_params:
        parse_query(request, StrictSerializer)


def refuse_fields(request: Request) -> None:
    """For an operation whose body says nothing: none, or an object without fields."""
    parse_body(request, StrictSerializer)


def _checked(serializer: _Checked) -> _Checked:
    serializer.is_valid(raise_exception=True)
    return serializer

"""Errors, lists and files in the API's documentation."""

from http import HTTPStatus
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework import serializers

from core.rest.problems import problem

MEDIA_TYPE = "application/problem+json"


class Schema(AutoSchema):
    """Recognises a list by its 200 response: drf-spectacular takes the first one, a problem's."""

    def _is_list_view(self, serializer: Any = None) -> bool:
        responses: Any = self.get_response_serializers() if serializer is None else serializer
        if isinstance(responses, dict):
            responses = {status: each for status, each in responses.items() if not isinstance(status, tuple)}
        return bool(super()._is_list_view(responses))


def file_response(media_type: str) -> dict[tuple[int, str], OpenApiTypes]:
    """A file as the response, for `extend_schema(responses=…)`.

    Client generators that know neither images nor JSON lines fall back to bytes.
    """
    return {(200, media_type): OpenApiTypes.STR, (200, "application/octet-stream"): OpenApiTypes.BINARY}


class FieldError(serializers.Serializer[Any]):
    field = serializers.CharField(allow_null=True)
    code = serializers.CharField()
    detail = serializers.CharField()


class Problem(serializers.Serializer[Any]):
    """RFC 9457. `code` never changes once released; `detail` says what to do."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    request_id = serializers.CharField(required=False)
    errors = FieldError(many=True, required=False)  # type: ignore[assignment]  # DRF takes fields out of the class


REQUEST_ID = "5f3c1c5e-3b0e-4e0a-9d59-1d0f2a8f2b11"
UNAUTHENTICATED = {"code": "authentication_failed", "detail": "The token is unknown, expired or revoked."}
MISSING_SCOPE = {"code": "permission_denied", "detail": "This token lacks the scope 'stones:read'."}
THROTTLED = {"code": "throttled", "detail": "Request was throttled. Expected available in 12 seconds."}
UNAVAILABLE = {"code": "database_unavailable", "detail": "The database does not answer. Try again shortly."}
ALWAYS: dict[int, dict[str, Any]] = {
    401: UNAUTHENTICATED,
    403: MISSING_SCOPE,
    429: THROTTLED,
    503: UNAVAILABLE,
}


def problems(*own: int | tuple[int, dict[str, Any]]) -> dict[tuple[int, str], OpenApiResponse]:
    """The problems of an operation for `extend_schema(responses=…)`: its own, and those that any operation may
    return.

    Each is a status, or a status with the body of an example; a status with several codes is repeated.
    """
    bodies: dict[int, list[dict[str, Any]]] = {}
    for item in own:
        status, *examples = item if isinstance(item, tuple) else (item,)
        bodies.setdefault(status, []).extend(examples)
    always = {status: [body] for status, body in ALWAYS.items()}
    return {
        (status, MEDIA_TYPE): _response(status, each) for status, each in sorted((always | bodies).items())
    }


def _response(status: int, bodies: list[dict[str, Any]]) -> OpenApiResponse:
    return OpenApiResponse(
        Problem,
        HTTPStatus(status).phrase,
        [
            OpenApiExample(
                str(body["code"]),
                problem(status, **body) | {"request_id": REQUEST_ID},
                response_only=True,
                status_codes=[str(status)],
            )
            for body in bodies
        ],
    )

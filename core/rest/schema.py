"""Errors, lists and files in the API's documentation."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import Direction, OpenApiExample, OpenApiResponse
from rest_framework import serializers

from core.rest.negotiation import IgnoreAcceptHeader
from core.rest.problems import ADVICE, problem

MEDIA_TYPE = "application/problem+json"


class Schema(AutoSchema):
    """Recognises a list by its 200 response: drf-spectacular takes the first one, a problem's.

    What the framework refuses before a view is asked is documented here, for each operation that can refuse it.
    """

    def _is_list_view(self, serializer: Any = None) -> bool:
        responses: Any = self.get_response_serializers() if serializer is None else serializer
        if isinstance(responses, dict):
            responses = {status: each for status, each in responses.items() if not isinstance(status, tuple)}
        return bool(super()._is_list_view(responses))

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        describe: Any = self._get_response_for_code
        for (status, media_type), response in problems(*self._refused_forms()).items():
            # Those without the common problems are no operations of the API.
            if "401" in bodies and str(status) not in bodies:
                bodies[str(status)] = describe(response, str(status), [media_type], direction)
        return bodies

    def _refused_forms(self) -> Iterator[tuple[int, dict[str, Any]]]:
        if not issubclass(self.view.content_negotiation_class, IgnoreAcceptHeader):
            yield 406, NOT_ACCEPTABLE
        if self.method in ("POST", "PUT", "PATCH"):
            yield 411, LENGTH_REQUIRED
            yield 415, UNSUPPORTED


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
MISSING_SCOPE = {"code": "missing_scope", "detail": "This token lacks the scope 'stones:read'."}
THROTTLED = {"code": "throttled", "detail": "This agent may make 600 calls a minute. Wait 12 seconds."}
UNAVAILABLE = {"code": "database_unavailable", "detail": "The database does not answer. Try again shortly."}
NOT_ACCEPTABLE = {
    "code": "not_acceptable",
    "detail": f"Could not satisfy the request Accept header. {ADVICE['not_acceptable']}",
}
LENGTH_REQUIRED = {
    "code": "length_required",
    "detail": "Send the body with a Content-Length, not in chunks. Nothing was read.",
}
UNSUPPORTED = {
    "code": "unsupported_media_type",
    "detail": f'Unsupported media type "text/plain" in request. {ADVICE["unsupported_media_type"]}',
}
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

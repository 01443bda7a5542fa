"""Pages by key, newest first: a page costs the same wherever it stands, and rows that come meanwhile move none."""

import base64
import binascii
import re
from typing import Any

from django.db.models import Model, QuerySet
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

_KEY = re.compile(r"[0-9A-Z]{1,26}")


class InvalidCursor(APIException):
    status_code = 400
    default_code = "invalid_cursor"
    default_detail = "The cursor is not one that this list gave out. Begin again without it."


def encode_cursor(key: str) -> str:
    """An opaque cursor for the rows after this primary key (a number or a ULID)."""
    return base64.urlsafe_b64encode(f"v1:{key}".encode()).decode().rstrip("=")


def decode_cursor(cursor: str) -> str:
    """The primary key that a cursor stands for. Raises InvalidCursor."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        version, _, key = base64.b64decode(padded, b"-_", validate=True).decode().partition(":")
    except (binascii.Error, ValueError) as error:
        raise InvalidCursor from error
    # The encoding back, too: base64 has several spellings of one value.
    if version != "v1" or not _KEY.fullmatch(key) or encode_cursor(key) != cursor:
        raise InvalidCursor
    return key


def _before(rows: QuerySet[Model], key: str) -> QuerySet[Model]:
    try:
        return rows.filter(pk__lt=key)
    except ValueError as error:  # another list's key, where this one's are numbers
        raise InvalidCursor from error


class KeysetPagination(BasePagination):
    """`?limit=` and `?cursor=` → {items, next_cursor}. The queryset's primary key grows with time."""

    default_limit = 50
    max_limit = 100
    parameters = ("limit", "cursor")

    def paginate_queryset(  # type: ignore[override]  # DRF's stub takes one row type for all
        self, queryset: QuerySet[Model], request: Request, view: APIView | None = None
    ) -> list[Model]:
        limit = self._limit(request)
        rows = queryset.order_by("-pk")
        if cursor := request.query_params.get("cursor"):
            rows = _before(rows, decode_cursor(cursor))
        found = list(rows[: limit + 1])
        self.next_cursor = encode_cursor(str(found[limit - 1].pk)) if len(found) > limit else None
        return found[:limit]

    def _limit(self, request: Request) -> int:
        text = request.query_params.get("limit", str(self.default_limit))
        if not re.fullmatch(r"[0-9]{1,4}", text) or not 1 <= int(text) <= self.max_limit:
            raise ValidationError({"limit": [f"Must be a whole number from 1 to {self.max_limit}."]})
        return int(text)

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"items": data, "next_cursor": self.next_cursor})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        cursor = {
            "type": ["string", "null"],
            "description": "Of the next page; null on the last one.",
            "example": encode_cursor("01KF7S9Y3M5D8R2E6T4W1Q0ZXC"),
        }
        return {
            "type": "object",
            "required": ["items", "next_cursor"],
            "properties": {"items": schema, "next_cursor": cursor},
        }

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        limit = {"type": "integer", "minimum": 1, "maximum": self.max_limit, "default": self.default_limit}
        return [
            {"name": "limit", "in": "query", "schema": limit, "description": "Rows of one page."},
            {
                "name": "cursor",
                "in": "query",
                "schema": {"type": "string"},
                "description": "next_cursor of the page before.",
            },
        ]

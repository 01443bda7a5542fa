"""Keyset pagination, newest first: each page costs the same, and rows added meanwhile shift nothing."""

import base64
import binascii
import re
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Model, Q, QuerySet
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

_KEY = re.compile(r"-?[0-9A-Z]{1,26}(\.[0-9A-Z]{1,26})?")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class InvalidCursor(APIException):
    status_code = 400
    default_code = "invalid_cursor"
    default_detail = "The cursor is not one that this list gave out. Begin again without it."


def encode_cursor(key: str) -> str:
    """An opaque cursor for the rows after this key: a primary key (a number or a ULID), or `number.primary key`."""
    return base64.urlsafe_b64encode(f"v1:{key}".encode()).decode().rstrip("=")


def decode_cursor(cursor: str) -> str:
    """The key in a cursor. Raises InvalidCursor."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        version, _, key = base64.b64decode(padded, b"-_", validate=True).decode().partition(":")
    except (binascii.Error, ValueError) as error:
        raise InvalidCursor from error
    # Compared by re-encoding: base64 has several spellings of one value.
    if version != "v1" or not _KEY.fullmatch(key) or encode_cursor(key) != cursor:
        raise InvalidCursor
    return key


class KeysetPagination(BasePagination):
    """`?limit=` and `?cursor=` → {items, next_cursor}. The queryset's primary key grows with time."""

    default_limit = 50
    max_limit = 100
    parameters = ("limit", "cursor")

    def paginate_queryset(  # type: ignore[override]  # DRF's stub takes one row type for all
        self, queryset: QuerySet[Model], request: Request, view: APIView | None = None
    ) -> list[Model]:
        limit = self.limit_of(request)
        rows = self.ordered(queryset)
        if cursor := request.query_params.get("cursor"):
            try:
                rows = self.after(rows, decode_cursor(cursor))
            except (ValueError, OverflowError) as error:  # another list's key
                raise InvalidCursor from error
        found = list(rows[: limit + 1])
        self.next_cursor = encode_cursor(self.key_of(found[limit - 1])) if len(found) > limit else None
        return found[:limit]

    def ordered(self, rows: QuerySet[Model]) -> QuerySet[Model]:
        return rows.order_by("-pk")

    def after(self, rows: QuerySet[Model], key: str) -> QuerySet[Model]:
        """The rows after the one of this key. Raises ValueError for a key of another list."""
        if not key.isalnum():
            raise ValueError(key)
        return rows.filter(pk__lt=key)

    def key_of(self, row: Model) -> str:
        return str(row.pk)

    def limit_of(self, request: Request) -> int:
        """The requested number of rows. Raises ValidationError."""
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


class LatestPagination(KeysetPagination):
    """Latest first, for a time that does not grow with the primary key, and for rows that may move."""

    time = "updated"

    def ordered(self, rows: QuerySet[Model]) -> QuerySet[Model]:
        return rows.order_by(f"-{self.time}", "-pk")

    def after(self, rows: QuerySet[Model], key: str) -> QuerySet[Model]:
        number, point, pk = key.partition(".")
        if not point:
            raise ValueError(key)
        at = _EPOCH + int(number) * _MICROSECOND
        # The first condition is implied by the second; but an index can use it.
        return rows.filter(
            Q(**{f"{self.time}__lte": at}), Q(**{f"{self.time}__lt": at}) | Q(**{self.time: at, "pk__lt": pk})
        )

    def key_of(self, row: Model) -> str:
        return f"{(getattr(row, self.time) - _EPOCH) // _MICROSECOND}.{row.pk}"


class OrdinalPagination(KeysetPagination):
    """In ascending order of a number in each row."""

    number = "ordinal"

    def ordered(self, rows: QuerySet[Model]) -> QuerySet[Model]:
        return rows.order_by(self.number)

    def after(self, rows: QuerySet[Model], key: str) -> QuerySet[Model]:
        return rows.filter(**{f"{self.number}__gt": int(key)})

    def key_of(self, row: Model) -> str:
        return str(getattr(row, self.number))

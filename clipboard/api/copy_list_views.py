"""/api/clipboard/: copies listed, searched, recorded, exported."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from audit.services import record
from clipboard.api import examples
from clipboard.api.copy_requests import CopyListQuery, RecordRequest, may_read_stones
from clipboard.api.copy_serializers import CopyRow, RecordedCopy, serialize_copy_row, serialize_recorded_copy
from clipboard.models import CaptureMethod, ClipboardEntry
from clipboard.queries.find_copies import copies_of, search_copies
from clipboard.serialize_copies import serialize_copies
from clipboard.services import record_copy
from core.rest.idempotency import KEY_REUSED, idempotent
from core.rest.negotiation import IgnoreAcceptHeader
from core.rest.pagination import KeysetPagination
from core.rest.request_data import parse_body, refuse_parameters
from core.rest.schema import file_response, problems
from core.rest.scopes import MissingScope
from core.rest.strict_fields import refuse_unknown
from core.rest.views import RestView
from stones.examples import INVALID_CURSOR, TOO_LARGE
from stones.services.sender_words import read_words

JSON_LINES = "application/jsonl"


class CopiesView(RestView, GenericAPIView[ClipboardEntry]):
    required_scopes = {"GET": "clipboard:read", "POST": "clipboard:write"}
    queryset = ClipboardEntry.objects.none()  # for the documentation; `get` knows the account
    serializer_class = CopyRow
    pagination_class = KeysetPagination
    filter_backends = ()

    @extend_schema(
        operation_id="list_copies",
        tags=["clipboard"],
        summary="List and search what was copied",
        description="Newest first, without texts. `provenance` says what each was copied from.",
        parameters=[CopyListQuery],
        responses={200: CopyRow(many=True)} | problems((400, INVALID_CURSOR), (400, examples.INVALID)),
        examples=[OpenApiExample("A copy", examples.ROW, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        query = request.query_params.dict()
        refuse_unknown(query, dict.fromkeys([*CopyListQuery().fields, *KeysetPagination.parameters]))
        paging = KeysetPagination.parameters
        found = _filter_copies(self, {name: value for name, value in query.items() if name not in paging})
        return self.get_paginated_response(
            [serialize_copy_row(entry) for entry in self.paginate_queryset(found) or ()]
        )

    @extend_schema(
        operation_id="record_copy",
        tags=["clipboard"],
        summary="Record a copy",
        description="The same text as the newest copy's is that copy (200); an older one's is a new copy that "
        "repeats it. What looks like a secret is refused, and nothing is recorded while the clipboard is paused. A "
        "copy of which no stone can be made is recorded all the same, and `no_stone` says why.",
        request=RecordRequest,
        responses={201: RecordedCopy, 200: RecordedCopy}
        | problems(
            (400, examples.EMPTY),
            (404, examples.NOT_FOUND),
            (409, examples.PAUSED),
            (413, TOO_LARGE),
            415,
            (422, examples.SECRET),
            (422, KEY_REUSED),
        ),
        examples=[
            OpenApiExample("A text", examples.REQUEST, request_only=True),
            OpenApiExample("As a stone", examples.STONE_REQUEST, request_only=True),
            OpenApiExample("Recorded", examples.RECORDED, response_only=True, status_codes=["201"]),
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        refuse_parameters(request)
        sent = parse_body(request, RecordRequest)
        if sent.validated_data["as_stone"]:
            _require(request, "stones:write")
        copy_fields = {name: sent.validated_data[name] for name in ("content", "source_app", "as_stone")}
        copied = record_copy(
            account=self.account,
            capture_method=CaptureMethod.REST,
            source_agent=self.agent_name,
            words=read_words(**sent.words()),
            **copy_fields,
        )
        place = reverse("clipboard-api:copy", kwargs={"name": copied.entry.pk})
        body = serialize_recorded_copy(
            copied.entry,
            copied.stone,
            may_read=may_read_stones(request),
            no_stone=copied.no_stone,
            left_out=copied.left_out,
        )
        return Response(body, status=201 if copied.is_new else 200, headers={"Location": place})


class CopiesExportView(RestView):
    required_scopes = {"GET": "clipboard:read"}
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(
        operation_id="export_copies",
        tags=["clipboard"],
        summary="Export what was copied",
        description="All of it, or what the filters leave, newest first, with the texts: one JSON object a line.",
        parameters=[CopyListQuery],
        responses=file_response(JSON_LINES) | problems((400, examples.INVALID)),
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        query = request.query_params.dict()
        refuse_unknown(query, CopyListQuery().fields)
        record("export", "clipboard", account=self.account.pk)
        lines = serialize_copies(_filter_copies(self, query).order_by("-pk"))
        response = StreamingHttpResponse(lines, content_type=f"{JSON_LINES}; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="clipboard.jsonl"'
        return response


def _filter_copies(view: RestView, query: Mapping[str, str]) -> QuerySet[ClipboardEntry]:
    """The account's copies that the query asks for. Raises ValidationError."""
    list_query = CopyListQuery(data=query)
    list_query.is_valid(raise_exception=True)
    filters: dict[str, Any] = list_query.validated_data
    copies = copies_of(view.account)
    if "app" in filters:
        copies = copies.filter(source_app=filters["app"])
    if "pinned" in filters:
        copies = copies.filter(is_pinned=filters["pinned"] == "true")
    return search_copies(view.account, copies, filters["q"]) if "q" in filters else copies


def _require(request: Request, scope: str) -> None:
    if scope not in getattr(request.auth, "scopes", ()):
        raise MissingScope(scope)

"""/api/clipboard/: copies listed, searched, recorded, exported."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.generics import GenericAPIView
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from audit.services import record
from rest.fields import refuse_unknown
from rest.idempotency import REUSED, idempotent
from rest.pagination import KeysetPagination
from rest.schema import file_answer, problems
from rest.scopes import lacks
from rest.views import RestView
from stones.api.clipboard import examples
from stones.api.clipboard.answers import CopyRow, RecordedCopy, copy_row, recorded_copy
from stones.api.clipboard.requests import ListQuery, RecordRequest, may_read_stones, refuse_parameters
from stones.api.examples import INVALID_CURSOR, TOO_LARGE
from stones.copies import copies_of, search_copies
from stones.copy_facts import copy_lines
from stones.models import ClipboardEntry, Door
from stones.services.clipboard import record_copy
from stones.services.sender_words import read_words

JSON_LINES = "application/jsonl"


class AsItComes(BaseContentNegotiation):
    """Whatever is accepted: there is one form."""

    def select_renderer(  # type: ignore[override]  # its stub has other names for the same
        self, request: Request, renderers: list[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], str(renderers[0].media_type)


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
        parameters=[ListQuery],
        responses={200: CopyRow(many=True)} | problems((400, INVALID_CURSOR), (400, examples.INVALID)),
        examples=[OpenApiExample("A copy", examples.ROW, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        query = request.query_params.dict()
        refuse_unknown(query, dict.fromkeys([*ListQuery().fields, *KeysetPagination.parameters]))
        paging = KeysetPagination.parameters
        found = _asked(self, {name: said for name, said in query.items() if name not in paging})
        return self.get_paginated_response([copy_row(entry) for entry in self.paginate_queryset(found) or ()])

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
            (422, REUSED),
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
        sent = RecordRequest(data=request.data)
        sent.is_valid(raise_exception=True)
        if sent.validated_data["as_stone"]:
            _require(request, "stones:write")
        given = {name: sent.validated_data[name] for name in ("content", "source_app", "as_stone")}
        copied = record_copy(
            account=self.account,
            door=Door.REST,
            source_agent=self.agent_name,
            words=read_words(**sent.words()),
            **given,
        )
        place = reverse("clipboard-api:copy", kwargs={"name": copied.entry.pk})
        body = recorded_copy(
            copied.entry,
            copied.stone,
            may_read=may_read_stones(request),
            no_stone=copied.no_stone,
            left_out=copied.left_out,
        )
        return Response(body, status=201 if copied.is_new else 200, headers={"Location": place})


class CopiesExportView(RestView):
    required_scopes = {"GET": "clipboard:read"}
    content_negotiation_class = AsItComes

    @extend_schema(
        operation_id="export_copies",
        tags=["clipboard"],
        summary="Export what was copied",
        description="All of it, or what the filters leave, newest first, with the texts: one JSON object a line.",
        parameters=[ListQuery],
        responses=file_answer(JSON_LINES) | problems((400, examples.INVALID)),
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        query = request.query_params.dict()
        refuse_unknown(query, ListQuery().fields)
        record("export", "clipboard", account=self.account.pk)
        lines = copy_lines(_asked(self, query).order_by("-pk"))
        response = StreamingHttpResponse(lines, content_type=f"{JSON_LINES}; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="clipboard.jsonl"'
        return response


def _asked(view: RestView, query: Mapping[str, str]) -> QuerySet[ClipboardEntry]:
    """The account's copies that the query asks for. Raises ValidationError."""
    asked = ListQuery(data=query)
    asked.is_valid(raise_exception=True)
    wanted: dict[str, Any] = asked.validated_data
    copies = copies_of(view.account)
    if "app" in wanted:
        copies = copies.filter(source_app=wanted["app"])
    if "pinned" in wanted:
        copies = copies.filter(is_pinned=wanted["pinned"] == "true")
    return search_copies(view.account, copies, wanted["q"]) if "q" in wanted else copies


def _require(request: Request, scope: str) -> None:
    if scope not in getattr(request.auth, "scopes", ()):
        raise PermissionDenied(lacks([scope]))

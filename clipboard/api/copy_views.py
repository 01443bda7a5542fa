"""/api/clipboard/{name}: one copy read, made a stone of, pinned, deleted; its chain."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clipboard.analysis.provenance_chart import draw
from clipboard.api import examples
from clipboard.api.copy_requests import may_read_stones
from clipboard.api.copy_serializers import (
    ChainBody,
    CopyBody,
    CopyRow,
    RecordedCopy,
    serialize_copy_body,
    serialize_copy_row,
    serialize_provenance,
    serialize_recorded_copy,
)
from clipboard.models import ClipboardEntry
from clipboard.queries.find_copies import find_copy
from clipboard.queries.trace_provenance import trace_provenance
from clipboard.services import delete_entry, make_stone, pin
from core.rest.negotiation import IgnoreAcceptHeader
from core.rest.request_data import refuse_parameters
from core.rest.schema import file_response, problems
from core.rest.views import RestView

SVG = "image/svg+xml"
NAME = OpenApiParameter(
    "name",
    OpenApiTypes.STR,
    "path",
    description="The copy's id; or 8 to 64 digits of its hash: the newest copy of that text.",
)
FINDING = ((404, examples.NOT_FOUND), (409, examples.AMBIGUOUS))


class CopyView(RestView):
    required_scopes = {"GET": "clipboard:read", "DELETE": "clipboard:write"}

    @extend_schema(
        operation_id="read_copy",
        tags=["clipboard"],
        summary="Read a copy",
        description="With its text, where the account keeps texts.",
        parameters=[NAME],
        responses={200: CopyBody} | problems(400, *FINDING),
        examples=[OpenApiExample("A copy", examples.ENTRY, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, name: str) -> Response:
        refuse_parameters(request)
        return Response(serialize_copy_body(find_copy(self.account, name)))

    @extend_schema(
        operation_id="delete_copy",
        tags=["clipboard"],
        summary="Delete a copy",
        description="Its text, too, where no stone and no other copy has it. What was copied from it stays.",
        parameters=[NAME],
        responses={204: None} | problems(400, *FINDING),
    )
    def delete(self, request: Request, name: str) -> Response:
        refuse_parameters(request)
        delete_entry(account=self.account, entry_id=find_copy(self.account, name).pk)
        return Response(status=204)


class CopyStoneView(RestView):
    required_scopes = {"POST": ("clipboard:write", "stones:write")}

    @extend_schema(
        operation_id="make_stone_of_copy",
        tags=["clipboard"],
        summary="Make a stone of a copy",
        description="Of the type clipboard, as the account's settings say. Safe to repeat: the stone that was made "
        "of it, or that it is a copy of, is that stone.",
        parameters=[NAME],
        request=None,
        responses={200: RecordedCopy} | problems(400, *FINDING, (409, examples.TEXT_NOT_STORED)),
        examples=[OpenApiExample("Its stone", examples.MADE, response_only=True, status_codes=["200"])],
    )
    def post(self, request: Request, name: str) -> Response:
        refuse_parameters(request)
        entry = find_copy(self.account, name)
        stone = make_stone(account=self.account, entry_id=entry.pk, source_agent=self.agent_name)
        return Response(
            serialize_recorded_copy(
                find_copy(self.account, entry.pk), stone, may_read=may_read_stones(request)
            )
        )


class CopyPinView(RestView):
    required_scopes = {"PUT": "clipboard:write", "DELETE": "clipboard:write"}

    @extend_schema(
        operation_id="pin_copy",
        tags=["clipboard"],
        summary="Pin a copy",
        description="It stays until it is deleted. Safe to repeat.",
        parameters=[NAME],
        request=None,
        responses={200: CopyRow} | problems(400, *FINDING),
        examples=[OpenApiExample("Pinned", examples.PINNED, response_only=True, status_codes=["200"])],
    )
    def put(self, request: Request, name: str) -> Response:
        return Response(serialize_copy_row(self._pin(request, name, is_pinned=True)))

    @extend_schema(
        operation_id="unpin_copy",
        tags=["clipboard"],
        summary="Pin a copy no longer",
        description="Its days begin anew. Safe to repeat.",
        parameters=[NAME],
        responses={204: None} | problems(400, *FINDING),
    )
    def delete(self, request: Request, name: str) -> Response:
        self._pin(request, name, is_pinned=False)
        return Response(status=204)

    def _pin(self, request: Request, name: str, *, is_pinned: bool) -> ClipboardEntry:
        refuse_parameters(request)
        entry = find_copy(self.account, name)
        pin(account=self.account, entry_id=entry.pk, is_pinned=is_pinned)
        return find_copy(self.account, entry.pk)


class ProvenanceView(RestView):
    required_scopes = {"GET": "clipboard:read"}

    @extend_schema(
        operation_id="chain_of_copy",
        tags=["clipboard"],
        summary="Read where a copy came from and went",
        description="All that it came from, up to its origin, and all that came of it; at most 100 nodes.",
        parameters=[NAME],
        responses={200: ChainBody} | problems(400, *FINDING),
        examples=[OpenApiExample("A chain", examples.CHAIN, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, name: str) -> Response:
        refuse_parameters(request)
        return Response(serialize_provenance(trace_provenance(find_copy(self.account, name))))


class ProvenanceChartView(RestView):
    required_scopes = {"GET": "clipboard:read"}
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(
        operation_id="draw_chain_of_copy",
        tags=["clipboard"],
        summary="Draw where a copy came from and went",
        description="The same as a picture.",
        parameters=[NAME],
        responses=file_response(SVG) | problems(400, *FINDING),
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        refuse_parameters(request)
        entry = find_copy(self.account, name)
        return HttpResponse(draw(trace_provenance(entry), current=entry.pk), content_type=SVG)

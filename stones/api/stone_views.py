"""GET and DELETE /api/stone/{border_hash}, its levels, and the passages of its source that answer a question."""

import re

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.rest.etags import is_current, strong_etag, with_etag
from core.rest.request_data import parse_body, parse_query, refuse_parameters
from core.rest.schema import MISSING_SCOPE, problems
from core.rest.scopes import MissingScope
from core.rest.views import RestView
from stones import examples, services
from stones.api.stone_requests import DeleteQuery, StoneQuery
from stones.api.stone_serializers import DeletedAnswer, FocusAnswer, FormattedStone, LevelAnswer, StoneAnswer
from stones.exceptions import LevelNotFound
from stones.focus_serializers import FocusQuery
from stones.queries import assemble
from stones.rendering import (
    serialize_focus,
    serialize_formatted_stone,
    serialize_level,
    serialize_level_state,
    serialize_stone,
)
from stones.services import LevelRead
from stones.services.given_levels import read_level_warnings
from stones.summary_fields import RewordRequest

HASH = OpenApiParameter(
    "border_hash",
    OpenApiTypes.STR,
    "path",
    description="8 to 64 hex digits: the hash, or as many as are unique; or a stone's id. Of several stones with one "
    "text a hash finds the one that you made, else the one that was sent to you last, else the one that your account "
    "made last, else stored last.",
)
_LEVEL = re.compile("[0-9]{1,4}")
LEVEL = OpenApiParameter(
    "level", OpenApiTypes.INT, "path", description="0, the scan, to lod_count - 1, the source."
)
FINDING = ((400, examples.INVALID_HASH), (404, examples.NOT_FOUND), (409, examples.AMBIGUOUS))


class StoneDetailView(RestView):
    required_scopes = {"GET": "stones:read", "DELETE": "stones:write"}

    @extend_schema(
        operation_id="read_stone",
        tags=["stones"],
        summary="Read a stone as text",
        description="`?max_lod=0` is what to load first: the header, one sentence, and the price of every level. "
        "The read goes into the ledger.",
        parameters=[HASH, StoneQuery],
        responses={200: StoneAnswer} | problems(*FINDING),
        examples=[OpenApiExample("max_lod=0", examples.STONE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, border_hash: str) -> Response:
        query = parse_query(request, StoneQuery)
        read = services.read_stone(
            account=self.account,
            border_hash=border_hash,
            reader=self.reader,
            max_lod=query.validated_data.get("max_lod"),
            recipient=self.agent,
        )
        return Response(serialize_stone(read))

    @extend_schema(
        operation_id="delete_stone",
        tags=["stones"],
        summary="Delete a stone",
        description="Deletes this stone alone, for whom it was sent to as well: `deleted` is true, and `stones` counts "
        "the others of its text, which stay. With the last stone of a text go its "
        "levels, passages and copies in the clipboard; where one of these is pinned nothing is deleted, unless "
        "`delete_pinned=true`. Where a hash names several stones of your account nothing is deleted, and `candidates` "
        "lists their ids (409): name one. The ledger of reads stays, and so does what was delivered in messages. What "
        "this agent did not make itself the account's person can bring back for an hour.",
        parameters=[HASH, DeleteQuery],
        responses={200: DeletedAnswer} | problems(*FINDING, (409, examples.PINNED)),
        examples=[OpenApiExample("What went", examples.DELETED, response_only=True, status_codes=["200"])],
    )
    def delete(self, request: Request, border_hash: str) -> Response:
        query = parse_query(request, DeleteQuery)
        delete_pinned = query.validated_data.get("delete_pinned") == "true"
        if delete_pinned and "clipboard:write" not in getattr(request.auth, "scopes", ()):
            raise MissingScope("clipboard:write")
        deleted = services.delete_stone_for_agent(
            account=self.account,
            agent=self.agent_name,
            border_hash=border_hash,
            delete_pinned=delete_pinned,
        )
        return Response(DeletedAnswer({"deleted": True, **deleted._asdict()}).data)


class SummaryView(RestView):
    required_scopes = {"PUT": ("stones:read", "stones:write")}

    @extend_schema(
        operation_id="reword_stone",
        tags=["stones"],
        summary="Write a stone's first levels",
        description="LOD-0, and LOD-1 where `detail` is given, in your own words, checked against the content, in "
        "place of what stands there. Text, name and other levels of the stone stay. Only one that this agent stored.",
        parameters=[HASH],
        request=RewordRequest,
        responses={200: FormattedStone}
        | problems(
            (400, examples.INVALID_HASH),
            (403, MISSING_SCOPE),
            (403, examples.SUMMARY_OF_ANOTHER),
            *FINDING[1:],
            415,
            (422, examples.SUMMARY_REFUSED),
        ),
        examples=[
            OpenApiExample("Its sender's words", examples.REWORD, request_only=True),
            OpenApiExample("The stone", examples.FORMATTED, response_only=True, status_codes=["200"]),
        ],
    )
    def put(self, request: Request, border_hash: str) -> Response:
        refuse_parameters(request)
        sent = parse_body(request, RewordRequest)
        stored = services.reword(
            account=self.account, border_hash=border_hash, agent=self.agent_name, **sent.words()
        )
        assembled = assemble(stored.stone)
        return Response(
            serialize_formatted_stone(assembled, services.stone_text(assembled), left_out=stored.left_out)
        )


class StoneLevelView(RestView):
    required_scopes = {"GET": "stones:read"}

    @extend_schema(
        operation_id="read_level",
        tags=["stones"],
        summary="Read one level",
        description="Its text, and what the next level would cost. The read goes into the ledger; with an "
        "If-None-Match that still holds, the answer is 304 and nothing is recorded.",
        parameters=[
            HASH,
            LEVEL,
            OpenApiParameter(
                "If-None-Match", OpenApiTypes.STR, "header", description="ETag of the copy at hand."
            ),
        ],
        responses={200: LevelAnswer, 304: None} | problems(*FINDING),
        examples=[OpenApiExample("LOD-0", examples.LEVEL, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, border_hash: str, level: str) -> Response:
        refuse_parameters(request)
        if not _LEVEL.fullmatch(level):
            raise LevelNotFound(f"{level[:20]!r} is no level: they are numbered from 0, the scan.")
        read = services.find_level(
            account=self.account, border_hash=border_hash, level=int(level), recipient=self.agent
        )
        etag = strong_etag(serialize_level_state(read), _etag_source(read))
        if is_current(request, etag):
            return with_etag(Response(status=304), etag)
        services.record_level(read, reader=self.reader)
        warnings = read_level_warnings(read)
        found = {"warnings": list(warnings)} if warnings else {}
        return with_etag(Response(serialize_level(read) | found), etag)


def _etag_source(read: LevelRead) -> str:
    """What stands for the level's text in its tag: a source is not loaded for that."""
    return read.level.row.text if read.level.row else read.assembled.stone.content.sha256


class FocusView(RestView):
    required_scopes = {"GET": "stones:read"}

    @extend_schema(
        operation_id="focus",
        tags=["stones"],
        summary="Read what answers a question",
        description="The passages of the source that answer `q`, in their order, with line numbers, what was left "
        "out, and the price of reading on (`next`). The read goes into the ledger; following `next` nothing is read or "
        "charged twice.",
        parameters=[HASH, FocusQuery],
        responses={200: FocusAnswer} | problems(*FINDING),
        examples=[OpenApiExample("A question", examples.FOCUS, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, border_hash: str) -> Response:
        query = parse_query(request, FocusQuery)
        found = services.focus(
            account=self.account,
            border_hash=border_hash,
            question=query.validated_data["q"],
            max_tokens=query.validated_data.get("max_tokens"),
            skip=query.validated_data["skip"],
            reader=self.reader,
            recipient=self.agent,
        )
        return Response(serialize_focus(found, request.path, texts=query.validated_data["texts"]))

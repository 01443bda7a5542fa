"""/api/brain/notes and /api/brain/tags: listed, searched, written, edited, deleted."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from brain.api import examples
from brain.api.parse_request import validate_body
from brain.exceptions import NoteChanged
from brain.models import Note
from brain.note_serializers import (
    NoteBody,
    NoteChange,
    NoteRequest,
    NoteRow,
    RelatedBody,
    TagsBody,
    serialize_found_notes,
    serialize_notes,
    version_tag,
)
from brain.queries.note_queries import find_note, notes_of, tags_of
from brain.services.collect_context import MAX_QUERY
from brain.services.find_notes import find_notes, related_notes
from brain.services.manage_notes import create_note, delete_note, edit_note
from core.rest.etags import is_current, with_etag
from core.rest.idempotency import KEY_REUSED, idempotent
from core.rest.pagination import LatestPagination
from core.rest.request_data import refuse_parameters
from core.rest.schema import problems
from core.rest.strict_fields import StrictSerializer, refuse_unknown
from core.rest.views import RestView

NOTE = OpenApiParameter("note_id", OpenApiTypes.STR, "path", description="The note's id.")
TAG = OpenApiParameter(
    "tag",
    OpenApiTypes.STR,
    many=True,
    description="Only notes that have this tag; given several times, notes that have them all.",
)
IF_MATCH = OpenApiParameter(
    "If-Match", OpenApiTypes.STR, "header", description="The ETag of the note as you have read it."
)


class NoteSearchQuery(StrictSerializer):
    q = serializers.CharField(
        required=False,
        max_length=MAX_QUERY,
        help_text="A question or words: the notes that come nearest, by words and by meaning, best first. Then there "
        "is one page, of `limit` notes.",
    )


class NotesByDayPagination(LatestPagination):
    time = "dated"


class NotesView(RestView, GenericAPIView[Note]):
    required_scopes = {"GET": "brain:ask", "POST": "brain:write"}
    queryset = Note.objects.none()  # for the documentation; `get` knows the account
    serializer_class = NoteRow
    pagination_class = NotesByDayPagination
    filter_backends = ()

    @extend_schema(
        operation_id="list_notes",
        tags=["brain"],
        summary="List and search notes",
        description="Without their bodies, newest first by their day (`dated`). With `q` they are searched instead: "
        "best first, each with the stretch that answers best. A search is not kept.",
        parameters=[NoteSearchQuery, TAG],
        responses={200: NoteRow(many=True)}
        | problems((400, examples.INVALID_CURSOR), (400, examples.INVALID)),
        examples=[
            OpenApiExample("A note", examples.NOTE_ROW, response_only=True, status_codes=["200"]),
            OpenApiExample("Found", examples.FOUND_ROW, response_only=True, status_codes=["200"]),
        ],
    )
    def get(self, request: Request) -> Response:
        allowed = ["q", "tag", *LatestPagination.parameters]
        refuse_unknown(request.query_params, dict.fromkeys(allowed))
        fields = {name: value for name, value in request.query_params.items() if name == "q"}
        query = NoteSearchQuery(data=fields)
        query.is_valid(raise_exception=True)
        tags = _tags(request)
        if "q" in query.validated_data:
            return self._search(request, query.validated_data["q"], tags)
        page = self.paginate_queryset(notes_of(self.account, tags))
        return self.get_paginated_response(serialize_notes(page or []))

    def _search(self, request: Request, words: str, tags: list[str]) -> Response:
        if "cursor" in request.query_params:
            raise ValidationError(
                {"cursor": ["A search has one page: say `limit`, and leave the cursor out."]}
            )
        limit = LatestPagination().limit_of(request)
        found = find_notes(account=self.account, query=words, tags=tags, limit=limit)
        return Response({"items": serialize_found_notes(found), "next_cursor": None})

    @extend_schema(
        operation_id="create_note",
        tags=["brain"],
        summary="Write a note",
        description="Its words find it at once, its meaning within seconds (`indexed`).",
        request=NoteRequest,
        responses={201: NoteBody}
        | problems(
            (400, examples.INVALID_NOTE),
            (400, examples.INVALID),
            (413, examples.NOTE_TOO_LARGE),
            415,
            (422, examples.TOKEN),
            (422, KEY_REUSED),
        ),
        examples=[
            OpenApiExample("A note", examples.NOTE_REQUEST, request_only=True),
            OpenApiExample("Stored", examples.NOTE, response_only=True, status_codes=["201"]),
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        note = create_note(account=self.account, **validate_body(request, NoteRequest))
        return note_created(note)


class NoteDetailView(RestView):
    required_scopes = {"GET": "brain:ask", "PATCH": "brain:write", "DELETE": "brain:write"}

    @extend_schema(
        operation_id="read_note",
        tags=["brain"],
        summary="Read a note",
        description="Its ETag stands for its version.",
        parameters=[NOTE],
        responses={200: NoteBody, 304: None} | problems(400, (404, examples.NO_NOTE)),
        examples=[OpenApiExample("A note", examples.NOTE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, note_id: str) -> Response:
        refuse_parameters(request)
        note = find_note(self.account, note_id)
        tag = version_tag(note)
        if is_current(request, tag):
            return with_etag(Response(status=304), tag)
        return with_etag(Response(NoteBody(note).data), tag)

    @extend_schema(
        operation_id="edit_note",
        tags=["brain"],
        summary="Edit a note",
        description="What is left out stays. Say which version you have read, by `version` or by If-Match: when the "
        "note has been edited since, 409 `note_changed` says the `version` that it has now, and nothing is written.",
        parameters=[NOTE, IF_MATCH],
        request=NoteChange,
        responses={200: NoteBody}
        | problems(
            (400, examples.NO_VERSION),
            (400, examples.INVALID_NOTE),
            (404, examples.NO_NOTE),
            (409, examples.NOTE_CHANGED),
            (413, examples.NOTE_TOO_LARGE),
            415,
            (422, examples.TOKEN),
        ),
        examples=[
            OpenApiExample("Other tags", {"version": 1, "tags": ["bread"]}, request_only=True),
            OpenApiExample(
                "Edited", examples.NOTE | {"version": 2}, response_only=True, status_codes=["200"]
            ),
        ],
    )
    def patch(self, request: Request, note_id: str) -> Response:
        fields = validate_body(request, NoteChange)
        version = fields.pop("version", None)
        if not fields:
            raise ValidationError(
                "Say what to change: title, body, tags, description or dated.", code="required"
            )
        note = find_note(self.account, note_id)
        if "If-Match" in request.headers:
            _matched_version(request, note)
            version = note.version if version is None else version
        if version is None:
            raise ValidationError(
                {"version": ["Say which version you have read, here or in the header If-Match."]},
                code="required",
            )
        note = edit_note(note=note, version=version, **fields)
        return with_etag(Response(NoteBody(note).data), version_tag(note))

    @extend_schema(
        operation_id="delete_note",
        tags=["brain"],
        summary="Delete a note",
        description="For good. Answers that cited it stay, with what they quoted.",
        parameters=[NOTE, IF_MATCH],
        responses={204: None} | problems(400, (404, examples.NO_NOTE), (409, examples.NOTE_CHANGED)),
    )
    def delete(self, request: Request, note_id: str) -> Response:
        refuse_parameters(request)
        note = find_note(self.account, note_id)
        delete_note(note=note, version=_matched_version(request, note))
        return Response(status=204)


class RelatedView(RestView):
    required_scopes = {"GET": "brain:ask"}

    @extend_schema(
        operation_id="related_notes",
        tags=["brain"],
        summary="List notes about the same",
        description="Best first, at most five; each with the stretch that comes nearest.",
        parameters=[NOTE],
        responses={200: RelatedBody} | problems(400, (404, examples.NO_NOTE)),
        examples=[
            OpenApiExample("One", {"items": [examples.FOUND_ROW]}, response_only=True, status_codes=["200"])
        ],
    )
    def get(self, request: Request, note_id: str) -> Response:
        refuse_parameters(request)
        related = related_notes(note=find_note(self.account, note_id))
        return Response({"items": serialize_found_notes(related)})


class TagsView(RestView):
    required_scopes = {"GET": "brain:ask"}

    @extend_schema(
        operation_id="list_tags",
        tags=["brain"],
        summary="List the tags of the notes",
        description="Most used first. `notes` counts your own: a tag that only the demonstration's notes have has 0.",
        responses={200: TagsBody} | problems(400),
        examples=[
            OpenApiExample(
                "One", {"items": [{"tag": "bread", "notes": 3}]}, response_only=True, status_codes=["200"]
            )
        ],
    )
    def get(self, request: Request) -> Response:
        refuse_parameters(request)
        return Response({"items": [{"tag": tag, "notes": count} for tag, count in tags_of(self.account)]})


def note_created(note: Note, status: int = 201) -> Response:
    """The response for a created note, with its Location and ETag."""
    place = reverse("brain-api:note", kwargs={"note_id": note.pk})
    return Response(NoteBody(note).data, status, headers={"Location": place})


def _tags(request: Request) -> list[str]:
    tags = request.query_params.getlist("tag")
    if not all(tag.strip("# ") and "\x00" not in tag for tag in tags):
        raise ValidationError({"tag": ["Must name a tag."]})
    return tags


def _matched_version(request: Request, note: Note) -> int | None:
    """The version that If-Match names; None where it names none. Raises NoteChanged where it is another than this."""
    if_match = request.headers.get("If-Match")
    if if_match is None or if_match.strip() == "*":
        return None
    # A proxy that compresses marks a strong tag as weak.
    if version_tag(note) not in [tag.strip().removeprefix("W/") for tag in if_match.split(",")]:
        raise NoteChanged(
            f"If-Match names another version than this note has now, {note.version}. Nothing was written. Read it "
            "again, and make the change there.",
            version=note.version,
        )
    return note.version

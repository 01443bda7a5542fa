"""/api/brain/answers/{turn_id}: an answer with its trace, and the note that it may become."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from brain.answer_serializers import AnswerTextList, TracedAnswer
from brain.api import examples
from brain.api.note_views import note_created
from brain.api.parse_request import validate_body
from brain.note_serializers import NoteBody, SourceBody
from brain.queries.conversation_queries import find_turn
from brain.services.save_answer import preview_note, save_as_note
from core.rest.idempotency import KEY_REUSED, idempotent
from core.rest.request_data import refuse_parameters
from core.rest.schema import problems
from core.rest.strict_fields import StrictSerializer, StrictTextField
from core.rest.trust import TrustField
from core.rest.views import RestView

TURN = OpenApiParameter(
    "turn_id", OpenApiTypes.STR, "path", description="The answer's id, as the answer says it."
)
LOOKUP_PROBLEMS = (400, (404, examples.NO_ANSWER))


class SaveRequest(StrictSerializer):
    """What is left out, or null, is as the preview says."""

    title = StrictTextField(required=False, allow_null=True, default=None)
    body = StrictTextField(required=False, allow_null=True, default=None)
    tags = serializers.ListField(child=StrictTextField(), required=False, allow_null=True, default=None)


class DraftBody(serializers.Serializer[Any]):
    title = serializers.CharField()
    body = serializers.CharField(help_text="Markdown.")
    tags = AnswerTextList(help_text="Of the notes that are cited.")
    sources = SourceBody(many=True)
    trust = TrustField()


class AnswerView(RestView):
    required_scopes = {"GET": "brain:ask"}

    @extend_schema(
        operation_id="read_answer",
        tags=["brain"],
        summary="Read an answer with its trace",
        description="What was found with which scores, what was put into the prompt, cited, and dropped.",
        parameters=[TURN],
        responses={200: TracedAnswer} | problems(*LOOKUP_PROBLEMS),
        examples=[
            OpenApiExample("An answer", examples.TRACED, response_only=True, status_codes=["200"]),
        ],
    )
    def get(self, request: Request, turn_id: str) -> Response:
        refuse_parameters(request)
        return Response(TracedAnswer(find_turn(self.account, turn_id)).data)


class AnswerNoteView(RestView):
    required_scopes = {"GET": "brain:ask", "POST": "brain:write"}

    @extend_schema(
        operation_id="preview_answer_note",
        tags=["brain"],
        summary="See the note that an answer would become",
        description="With its sources. Nothing is stored.",
        parameters=[TURN],
        responses={200: DraftBody} | problems(*LOOKUP_PROBLEMS),
        examples=[OpenApiExample("A note", examples.DRAFT, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, turn_id: str) -> Response:
        refuse_parameters(request)
        return Response(DraftBody(preview_note(turn=find_turn(self.account, turn_id))).data)

    @extend_schema(
        operation_id="save_answer_note",
        tags=["brain"],
        summary="Save an answer as a note",
        description="As the preview says it, or as you say. Safe to repeat: while that note stands as it was saved, "
        "the same again is answered 200, with it.",
        parameters=[TURN],
        request=SaveRequest,
        responses={200: NoteBody, 201: NoteBody}
        | problems(
            (400, examples.INVALID_NOTE),
            (404, examples.NO_ANSWER),
            (413, examples.NOTE_TOO_LARGE),
            415,
            (422, examples.TOKEN),
            (422, KEY_REUSED),
        ),
        examples=[
            OpenApiExample("As previewed", {}, request_only=True),
            OpenApiExample("Saved", examples.SAVED, response_only=True, status_codes=["200", "201"]),
        ],
    )
    @idempotent
    def post(self, request: Request, turn_id: str) -> Response:
        body = validate_body(request, SaveRequest)
        saved = save_as_note(turn=find_turn(self.account, turn_id), **body)
        return note_created(saved.note, 201 if saved.created else 200)

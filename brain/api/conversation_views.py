"""/api/brain/conversations: listed, read, exported, renamed, deleted."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from audit.services import record
from brain.answer_serializers import BrainAnswer
from brain.api import examples
from brain.api.parse_request import validate_body
from brain.models import Conversation, Interface, Turn
from brain.queries.conversation_queries import conversations_of, find_conversation, summaries_of, turns_of
from brain.queries.export_conversations import ExportFormat, export_conversation
from brain.services.manage_conversations import MAX_TITLE, delete_conversation, rename_conversation
from core.rest.negotiation import IgnoreAcceptHeader
from core.rest.pagination import KeysetPagination, LatestPagination, OrdinalPagination
from core.rest.request_data import refuse_parameters
from core.rest.schema import problems
from core.rest.strict_fields import StrictSerializer, StrictTextField, refuse_unknown
from core.rest.trust import TrustField
from core.rest.views import RestView

INTERFACES = Interface.values
CONVERSATION = OpenApiParameter(
    "conversation_id", OpenApiTypes.STR, "path", description="The conversation's id."
)
FORMAT = OpenApiParameter(
    "format",
    OpenApiTypes.STR,
    enum=[str(form) for form in ExportFormat],
    default=str(ExportFormat.MARKDOWN),
    description="md for people; json has all that is kept.",
)
MEDIA_TYPES = {ExportFormat.MARKDOWN: "text/markdown", ExportFormat.JSON: "application/json"}
LOOKUP_PROBLEMS = (400, (404, examples.NO_CONVERSATION))


class RenameRequest(StrictSerializer):
    title = StrictTextField(
        help_text=f"At most {MAX_TITLE} characters; empty: it goes by its name, or its first question."
    )


class ConversationFacts(serializers.Serializer[Any]):
    id = serializers.CharField()
    interface = serializers.ChoiceField(
        INTERFACES, help_text="The interface it is held through: page, REST, MCP or command."
    )
    name = serializers.CharField(help_text="By which it is asked in; its id where nobody named it.")
    title = serializers.CharField(
        help_text="Empty: it goes by its name. Of one that nobody named it is its first question."
    )
    updated = serializers.DateTimeField()
    trust = TrustField()


class ConversationRow(ConversationFacts):
    turn_count = serializers.IntegerField()
    last_query = serializers.CharField(help_text="How it begins; empty without turns.")


class SummaryBody(serializers.Serializer[Any]):
    first = serializers.IntegerField(help_text="Ordinal of the first turn that it stands for.")
    last = serializers.IntegerField()
    text = serializers.CharField()
    model = serializers.CharField(help_text="Who wrote it; empty: extracted.")
    tokens = serializers.IntegerField()
    created = serializers.DateTimeField()


class ConversationBody(ConversationFacts):
    turn_count = serializers.IntegerField()
    summaries = SummaryBody(
        many=True, help_text="What stands for its old turns in prompts, oldest first; the turns stay."
    )


class ConversationsView(RestView, GenericAPIView[Conversation]):
    required_scopes = {"GET": "brain:ask"}
    queryset = Conversation.objects.none()  # for the documentation; `get` knows the account
    serializer_class = ConversationRow
    pagination_class = LatestPagination
    filter_backends = ()

    @extend_schema(
        operation_id="list_conversations",
        tags=["brain"],
        summary="List conversations",
        description="All of the account's, its people's and other agents' among them, the latest first.",
        responses={200: ConversationRow(many=True)} | problems((400, examples.INVALID_CURSOR)),
        examples=[OpenApiExample("One", examples.CONVERSATION_ROW, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        refuse_unknown(request.query_params, dict.fromkeys(LatestPagination.parameters))
        page = self.paginate_queryset(conversations_of(self.account))
        return self.get_paginated_response([ConversationRow(row).data for row in page or ()])


class ConversationView(RestView):
    required_scopes = {"GET": "brain:ask", "PATCH": "brain:write", "DELETE": "brain:write"}

    @extend_schema(
        operation_id="read_conversation",
        tags=["brain"],
        summary="Read a conversation's facts",
        description="With the summaries of its old turns; the turns are under `/turns`.",
        parameters=[CONVERSATION],
        responses={200: ConversationBody} | problems(*LOOKUP_PROBLEMS),
        examples=[OpenApiExample("One", examples.CONVERSATION, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, conversation_id: str) -> Response:
        refuse_parameters(request)
        return Response(_serialize_conversation(find_conversation(self.account, conversation_id)))

    @extend_schema(
        operation_id="rename_conversation",
        tags=["brain"],
        summary="Rename a conversation",
        description="Its title; its name stays. Safe to repeat.",
        parameters=[CONVERSATION],
        request=RenameRequest,
        responses={200: ConversationBody}
        | problems((400, examples.INVALID_TITLE), (404, examples.NO_CONVERSATION), 415),
        examples=[
            OpenApiExample("A title", {"title": "Sourdough"}, request_only=True),
            OpenApiExample("Renamed", examples.CONVERSATION, response_only=True, status_codes=["200"]),
        ],
    )
    def patch(self, request: Request, conversation_id: str) -> Response:
        body = validate_body(request, RenameRequest)
        conversation = find_conversation(self.account, conversation_id)
        return Response(_serialize_conversation(rename_conversation(conversation=conversation, **body)))

    @extend_schema(
        operation_id="delete_conversation",
        tags=["brain"],
        summary="Delete a conversation",
        description="For good, with its turns. Notes that were saved from it stay.",
        parameters=[CONVERSATION],
        responses={204: None} | problems(*LOOKUP_PROBLEMS),
    )
    def delete(self, request: Request, conversation_id: str) -> Response:
        refuse_parameters(request)
        delete_conversation(conversation=find_conversation(self.account, conversation_id))
        return Response(status=204)


class TurnsView(RestView, GenericAPIView[Turn]):
    required_scopes = {"GET": "brain:ask"}
    queryset = Turn.objects.none()  # for the documentation; `get` knows the account
    serializer_class = BrainAnswer
    pagination_class = OrdinalPagination
    filter_backends = ()

    @extend_schema(
        operation_id="list_turns",
        tags=["brain"],
        summary="Read what was asked and answered",
        description="The first one first, summarised ones too.",
        parameters=[CONVERSATION],
        responses={200: BrainAnswer(many=True)}
        | problems((400, examples.INVALID_CURSOR), (404, examples.NO_CONVERSATION)),
        examples=[OpenApiExample("A turn", examples.ANSWER, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, conversation_id: str) -> Response:
        refuse_unknown(request.query_params, dict.fromkeys(KeysetPagination.parameters))
        page = self.paginate_queryset(turns_of(find_conversation(self.account, conversation_id)))
        return self.get_paginated_response([BrainAnswer(turn).data for turn in page or ()])


class ConversationExportView(RestView):
    required_scopes = {"GET": "brain:ask"}
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(
        operation_id="export_conversation",
        tags=["brain"],
        summary="Export a conversation",
        description="As a file, with all of its turns and what they cite.",
        parameters=[CONVERSATION, FORMAT],
        responses={
            (200, "text/markdown"): OpenApiTypes.STR,
            (200, "application/json"): OpenApiTypes.OBJECT,
        }
        | problems((400, examples.UNKNOWN_FORMAT), (404, examples.NO_CONVERSATION)),
        examples=[
            OpenApiExample(
                "JSON",
                examples.EXPORT,
                response_only=True,
                status_codes=["200"],
                media_type="application/json",
            )
        ],
    )
    def get(self, request: Request, conversation_id: str) -> HttpResponse:
        refuse_unknown(request.query_params, {"format": None})
        form = _parse_format(request.query_params.get("format", str(ExportFormat.MARKDOWN)))
        conversation = find_conversation(self.account, conversation_id)
        record("export", f"conversation {conversation.pk}", account=self.account.pk, form=str(form))
        return HttpResponse(
            export_conversation(conversation, form),
            content_type=f"{MEDIA_TYPES[form]}; charset=utf-8",
            # Of our own making: ids are ULIDs.
            headers={"Content-Disposition": f'attachment; filename="conversation-{conversation.pk}.{form}"'},
        )


def _parse_format(name: str) -> ExportFormat:
    if name not in list(ExportFormat):
        raise ValidationError(
            {"format": [f"Must be one of {', '.join(ExportFormat)}."]}, code="invalid_choice"
        )
    return ExportFormat(name)


def _serialize_conversation(conversation: Conversation) -> dict[str, Any]:
    turns, summaries = turns_of(conversation), summaries_of(conversation)
    return {
        **ConversationFacts(conversation).data,
        "turn_count": turns.count(),
        "summaries": SummaryBody(summaries, many=True).data,
    }

"""GET /mcp/inbox/sent and dead-letters: what became of what this agent has sent."""

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from core.rest.pagination import KeysetPagination
from core.rest.schema import problems
from core.rest.strict_fields import refuse_unknown
from inbox.api import examples
from inbox.api.agent_token_view import AgentTokenView
from inbox.api.outbox_serializers import DeadLetterSerializer, SentRowSerializer
from inbox.models import Delivery, Message
from inbox.queries.deliveries import dead_letters, sent_by
from inbox.rendering.message_facts import serialize_dead_letter, serialize_sent_row

WRONG_CURSOR = problems((400, examples.INVALID_CURSOR))


class SentMessagesView(AgentTokenView, GenericAPIView[Message]):
    required_scopes = {"GET": "inbox:read"}
    queryset = Message.objects.none()  # for the documentation; `get` knows the agent
    serializer_class = SentRowSerializer
    pagination_class = KeysetPagination
    filter_backends = ()

    @extend_schema(
        operation_id="list_sent",
        tags=["inbox"],
        summary="List what this agent has sent",
        description="Newest first, with LOD-0 and how far each message has come with each recipient.",
        responses={200: SentRowSerializer(many=True)} | WRONG_CURSOR,
        examples=[OpenApiExample("One message", examples.SENT_ROW, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        refuse_unknown(request.query_params, dict.fromkeys(KeysetPagination.parameters))
        page = self.paginate_queryset(sent_by(self.agent).defer("body"))
        return self.get_paginated_response([serialize_sent_row(message) for message in page or ()])


class DeadLettersView(AgentTokenView, GenericAPIView[Delivery]):
    required_scopes = {"GET": "inbox:read"}
    queryset = Delivery.objects.none()
    serializer_class = DeadLetterSerializer
    pagination_class = KeysetPagination
    filter_backends = ()

    @extend_schema(
        operation_id="list_dead_letters",
        tags=["inbox"],
        summary="List what could not be delivered",
        description="Of this agent's messages, newest first, with the reason. `resend` sends one of them once more.",
        responses={200: DeadLetterSerializer(many=True)} | WRONG_CURSOR,
        examples=[OpenApiExample("One", examples.DEAD_LETTER, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        refuse_unknown(request.query_params, dict.fromkeys(KeysetPagination.parameters))
        rows: QuerySet[Delivery] = dead_letters(self.account).filter(message__sender=self.agent)
        page = self.paginate_queryset(rows.defer("message__body"))
        return self.get_paginated_response([serialize_dead_letter(delivery) for delivery in page or ()])

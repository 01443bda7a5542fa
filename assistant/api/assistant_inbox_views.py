"""GET /assistant/api/inbox and /unread, POST /acknowledge: the inbox of the signed-in person."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assistant.api import examples
from assistant.api.assistant_view import AssistantView, body_of, refuse_parameters
from assistant.api.caller_authentication import AllowedCaller
from assistant.api.problems import REFUSALS
from assistant.queries.person_inbox import MAX_ROWS, WaitingRow, glance_at_inbox
from assistant.services.hand_over import acknowledge_message
from core.rest.schema import problems
from core.rest.strict_fields import StrictSerializer, StrictTextField
from core.rest.trust import UNTRUSTED, TrustField
from inbox.queries.deliveries import unread_count
from stones.summary_fields import OriginField


class WaitingMessage(serializers.Serializer[Any]):
    """One message of the person's inbox, by its LOD-0."""

    id = serializers.CharField()
    subject = serializers.CharField(allow_blank=True)
    sender = serializers.CharField()
    scan = serializers.CharField(help_text="LOD-0.")
    lod_0_origin = OriginField()
    created = serializers.DateTimeField()
    age = serializers.CharField(help_text="`5 minutes`, `just now`.")
    is_unread = serializers.BooleanField()
    ack_required = serializers.BooleanField(help_text="A task, or an answer is wanted.")
    border_hash = serializers.CharField(allow_blank=True, help_text="Of a stone.")
    lod_tokens = serializers.ListField(child=serializers.IntegerField())
    url = serializers.CharField()
    trust = TrustField()


class AssistantInbox(serializers.Serializer[Any]):
    unread = serializers.IntegerField()
    messages = WaitingMessage(many=True)


class AssistantUnread(serializers.Serializer[Any]):
    unread = serializers.IntegerField()


class AssistantAcknowledge(StrictSerializer):
    message_id = StrictTextField(required=False)
    border_hash = StrictTextField(
        required=False, help_text="In place of it: the newest message to the person with this stone."
    )


class AssistantAcknowledged(serializers.Serializer[Any]):
    message_id = serializers.CharField()
    state = serializers.CharField()
    url = serializers.CharField()


def waiting_message(waiting: WaitingRow) -> dict[str, Any]:
    return waiting._asdict() | {
        "lod_0_origin": waiting.lod_0_origin or None,
        "url": reverse("inbox:thread", args=[waiting.id]),
        "trust": UNTRUSTED,
    }


class AssistantInboxView(AssistantView):
    admits = {"GET": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_inbox",
        tags=["assistant"],
        summary="Look at the person's inbox",
        description=f"The {MAX_ROWS} newest messages that are not done with. Nothing becomes read by it.",
        responses={200: AssistantInbox} | problems(*REFUSALS, 400),
        examples=[OpenApiExample("One", examples.INBOX, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        refuse_parameters(request)
        inbox = glance_at_inbox(self.asker.agent)
        return Response(
            {"unread": inbox.unread, "messages": [waiting_message(each) for each in inbox.messages]}
        )


class AssistantUnreadView(AssistantView):
    admits = {"GET": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_unread",
        tags=["assistant"],
        summary="How many messages are unread",
        responses={200: AssistantUnread} | problems(*REFUSALS, 400),
        examples=[OpenApiExample("One", {"unread": 1}, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        refuse_parameters(request)
        return Response({"unread": unread_count(self.asker.agent)})


class AssistantAcknowledgeView(AssistantView):
    admits = {"POST": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_acknowledge",
        tags=["assistant"],
        summary="Acknowledge a message",
        description="Tells its sender that the person has taken care of it. Safe to repeat.",
        request=AssistantAcknowledge,
        responses={200: AssistantAcknowledged}
        | problems(*REFUSALS, (400, examples.EITHER), (404, examples.NO_MESSAGE), 415),
        examples=[
            OpenApiExample("One", {"message_id": examples.MESSAGE_ID}, request_only=True),
            OpenApiExample("Done", examples.ACKNOWLEDGED, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request) -> Response:
        delivery = acknowledge_message(caller=self.asker, **body_of(request, AssistantAcknowledge))
        url = reverse("inbox:thread", args=[delivery.message_id])
        return Response({"message_id": delivery.message_id, "state": str(delivery.state), "url": url})

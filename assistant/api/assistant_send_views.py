"""POST /assistant/api/send, GET /assistant/api/agents: a person writes to an agent from the panel."""

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
from assistant.queries.person_inbox import recipients
from assistant.services.hand_over import send
from core.rest.idempotency import KEY_REUSED, idempotent
from core.rest.schema import problems
from core.rest.strict_fields import StrictIntegerField, StrictSerializer, StrictTextField
from stones.format import MAX_LEVELS


class AssistantSend(StrictSerializer):
    recipient = StrictTextField(help_text="An agent: `koda`, or of another account `koda@ann`.")
    stone = StrictTextField(required=False, help_text="A stone's text, or the hash of one that is stored.")
    content = StrictTextField(required=False, help_text="A plain text, in place of a stone.")
    max_lod = StrictIntegerField(
        required=False,
        default=1,
        min_value=0,
        max_value=MAX_LEVELS - 1,
        help_text="Of a stone, up to which level it is sent.",
    )
    subject = StrictTextField(required=False, default="")


class AssistantDelivery(serializers.Serializer[Any]):
    recipient = serializers.CharField()
    state = serializers.CharField()


class AssistantSent(serializers.Serializer[Any]):
    tracking_id = serializers.CharField()
    url = serializers.CharField(help_text="The message's page.")
    border_hash = serializers.CharField(allow_blank=True, help_text="Empty for a plain text.")
    delivered_lod = serializers.IntegerField(allow_null=True)
    deliveries = AssistantDelivery(many=True)


class AssistantAgent(serializers.Serializer[Any]):
    name = serializers.CharField()
    kind = serializers.CharField()


class AssistantSendView(AssistantView):
    admits = {"POST": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_send",
        tags=["assistant"],
        summary="Send a stone or a text to an agent",
        description="As the person. Either `stone` or `content`.",
        request=AssistantSend,
        responses={201: AssistantSent}
        | problems(
            *REFUSALS,
            (400, examples.EITHER),
            (404, examples.NO_RECIPIENT),
            (404, examples.NO_STONE),
            (409, examples.AMBIGUOUS),
            413,
            415,
            (422, examples.TOKEN),
            (422, KEY_REUSED),
        ),
        examples=[
            OpenApiExample("A stone", examples.SEND_REQUEST, request_only=True),
            OpenApiExample("Sent", examples.SENT, response_only=True, status_codes=["201"]),
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        sent = send(caller=self.asker, **body_of(request, AssistantSend))
        message = sent.message
        answer = {
            "tracking_id": message.pk,
            "url": reverse("inbox:thread", args=[message.pk]),
            "border_hash": message.border_hash,
            "delivered_lod": message.delivered_lod,
            "deliveries": [
                {"recipient": each.recipient, "state": str(each.state)} for each in sent.deliveries
            ],
        }
        return Response(answer, status=201)


class AssistantAgentsView(AssistantView):
    admits = {"GET": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_agents",
        tags=["assistant"],
        summary="List whom one can send to",
        description="The account's agents, by name.",
        responses={200: AssistantAgent(many=True)} | problems(*REFUSALS, 400),
        examples=[OpenApiExample("Two", examples.AGENTS, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        refuse_parameters(request)
        return Response([{"name": each.name, "kind": each.kind} for each in recipients(self.account.pk)])

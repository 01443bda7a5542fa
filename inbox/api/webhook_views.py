"""/mcp/webhooks: the addresses that hear what happens to the messages of the token's agent, and the calls to them."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from core.jobs.find_jobs import find_job
from core.jobs.models import JobState
from core.rest.pagination import KeysetPagination
from core.rest.request_data import parse_body, refuse_fields, refuse_parameters
from core.rest.schema import problems
from core.rest.strict_fields import StrictSerializer, StrictTextField, refuse_unknown
from inbox.api import examples, webhook_serializers
from inbox.api.agent_token_view import AgentTokenView
from inbox.api.webhook_serializers import (
    AddedWebhookSerializer,
    CallAnswerSerializer,
    WebhooksAnswerSerializer,
)
from inbox.models import CALL_WEBHOOK, Webhook, WebhookCall
from inbox.queries.webhook_calls import agent_webhook_calls, webhook_summaries, with_jobs
from inbox.rendering.webhook_facts import serialize_added_webhook, serialize_call, serialize_webhook
from inbox.services.call_webhooks import resend_call
from inbox.services.manage_webhooks import add_webhook, remove_webhook, rotate_secret

WEBHOOK_PARAMETER = OpenApiParameter("webhook", OpenApiTypes.STR, "path", description="The webhook's id.")
CALL_PARAMETER = OpenApiParameter("call", OpenApiTypes.STR, "path", description="The call's id.")
STATE_PARAMETER = OpenApiParameter("state", OpenApiTypes.STR, enum=JobState.values, description="Only those.")


class AddRequestSerializer(StrictSerializer):
    url = StrictTextField(
        help_text="https://, or http:// where the site does not require TLS; on the public internet, unless the site "
        "allows other networks; without user name, password or fragment; at most 500 characters."
    )


class WebhooksView(AgentTokenView):
    required_scopes = {"GET": "inbox:read", "POST": ("inbox:read", "inbox:send")}

    @extend_schema(
        operation_id="list_webhooks",
        tags=["webhooks"],
        summary="List this agent's webhooks",
        description="Each with its newest call. There are at most ten.",
        responses={200: WebhooksAnswerSerializer} | problems(400),
        examples=[
            OpenApiExample("One webhook", webhook_serializers.LIST, response_only=True, status_codes=["200"])
        ],
    )
    def get(self, request: Request) -> Response:
        refuse_parameters(request)
        return Response({"webhooks": [serialize_webhook(*row) for row in webhook_summaries(self.agent)]})

    @extend_schema(
        operation_id="add_webhook",
        tags=["webhooks"],
        summary="Add a webhook",
        description="From now on it is told of `message.received`, and of `message.acknowledged` and `message.dead` "
        "for what this agent sent: a POST of {type, timestamp, data}, with LOD-0 and the price, never the payload, "
        "signed as Standard Webhooks say. Any 2xx within 10 seconds takes it; redirects are not followed, 410 turns "
        "the webhook off, anything else is tried again for about a day. The same `webhook-id` is the same event.",
        request=AddRequestSerializer,
        responses={201: AddedWebhookSerializer}
        | problems((400, webhook_serializers.INVALID), (409, webhook_serializers.TAKEN), 415),
        examples=[
            OpenApiExample("An address", webhook_serializers.ADD_REQUEST, request_only=True),
            OpenApiExample("Its secret", webhook_serializers.ADDED, response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request) -> Response:
        refuse_parameters(request)
        serializer = parse_body(request, AddRequestSerializer)
        webhook, secret = add_webhook(agent=self.agent, url=serializer.validated_data["url"])
        return _secret_response(webhook, secret, status=201)


def _secret_response(webhook: Webhook, secret: str, *, status: int = 200) -> Response:
    response = Response(serialize_added_webhook(webhook, secret), status=status)
    response["Cache-Control"] = "no-store"
    return response


class WebhookView(AgentTokenView):
    required_scopes = {"DELETE": "inbox:send"}

    @extend_schema(
        operation_id="remove_webhook",
        tags=["webhooks"],
        summary="Remove a webhook",
        description="With all of its calls: what it was still to be told is told to nobody.",
        parameters=[WEBHOOK_PARAMETER],
        responses={204: None} | problems(400, (404, webhook_serializers.NO_WEBHOOK)),
    )
    def delete(self, request: Request, webhook: str) -> Response:
        refuse_parameters(request)
        remove_webhook(agent=self.agent, webhook_id=webhook)
        return Response(status=204)


class RotateSecretView(AgentTokenView):
    required_scopes = {"POST": ("inbox:read", "inbox:send")}

    @extend_schema(
        operation_id="rotate_webhook_secret",
        tags=["webhooks"],
        summary="Give a webhook a new secret",
        description="Calls that are still to be made stay. For 24 hours each call carries a signature by the new "
        "secret and one by the secret that it replaced, separated by a space (Standard Webhooks): put the new one "
        "in the receiver's place within that time.",
        parameters=[WEBHOOK_PARAMETER],
        request=None,
        responses={200: AddedWebhookSerializer} | problems(400, (404, webhook_serializers.NO_WEBHOOK)),
        examples=[
            OpenApiExample(
                "Its new secret", webhook_serializers.ROTATED, response_only=True, status_codes=["200"]
            )
        ],
    )
    def post(self, request: Request, webhook: str) -> Response:
        refuse_parameters(request)
        refuse_fields(request)
        return _secret_response(*rotate_secret(agent=self.agent, webhook_id=webhook))


class WebhookCallsView(AgentTokenView, GenericAPIView[WebhookCall]):
    required_scopes = {"GET": "inbox:read"}
    queryset = WebhookCall.objects.none()  # for the documentation; `get` knows the agent
    serializer_class = CallAnswerSerializer
    pagination_class = KeysetPagination
    filter_backends = ()

    @extend_schema(
        operation_id="list_webhook_calls",
        tags=["webhooks"],
        summary="List the calls of this agent's webhooks",
        description="Newest first; `state=failed` are the dead letters. Calls are kept for `WEBHOOK_CALL_DAYS` "
        "(30 by default); of a delivered one the state alone is left after a week.",
        parameters=[STATE_PARAMETER],
        responses={200: CallAnswerSerializer(many=True)} | problems((400, examples.INVALID_CURSOR)),
        examples=[
            OpenApiExample("Given up", webhook_serializers.CALL, response_only=True, status_codes=["200"])
        ],
    )
    def get(self, request: Request) -> Response:
        refuse_unknown(request.query_params, dict.fromkeys(["state", *KeysetPagination.parameters]))
        state = request.query_params.get("state")
        if state is not None and state not in JobState.values:
            raise ValidationError({"state": [f"Must be one of {', '.join(JobState.values)}."]})
        page = self.paginate_queryset(agent_webhook_calls(self.agent, state))
        return self.get_paginated_response([serialize_call(call, job) for call, job in with_jobs(page or ())])


class ResendWebhookCallView(AgentTokenView):
    required_scopes = {"POST": ("inbox:read", "inbox:send")}

    @extend_schema(
        operation_id="resend_webhook_call",
        tags=["webhooks"],
        summary="Have a call made again",
        description="One that was given up, under the same `webhook-id`, with all its tries anew.",
        parameters=[CALL_PARAMETER],
        request=None,
        responses={200: CallAnswerSerializer}
        | problems(400, (404, webhook_serializers.NO_CALL), (409, webhook_serializers.NOT_FAILED)),
        examples=[
            OpenApiExample(
                "It waits again",
                webhook_serializers.CALL
                | {"state": "pending", "attempts": 0, "reason_code": None, "reason": None}
                | {"next_try": "2026-01-19T10:00:00Z", "finished": None},
                response_only=True,
                status_codes=["200"],
            )
        ],
    )
    def post(self, request: Request, call: str) -> Response:
        refuse_parameters(request)
        refuse_fields(request)
        resent = resend_call(agent=self.agent, call_id=call)
        return Response(serialize_call(resent, find_job(resent, CALL_WEBHOOK)))

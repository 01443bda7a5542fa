"""/mcp/webhooks: the addresses that hear what happens to the messages of the token's agent, and the calls to them."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from inbox.api import examples
from inbox.api import webhook_answers as answers
from inbox.api.requests import NoBody, NoQuery
from inbox.api.views import InboxView
from inbox.api.webhook_answers import AddedWebhook, CallAnswer, WebhooksAnswer
from inbox.calls import calls_of, webhook_rows
from inbox.models import WebhookCall
from inbox.services.calling import resend_call
from inbox.services.webhooks import add_webhook, remove_webhook
from jobs.models import JobState
from rest.fields import StrictSerializer, Text, refuse_unknown
from rest.pagination import KeysetPagination
from rest.schema import problems

WEBHOOK = OpenApiParameter("webhook", OpenApiTypes.STR, "path", description="The webhook's id.")
CALL = OpenApiParameter("call", OpenApiTypes.STR, "path", description="The call's id.")
STATE = OpenApiParameter("state", OpenApiTypes.STR, enum=JobState.values, description="Only those.")


class AddRequest(StrictSerializer):
    url = Text(
        help_text="http:// or https://, on the public internet; without user name, password or fragment; at most 500 "
        "characters."
    )


class WebhooksView(InboxView):
    required_scopes = {"GET": "inbox:read", "POST": ("inbox:read", "inbox:send")}

    @extend_schema(
        operation_id="list_webhooks",
        tags=["webhooks"],
        summary="List this agent's webhooks",
        description="Each with its newest call. There are at most ten.",
        responses={200: WebhooksAnswer} | problems(400),
        examples=[OpenApiExample("One webhook", answers.LIST, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        NoQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        return Response({"webhooks": [answers.webhook_answer(row) for row in webhook_rows(self.agent)]})

    @extend_schema(
        operation_id="add_webhook",
        tags=["webhooks"],
        summary="Add a webhook",
        description="From now on it is told of `message.received`, and of `message.acknowledged` and `message.dead` "
        "for what this agent sent: a POST of {type, timestamp, data}, with LOD-0 and the price, never the payload, "
        "signed as Standard Webhooks say. Any 2xx within 10 seconds takes it; redirects are not followed, 410 turns "
        "the webhook off, anything else is tried again for about a day. The same `webhook-id` is the same event.",
        request=AddRequest,
        responses={201: AddedWebhook} | problems((400, answers.INVALID), (409, answers.TAKEN)),
        examples=[
            OpenApiExample("An address", answers.ADD_REQUEST, request_only=True),
            OpenApiExample("Its secret", answers.ADDED, response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request) -> Response:
        NoQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        given = AddRequest(data=request.data)
        given.is_valid(raise_exception=True)
        webhook, secret = add_webhook(agent=self.agent, url=given.validated_data["url"])
        response = Response(answers.added_webhook(webhook, secret), status=201)
        response["Cache-Control"] = "no-store"
        return response


class WebhookView(InboxView):
    required_scopes = {"DELETE": "inbox:send"}

    @extend_schema(
        operation_id="remove_webhook",
        tags=["webhooks"],
        summary="Remove a webhook",
        description="With all of its calls: what it was still to be told is told to nobody.",
        parameters=[WEBHOOK],
        responses={204: None} | problems(400, (404, answers.NO_WEBHOOK)),
    )
    def delete(self, request: Request, webhook: str) -> Response:
        NoQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        remove_webhook(agent=self.agent, webhook_id=webhook)
        return Response(status=204)


class CallsView(InboxView, GenericAPIView[WebhookCall]):
    required_scopes = {"GET": "inbox:read"}
    queryset = WebhookCall.objects.none()  # for the documentation; `get` knows the agent
    serializer_class = CallAnswer
    pagination_class = KeysetPagination
    filter_backends = ()

    @extend_schema(
        operation_id="list_webhook_calls",
        tags=["webhooks"],
        summary="List the calls of this agent's webhooks",
        description="Newest first; `state=failed` are the dead letters. They are kept for 30 days after their end.",
        parameters=[STATE],
        responses={200: CallAnswer(many=True)} | problems((400, examples.INVALID_CURSOR)),
        examples=[OpenApiExample("Given up", answers.CALL, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        refuse_unknown(request.query_params, dict.fromkeys(["state", *KeysetPagination.parameters]))
        calls = calls_of(self.agent)
        if (state := request.query_params.get("state")) is not None:
            if state not in JobState.values:
                raise ValidationError({"state": [f"Must be one of {', '.join(JobState.values)}."]})
            calls = calls.filter(state=state)
        page = self.paginate_queryset(calls)
        return self.get_paginated_response([answers.call_answer(call) for call in page or ()])


class ResendCallView(InboxView):
    required_scopes = {"POST": ("inbox:read", "inbox:send")}

    @extend_schema(
        operation_id="resend_webhook_call",
        tags=["webhooks"],
        summary="Have a call made again",
        description="One that was given up, under the same `webhook-id`, with all its tries anew.",
        parameters=[CALL],
        request=None,
        responses={200: CallAnswer} | problems(400, (404, answers.NO_CALL), (409, answers.NOT_FAILED)),
        examples=[
            OpenApiExample(
                "It waits again",
                answers.CALL
                | {"state": "pending", "attempts": 0, "reason_code": None, "reason": None}
                | {"next_try": "2026-01-19T10:00:00Z", "finished": None},
                response_only=True,
                status_codes=["200"],
            )
        ],
    )
    def post(self, request: Request, call: str) -> Response:
        NoQuery(data=request.query_params.dict()).is_valid(raise_exception=True)
        NoBody(data=request.data).is_valid(raise_exception=True)
        return Response(answers.call_answer(resend_call(agent=self.agent, call_id=call)))

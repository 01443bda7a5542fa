"""POST and GET /mcp/helpers: heavy reading is handed to a helper, who answers by a message."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from core.jobs.find_jobs import find_job, jobs_of
from core.jobs.models import JobState
from core.rest.idempotency import KEY_REUSED, idempotent
from core.rest.pagination import KeysetPagination
from core.rest.request_data import parse_body, refuse_fields, refuse_parameters
from core.rest.schema import problems
from core.rest.strict_fields import StrictIntegerField, StrictSerializer, StrictTextField, refuse_unknown
from core.rest.trust import TrustField
from inbox.api import helper_examples as examples
from inbox.api.agent_token_view import AgentTokenView
from inbox.models import RUN_HELPER, HelperJob
from inbox.rendering.helper_facts import serialize_helper
from inbox.services import spawn_helpers

ID_PARAMETER = OpenApiParameter(
    "helper", OpenApiTypes.STR, "path", description="The id of a helper that you asked for."
)


class HelperRequestSerializer(StrictSerializer):
    border_hash = StrictTextField(help_text="The stone to read: one that your account stored or was sent.")
    task = StrictTextField(
        help_text=f"What you want to know of it, 1 to {spawn_helpers.MAX_TASK:,} characters."
    )
    answer_tokens = StrictIntegerField(
        required=False,
        default=spawn_helpers.DEFAULT_ANSWER_TOKENS,
        help_text=f"The most that the answer may cost you, "
        f"{spawn_helpers.ANSWER_TOKENS[0]} to {spawn_helpers.ANSWER_TOKENS[-1]:,}.",
    )
    budget_tokens = StrictIntegerField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The most that a model may spend on it; four times the source, unless given. Nothing is spent where "
        "no model is configured: then passages are quoted.",
    )


class HelperAnswerSerializer(serializers.Serializer[Any]):
    """A helper's job. `tracking_id` is the message in your inbox: the answer, or why there is none."""

    id = serializers.CharField()
    state = serializers.ChoiceField(JobState.values)
    border_hash = serializers.CharField()
    task = serializers.CharField()
    answer_tokens = serializers.IntegerField()
    budget_tokens = serializers.IntegerField()
    used_tokens = serializers.IntegerField(
        help_text="What a model has cost so far; 0 where passages are quoted."
    )
    model = serializers.CharField(help_text="Who wrote the answer; empty: it is extracted.")
    attempts = serializers.IntegerField()
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)
    tracking_id = serializers.CharField(allow_null=True)
    error_code = serializers.CharField(help_text="Why the last attempt failed; empty: it did not.")
    error = serializers.CharField()
    trust = TrustField()


def _helper_response(helper: HelperJob, status: int = 200) -> Response:
    return Response(serialize_helper(helper, find_job(helper, RUN_HELPER)), status=status)


class HelperListView(AgentTokenView, GenericAPIView[HelperJob]):
    required_scopes = {"GET": "inbox:read", "POST": "inbox:send"}
    queryset = HelperJob.objects.none()  # for the documentation; `get` knows the agent
    serializer_class = HelperAnswerSerializer
    pagination_class = KeysetPagination
    filter_backends = ()

    @extend_schema(
        operation_id="spawn_helper",
        tags=["helpers"],
        summary="Have a helper read a stone",
        description="For a stone whose reading costs too much: a helper reads all of it with your task at hand and "
        "sends you a stone, LOD-0 to LOD-2, with quotes and their line numbers. With a model it writes, within "
        "`budget_tokens`; without one it quotes the passages that serve the task. While it is under way, the same task "
        "for the same stone is the same job. Without the scope stones:read only a stone that was sent to you is read.",
        request=HelperRequestSerializer,
        responses={202: HelperAnswerSerializer}
        | problems(
            (400, examples.INVALID),
            (404, examples.NO_STONE),
            (409, examples.AMBIGUOUS),
            (409, examples.UNDER_WAY),
            415,
            (422, KEY_REUSED),
        ),
        examples=[
            OpenApiExample("A question", examples.REQUEST, request_only=True),
            OpenApiExample("Asked", examples.HELPER_ACCEPTED, response_only=True, status_codes=["202"]),
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        refuse_parameters(request)
        serializer = parse_body(request, HelperRequestSerializer)
        job = spawn_helpers.spawn_helper(
            agent=self.agent, only_delivered=self.only_delivered, **serializer.validated_data
        )
        return _helper_response(job, status=202)

    @extend_schema(
        operation_id="list_helpers",
        tags=["helpers"],
        summary="List the helpers that you asked for",
        description="Newest first.",
        responses={200: HelperAnswerSerializer(many=True)} | problems((400, examples.INVALID_CURSOR)),
        examples=[OpenApiExample("One", examples.DONE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        refuse_unknown(request.query_params, dict.fromkeys(KeysetPagination.parameters))
        page = self.paginate_queryset(spawn_helpers.agent_jobs(self.agent))
        jobs = jobs_of(page or (), RUN_HELPER)
        return self.get_paginated_response(
            [serialize_helper(helper, jobs[helper.pk]) for helper in page or ()]
        )


class HelperDetailView(AgentTokenView):
    required_scopes = {"GET": "inbox:read"}

    @extend_schema(
        operation_id="read_helper",
        tags=["helpers"],
        summary="How far a helper is",
        description="`done`: its answer is the message `tracking_id` in your inbox. `failed`: that message says why.",
        parameters=[ID_PARAMETER],
        responses={200: HelperAnswerSerializer} | problems(400, (404, examples.NO_HELPER)),
        examples=[OpenApiExample("Answered", examples.DONE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, helper: str) -> Response:
        refuse_parameters(request)
        return _helper_response(spawn_helpers.find_helper(self.agent, helper))


class RestartHelperView(AgentTokenView):
    required_scopes = {"POST": "inbox:send"}

    @extend_schema(
        operation_id="restart_helper",
        tags=["helpers"],
        summary="Start a failed helper again",
        parameters=[ID_PARAMETER],
        request=None,
        responses={202: HelperAnswerSerializer}
        | problems(400, (404, examples.NO_HELPER), (409, examples.NOT_FAILED), (422, KEY_REUSED)),
        examples=[
            OpenApiExample("Asked", examples.HELPER_ACCEPTED, response_only=True, status_codes=["202"])
        ],
    )
    @idempotent
    def post(self, request: Request, helper: str) -> Response:
        refuse_parameters(request)
        refuse_fields(request)
        return _helper_response(spawn_helpers.restart_helper(agent=self.agent, job_id=helper), status=202)

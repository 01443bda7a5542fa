"""POST /assistant/api/helper, GET helper/{job_id} and helper-price: heavy reading is handed to a helper."""

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assistant.api import examples
from assistant.api.assistant_stone_views import FINDING
from assistant.api.assistant_view import AssistantView, KeyQuery, body_of, refuse_parameters
from assistant.api.caller_authentication import AllowedCaller
from assistant.api.problems import REFUSALS
from core.jobs.find_jobs import find_job
from core.jobs.models import JobState
from core.rest.request_data import parse_query
from core.rest.schema import problems
from core.rest.strict_fields import StrictSerializer, StrictTextField
from core.rest.trust import UNTRUSTED, TrustField
from inbox.models import RUN_HELPER
from inbox.services import spawn_helpers
from stones.queries import find_stone

_UNANSWERED = {
    JobState.DONE: "It has answered; the message was deleted.",
    JobState.FAILED: "It could not answer.",
}


class AssistantHelper(StrictSerializer):
    border_hash = StrictTextField(help_text="The stone to read.")
    task = StrictTextField(
        help_text=f"What you want to know of it, 1 to {spawn_helpers.MAX_TASK:,} characters."
    )


class AssistantHelperAccepted(serializers.Serializer[Any]):
    job_id = serializers.CharField()
    url = serializers.CharField(help_text="The page that says how far it is.")
    budget = serializers.IntegerField(help_text="The most tokens that a model may spend on it.")


class AssistantHelperFound(serializers.Serializer[Any]):
    """How far a helper is; what it found is in `scan`, its LOD-0, and behind `url`."""

    job_id = serializers.CharField()
    state = serializers.ChoiceField(JobState.values)
    border_hash = serializers.CharField(help_text="The stone that it reads.")
    task = serializers.CharField()
    glow_channel = serializers.CharField(
        allow_blank=True, help_text="Of the stone; empty once that is deleted."
    )
    scan = serializers.CharField(allow_blank=True, help_text="Empty until it has answered, or failed.")
    answer_tokens = serializers.IntegerField(
        help_text="What all of the answer costs to read; 0: there is none."
    )
    tokens = serializers.IntegerField(help_text="What a model has cost; 0 where passages are quoted.")
    url = serializers.CharField(help_text="The page of the answer; of the helper where there is none.")
    trust = TrustField()


class PriceQuery(KeyQuery):
    border_hash = StrictTextField()


class AssistantHelperPrice(serializers.Serializer[Any]):
    """What a helper may cost: `budget` where a model is configured, else nothing, and passages are quoted."""

    border_hash = serializers.CharField()
    tokens = serializers.IntegerField(help_text="What all of the stone costs to read.")
    budget = serializers.IntegerField()
    answer_tokens = serializers.IntegerField(help_text="The most that the answer costs to read.")
    has_model = serializers.BooleanField()


class AssistantHelperView(AssistantView):
    admits = {"POST": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_helper",
        tags=["assistant"],
        summary="Have a helper read a stone",
        description="Its answer comes into the person's inbox. While it is under way, the same task for the same stone "
        "is the same job.",
        request=AssistantHelper,
        responses={202: AssistantHelperAccepted}
        | problems(*REFUSALS, (400, examples.INVALID_TASK), *FINDING, 415, (422, examples.TOKEN)),
        examples=[
            OpenApiExample("A question", examples.HELPER_REQUEST, request_only=True),
            OpenApiExample("Asked", examples.HELPER, response_only=True, status_codes=["202"]),
        ],
    )
    def post(self, request: Request) -> Response:
        job = spawn_helpers.spawn_helper(agent=self.asker.agent, **body_of(request, AssistantHelper))
        url = reverse("inbox:helper", args=[job.pk])
        return Response({"job_id": job.pk, "url": url, "budget": job.budget_tokens}, status=202)


class AssistantHelperJobView(AssistantView):
    admits = {"GET": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_helper_job",
        tags=["assistant"],
        summary="How far a helper is, and what it found",
        description="Its answer by LOD-0, as a list shows it: nothing becomes read by it.",
        responses={200: AssistantHelperFound} | problems(*REFUSALS, 400, (404, examples.NO_HELPER)),
        examples=[OpenApiExample("Answered", examples.HELPER_JOB, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, job_id: str) -> Response:
        refuse_parameters(request)
        job = spawn_helpers.find_account_helper(self.account, job_id)
        answer, state = job.answer, find_job(job, RUN_HELPER).state
        return Response(
            {
                "job_id": job.pk,
                "state": state,
                "border_hash": job.border_hash,
                "task": job.task,
                "glow_channel": job.stone.glow_channel if job.stone else "",
                "scan": answer.scan if answer else _UNANSWERED.get(JobState(state), ""),
                "answer_tokens": answer.lod_tokens[-1] if answer else 0,
                "tokens": job.used_tokens,
                "trust": UNTRUSTED,
                "url": reverse("inbox:thread", args=[answer.pk])
                if answer
                else reverse("inbox:helper", args=[job.pk]),
            }
        )


class AssistantHelperPriceView(AssistantView):
    admits = {"GET": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_helper_price",
        tags=["assistant"],
        summary="What a helper would cost",
        parameters=[OpenApiParameter("border_hash", OpenApiTypes.STR, required=True)],
        responses={200: AssistantHelperPrice} | problems(*REFUSALS, *FINDING),
        examples=[OpenApiExample("Its price", examples.PRICE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        query = parse_query(request, PriceQuery)
        stone = find_stone(self.account, query.validated_data["border_hash"], recipient=self.asker.agent)
        content = stone.content
        return Response(
            {
                "border_hash": content.border_hash,
                "tokens": content.tokens,
                "budget": spawn_helpers.default_budget(content.tokens),
                "answer_tokens": spawn_helpers.DEFAULT_ANSWER_TOKENS,
                "has_model": spawn_helpers.has_model(),
            }
        )

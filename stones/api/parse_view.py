"""POST /api/parse-qastone: read a paste without storing it."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.rest.request_data import parse_body, refuse_parameters
from core.rest.schema import problems
from core.rest.trust import TrustField
from core.rest.views import RestView
from stones import examples, services
from stones.api.stone_requests import ParseRequest
from stones.focus_serializers import COUNTING
from stones.format import COMPLEXITIES, LEVEL_NAMES, HashVerdict, TaskContext
from stones.rendering import serialize_paste
from stones.services.given_levels import paste_level_warnings


class PastedLevel(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    name = serializers.ChoiceField(LEVEL_NAMES, allow_null=True)
    content = serializers.CharField(allow_blank=True)
    tokens = serializers.IntegerField()


class Warned(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    reason = serializers.CharField()


class AssessmentAnswer(serializers.Serializer[Any]):
    """How much of it to read, from the header alone."""

    level = serializers.IntegerField()
    reason = serializers.CharField()
    spawn_helper = serializers.BooleanField()


class PastedStoneAnswer(serializers.Serializer[Any]):
    header = serializers.DictField(help_text="By the format's keys; `extra` holds those it does not know.")
    levels = PastedLevel(many=True)
    header_tokens = serializers.IntegerField()
    verdict = serializers.ChoiceField([verdict.value for verdict in HashVerdict])
    complexity = serializers.ChoiceField(COMPLEXITIES, allow_null=True)
    assessment = AssessmentAnswer()
    is_closed = serializers.BooleanField(
        help_text="false: its end mark is missing, so it may have been cut off."
    )
    warnings = Warned(many=True)
    start = serializers.IntegerField(help_text="Characters before it; line ends count as one.")
    end = serializers.IntegerField()
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()


class AroundAnswer(serializers.Serializer[Any]):
    start = serializers.IntegerField()
    text = serializers.CharField(trim_whitespace=False)


class ParseAnswer(serializers.Serializer[Any]):
    stones = PastedStoneAnswer(many=True)
    around = AroundAnswer(many=True, help_text="The text between and around them.")
    counting = COUNTING
    trust = TrustField()


class ParseView(RestView):
    required_scopes = {"POST": "stones:read"}

    @extend_schema(
        operation_id="parse_qastone",
        tags=["stones"],
        summary="Read the stones of a paste",
        description="Every stone of a text with its levels, its verdict and how much of it to read, and the text "
        "around them. Nothing is stored. The verdict is about the source alone: of a stone that was not made here, "
        "`warnings` say that its shorter levels are unchecked, which faults a check by words finds in LOD-0 and LOD-1 "
        "(it misses most), and what they leave out of the source's prohibitions, warnings and asks.",
        request=ParseRequest,
        responses={200: ParseAnswer} | problems(400, 413, 415, (422, examples.NOT_A_STONE)),
        examples=[
            OpenApiExample("A paste", {"text": f"Please do this:\n{examples.QASTONE}"}, request_only=True),
            OpenApiExample("Its stone", examples.PARSED, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request) -> Response:
        refuse_parameters(request)
        sent = parse_body(request, ParseRequest)
        context = TaskContext(**sent.validated_data.get("context", {}))
        paste = services.read_paste(text=sent.validated_data["text"], context=context)
        parsed = [pasted.found.stone for pasted in paste.stones]
        return Response(
            serialize_paste(paste, paste_level_warnings(self.account, parsed, recipient=self.agent))
        )

"""POST /api/quickstart/ask and /api/quickstart/feedback."""

from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from answering.answer_paths import answer_paths
from answering.answer_resource import AnswerResource, FollowedView
from answering.describe_answers import ACCEPTED, MAX_WAIT, TOO_MANY, WaitQuery
from answering.models import WrittenAnswer
from core.rest.request_data import parse_body, parse_query, refuse_parameters
from core.rest.schema import problems
from core.rest.strict_fields import StrictBooleanField, StrictIntegerField, StrictSerializer, StrictTextField
from core.rest.trust import UNTRUSTED
from core.rest.views import RestView
from quickstart.api import examples
from quickstart.api.quickstart_serializers import AnswerBody
from quickstart.api.views import at_this_site_if_shipped
from quickstart.kinds import Intent, OwnerKind
from quickstart.models import FeedbackVerdict
from quickstart.queries.readable_collections import collections_to_ask
from quickstart.rendering import to_json, to_markdown
from quickstart.rendering.answer_content import QuickstartAnswer
from quickstart.services.answer_question import MAX_QUESTION, MAX_SESSION, session_key_of
from quickstart.services.ask_collections import ask_collections
from quickstart.services.choose_option import pick_option
from quickstart.services.give_feedback import MAX_COMMENT, give_feedback
from quickstart.services.request_phrasing import PHRASING, request_phrasing, worded_answer_of

MAX_SCORES = 5
VERDICTS = [each.value for each in FeedbackVerdict]


class AskRequest(StrictSerializer):
    query = StrictTextField(help_text=f"The question as it is typed, at most {MAX_QUESTION:,} characters.")
    collection = StrictTextField(
        required=False,
        default="",
        help_text="The name of one that you may ask. Without it all are asked, one after another, your own first.",
    )
    session = StrictTextField(
        required=False,
        default="",
        help_text=f"A name of your choice for this sitting, at most {MAX_SESSION} characters: what was told in it is "
        "not explained again, and what should be known first comes first.",
    )
    intent = serializers.ChoiceField(
        [each.value for each in Intent],
        required=False,
        default=None,
        help_text="In place of the one we see in it.",
    )
    phrase = StrictBooleanField(
        required=False,
        default=False,
        help_text="true: the configured model words the answer from the entries that were found, by their ids.",
    )


class FeedbackRequest(StrictSerializer):
    question_id = StrictIntegerField(min_value=1, max_value=2**63 - 1, help_text="Of the answer.")
    verdict = serializers.ChoiceField(VERDICTS)
    comment = StrictTextField(required=False, default="", help_text=f"At most {MAX_COMMENT:,} characters.")
    entry_id = StrictTextField(
        required=False,
        default="",
        help_text="Of several options, or of the nearest, the entry that it was (`up`): a curator may take the "
        "question as a wording of it.",
    )
    skill_id = StrictTextField(required=False, default="", help_text="The same of a skill.")

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        picked = [name for name in ("entry_id", "skill_id") if fields[name]]
        if picked and (len(picked) > 1 or fields["verdict"] != FeedbackVerdict.UP or fields["comment"]):
            raise serializers.ValidationError(
                {picked[0]: "Say with `up` alone which one it was, an entry or a skill."}, code="not_one_pick"
            )
        return fields


class FeedbackAnswer(serializers.Serializer[Any]):
    question_id = serializers.IntegerField()
    verdict = serializers.ChoiceField(VERDICTS)


def answer_body(answer: QuickstartAnswer) -> dict[str, Any]:
    # The page shows them all; an agent pays for each.
    answer = replace(answer, scores=answer.scores[:MAX_SCORES])
    return to_json(answer) | {"markdown": to_markdown(answer), "trust": UNTRUSTED}


def render_answer(answer: WrittenAnswer) -> dict[str, Any]:
    return answer_body(worded_answer_of(answer))


ASK_ANSWERS = AnswerResource(kinds=(PHRASING,), url="quickstart-api:ask", render=render_answer)


class AskView(FollowedView):
    required_scopes = {"POST": "kb:read"}

    @extend_schema(
        operation_id="ask_quickstart",
        tags=["quickstart"],
        summary="Ask how something is done",
        description="Answers from curated entries and skills, never from anything else. `outcome` is `answered`; "
        "`ask_back`, when none of several stands out (`options`, each with its first sentence); or `no_answer`, with "
        "the `nearest` three, and the question is kept for a curator. Commands are shown, never run. Safe to repeat: "
        "the log of a session has it once.\n\nA model's wording (`phrase`) is written in the background: the call "
        "waits as long as `wait` says, then 202 names where the answer will be with it. With `Accept: "
        "text/event-stream` the response is a stream of it.",
        request=AskRequest,
        parameters=[WaitQuery],
        responses={200: AnswerBody, **ACCEPTED}
        | problems(
            (400, examples.INVALID_QUESTION), (404, examples.NO_COLLECTION), 415, 422, (429, TOO_MANY)
        ),
        examples=[
            OpenApiExample("A question", examples.ASK, request_only=True),
            OpenApiExample("Its answer", examples.ANSWER, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request) -> HttpResponse:
        wait = parse_query(request, WaitQuery).validated_data.get("wait", MAX_WAIT)
        serializer = parse_body(request, AskRequest)
        validated = serializer.validated_data
        chosen, answer = ask_collections(
            account=self.account,
            collections=collections_to_ask(self.account, validated["collection"] or None),
            query=validated["query"],
            session_key=session_key_of(self.caller, validated["session"]),
            intent=Intent(validated["intent"]) if validated["intent"] else None,
            asked_by=self.reader,
        )
        if validated["phrase"]:
            written = request_phrasing(answer, account=self.account, requester=self.caller)
            if written is not None:
                return ASK_ANSWERS.respond(self, written, wait=wait)
        body = answer_body(answer)
        return ASK_ANSWERS.immediate(self, at_this_site_if_shipped(body, chosen, request))


ASK_PATHS = answer_paths(
    "ask",
    ASK_ANSWERS,
    scope="kb:read",
    operation="ask_quickstart",
    tag="quickstart",
    body=AnswerBody,
    example=examples.ANSWER,
)


class FeedbackView(RestView):
    required_scopes = {"POST": "kb:read"}

    @extend_schema(
        operation_id="quickstart_feedback",
        tags=["quickstart"],
        summary="Say whether an answer was right",
        description="Of a question that your account asked. Safe to repeat: the last word counts. A wrong answer "
        "waits for a curator. Where several were offered, `entry_id` or `skill_id` says which one it was.",
        request=FeedbackRequest,
        responses={200: FeedbackAnswer}
        | problems((400, examples.INVALID_FEEDBACK), (404, examples.NO_QUESTION), 415, 422),
        examples=[
            OpenApiExample("It was not", {"question_id": 41, "verdict": "down"}, request_only=True),
            OpenApiExample(
                "Kept", {"question_id": 41, "verdict": "down"}, response_only=True, status_codes=["200"]
            ),
        ],
    )
    def post(self, request: Request) -> Response:
        refuse_parameters(request)
        serializer = parse_body(request, FeedbackRequest)
        validated = serializer.validated_data
        question_id = validated["question_id"]
        if option_id := validated["entry_id"] or validated["skill_id"]:
            kind: OwnerKind = "entry" if validated["entry_id"] else "skill"
            question = pick_option(
                account=self.account, question_id=question_id, kind=kind, option_id=option_id
            )
        else:
            question = give_feedback(
                account=self.account,
                question_id=question_id,
                verdict=FeedbackVerdict(validated["verdict"]),
                comment=validated["comment"],
            )
        return Response({"question_id": question.pk, "verdict": question.verdict})

"""POST /api/brain/query and /api/brain/query-with-schema."""

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from answering.answer_resource import FollowedView
from answering.describe_answers import ACCEPTED, MAX_WAIT, TOO_MANY, WaitQuery
from answering.models import WrittenAnswer
from brain.answer_serializers import BrainAnswer
from brain.api import examples
from brain.api.written_answer_views import QUERY_ANSWERS, SCHEMA_ANSWERS, ShapedBody
from brain.models import Interface
from brain.models.conversations import MAX_CONVERSATION_NAME
from brain.services.answer_in_schema import MAX_SYSTEM_PROMPT
from brain.services.answer_question import BrainQuestion
from brain.services.collect_context import DEFAULT_QUERY, MAX_QUERY
from brain.services.request_brain_answer import ask_or_request, request_schema_answer
from core.rest.request_data import parse_body, parse_query
from core.rest.schema import problems
from core.rest.strict_fields import JsonObject, StrictBooleanField, StrictSerializer, StrictTextField


class QueryRequest(StrictSerializer):
    query = StrictTextField(
        required=False,
        default="",
        help_text=f"The question as it is typed, at most {MAX_QUERY:,} characters; `#tag` looks only at notes with "
        f'that tag. Blank: "{DEFAULT_QUERY}"',
    )
    use_external = StrictBooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="true: sources outside are asked, too, where notes and profile do not cover the question: they are "
        "sent its words. null: as your account prefers.",
    )


class ConversationQuery(QueryRequest):
    conversation = StrictTextField(
        required=False,
        allow_null=True,
        default=None,
        help_text=f"Name of the conversation that it belongs to, 1 to {MAX_CONVERSATION_NAME} characters; what was "
        "said there is known. null: the one of your agent's name.",
    )


class SchemaRequest(QueryRequest):
    schema = JsonObject(
        help_text="A JSON Schema (draft 2020-12). References stay within it: nothing is fetched."
    )
    system_prompt = StrictTextField(
        required=False,
        allow_null=True,
        default=None,
        help_text="How to answer, in place of the standard instructions; the rules about sources stay. At most "
        f"{MAX_SYSTEM_PROMPT:,} characters.",
    )
    conversation = StrictTextField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Name of a conversation whose turns the model is told. null: none.",
    )


class AskBrainView(FollowedView):
    required_scopes = {"POST": "brain:ask"}

    @extend_schema(
        operation_id="query_brain",
        tags=["brain"],
        summary="Ask the brain",
        description="Answers from the account's notes and profile, and where it is wanted from outside. Every citation "
        "was checked: what is in `metadata` stands in its source, word for word. Without a model the best sentences "
        "are quoted (`mode: extractive`). An answer that nothing supports says so, and `hasSources` is false.\n\n"
        "The question becomes a turn of the conversation. No `Idempotency-Key` is read, as a model is asked: the same "
        "call again is another turn. When the model fails (503 `model_unavailable`) nothing is kept; `Retry-After` "
        "says when to ask again, where that is known.\n\nA model's answer is written in the background. The call waits "
        "for it, as long as `wait` says; then 202 names where it will be, its stream and how it is stopped. With "
        "`Accept: text/event-stream` the response is that stream at once.",
        request=ConversationQuery,
        parameters=[WaitQuery],
        responses={200: BrainAnswer, **ACCEPTED}
        | problems(
            (400, examples.INVALID_QUERY),
            (400, examples.INVALID),
            (404, examples.CONVERSATION_GONE),
            415,
            (422, examples.TOKEN),
            (429, TOO_MANY),
            (503, examples.MODEL_UNAVAILABLE),
        ),
        examples=[
            OpenApiExample("A question", examples.QUERY, request_only=True),
            OpenApiExample("Its answer", examples.ANSWER, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request) -> HttpResponse:
        wait = parse_query(request, WaitQuery).validated_data.get("wait", MAX_WAIT)
        body = parse_body(request, ConversationQuery).validated_data
        answered = ask_or_request(
            self.account,
            BrainQuestion(
                body["query"],
                conversation=self.agent_name if body["conversation"] is None else body["conversation"],
                interface=Interface.REST,
                use_external=body["use_external"],
                asked_by=self.reader,
            ),
            requester=self.caller,
        )
        if isinstance(answered, WrittenAnswer):
            return QUERY_ANSWERS.respond(self, answered, wait=wait)
        return QUERY_ANSWERS.immediate(self, BrainAnswer(answered.turn).data)


class AskInSchemaView(FollowedView):
    required_scopes = {"POST": "brain:ask"}

    @extend_schema(
        operation_id="query_brain_with_schema",
        tags=["brain"],
        summary="Ask for an answer in a shape of your own",
        description="The model is given the same context and asked for JSON in your schema; `object` validates against "
        "it, or there is an error with the validator's words after two attempts (502 `answer_not_in_schema`). It takes "
        "a model: without one 503 `model_needed`, and asking again does not help. Citations are not looked for in it, "
        "and it is no turn of a conversation. The call waits as long as `wait` says, then 202 names where it will be.",
        request=SchemaRequest,
        parameters=[WaitQuery],
        responses={200: ShapedBody, **ACCEPTED}
        | problems(
            (400, examples.INVALID_SCHEMA),
            (400, examples.INVALID_QUERY),
            (400, examples.INVALID),
            415,
            (422, examples.TOKEN),
            (429, TOO_MANY),
            (502, examples.NOT_IN_SCHEMA),
            (503, examples.MODEL_UNAVAILABLE),
            (503, examples.MODEL_NEEDED),
        ),
        examples=[
            OpenApiExample("A summary", examples.SCHEMA_QUERY, request_only=True),
            OpenApiExample("In that shape", examples.SHAPED, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request) -> HttpResponse:
        wait = parse_query(request, WaitQuery).validated_data.get("wait", MAX_WAIT)
        body = parse_body(request, SchemaRequest).validated_data
        written = request_schema_answer(account=self.account, requester=self.caller, **body)
        return SCHEMA_ANSWERS.respond(self, written, wait=wait)

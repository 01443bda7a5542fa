"""POST /mcp/chat: the account's assistant answers from its stones, memory and messages."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from answering.answer_paths import answer_paths
from answering.answer_resource import AnswerResource, FollowedView
from answering.describe_answers import ACCEPTED, MAX_WAIT, TOO_MANY, WaitQuery
from answering.models import WrittenAnswer
from core.rest.request_data import parse_body, parse_query
from core.rest.schema import problems
from core.rest.strict_fields import IgnoredField, StrictSerializer, StrictTextField
from core.rest.trust import TrustField
from inbox.api import helper_examples as examples
from inbox.api.agent_token_view import AgentTokenView
from inbox.api.inbox_request_serializers import AnyJSONField
from inbox.services import answer_chat, find_inbox

MODES = ("model", "retrieval")
SOURCE_KINDS = ("stone", "memory", "message")
# What a page says of itself between the turns ("I am offline"): nobody but us instructs a model.
NOTICE = "system"


class TurnFieldSerializer(StrictSerializer):
    role = StrictTextField(
        help_text="`user` or `assistant`; what a page said of itself, as `system`, is no part of it."
    )
    content = StrictTextField()
    timestamp = IgnoredField(help_text="Ignored: their order says what came first.")


class ChatRequestSerializer(StrictSerializer):
    agent_id = StrictTextField(
        required=False,
        default=answer_chat.ASSISTANT,
        help_text="Whose assistant is asked: `assistant`, its name, your own name, or that of another inbox which your "
        "token opens.",
    )
    message = StrictTextField(help_text=f"The question, 1 to {answer_chat.MAX_MESSAGE:,} characters.")
    history = TurnFieldSerializer(
        many=True,
        required=False,
        help_text=f"What was said before, oldest first, at most {answer_chat.MAX_TURNS} turns.",
    )
    context = AnyJSONField(  # type: ignore[assignment]  # DRF takes fields out of the class
        required=False,
        allow_null=True,
        help_text=f"Any JSON about your situation, at most {answer_chat.MAX_CONTEXT_BYTES:,} bytes.",
    )

    def validate_history(self, turns: list[dict[str, str]]) -> list[dict[str, str]]:
        return [turn for turn in turns if turn["role"] != NOTICE]


class ChatSourceSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(SOURCE_KINDS)
    id = serializers.CharField(
        help_text="The stone's border_hash, the memory's id, or the message's number in the inbox."
    )
    title = serializers.CharField()
    tokens = serializers.IntegerField(help_text="What all of it costs to read.")


class ChatAnsweredSerializer(serializers.Serializer[Any]):
    agent_id = serializers.CharField(source="agent_name", help_text="Who answered.")
    response = serializers.CharField(source="text")
    mode = serializers.ChoiceField(
        MODES, help_text="retrieval: no model is configured, the answer is made of quotes."
    )
    sources = ChatSourceSerializer(many=True)
    tokens = serializers.IntegerField(help_text="Of the response.")
    follows = serializers.CharField(
        help_text="The question of `history` that this one was taken to follow; empty: searched as it stands."
    )
    trust = TrustField()


def render_answer(answer: WrittenAnswer) -> dict[str, Any]:
    return dict(ChatAnsweredSerializer(answer_chat.chat_answer_of(answer)).data)


CHAT_ANSWERS = AnswerResource(kinds=(answer_chat.CHAT_ANSWER,), url="inbox-api:chat", render=render_answer)


class AgentChatView(FollowedView, AgentTokenView):
    required_scopes = {"POST": "inbox:read"}

    @extend_schema(
        operation_id="chat",
        tags=["helpers"],
        summary="Ask the assistant",
        description="It looks through the account's stones, your memories and the shared ones, and answers in at most "
        "500 tokens with its sources. With a model it writes; without one it quotes, and says so. Nothing is stored "
        "but what was read, in the ledger. Without the scope stones:read only stones that were sent to you, or to "
        "the inbox that `agent_id` names, are looked through.\n\nA model's answer is written in the background: the "
        "call waits as long as `wait` says, then 202 names where it will be. With `Accept: text/event-stream` the "
        "response is a stream of it at once.",
        request=ChatRequestSerializer,
        parameters=[WaitQuery],
        responses={200: ChatAnsweredSerializer, **ACCEPTED}
        | problems(
            (400, examples.INVALID_CHAT),
            (404, examples.NO_ASSISTANT),
            415,
            (429, TOO_MANY),
            (503, examples.NO_MODEL_ANSWER),
        ),
        examples=[
            OpenApiExample("A question", examples.CHAT_REQUEST, request_only=True),
            OpenApiExample("Answered", examples.CHAT_ANSWER, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request) -> HttpResponse:
        wait = parse_query(request, WaitQuery).validated_data.get("wait", MAX_WAIT)
        serializer = parse_body(request, ChatRequestSerializer)
        answer = answer_chat.chat(
            agent=self.agent,
            requester=self.caller,
            inbox=find_inbox(self.token, serializer.validated_data["agent_id"]),
            only_delivered=self.only_delivered,
            **serializer.validated_data,
        )
        if isinstance(answer, WrittenAnswer):
            return CHAT_ANSWERS.respond(self, answer, wait=wait)
        return CHAT_ANSWERS.immediate(self, dict(ChatAnsweredSerializer(answer).data))


CHAT_PATHS = answer_paths(
    "chat",
    CHAT_ANSWERS,
    scope="inbox:read",
    operation="chat",
    tag="helpers",
    body=ChatAnsweredSerializer,
    example=examples.CHAT_ANSWER,
    errors=[(503, examples.NO_MODEL_ANSWER)],
)

"""POST /assistant/api/chat, query and note: questions and notes from the panel."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from answering.answer_resource import (
    AnswerEventsView,
    AnswerResource,
    FollowedView,
    StopAnswerView,
    WrittenAnswerView,
)
from answering.describe_answers import (
    ACCEPTED,
    MAX_WAIT,
    TOO_MANY,
    EventsQuery,
    WaitQuery,
    describe_answer,
    describe_events,
    describe_stop,
)
from answering.models import WrittenAnswer
from assistant.api import examples
from assistant.api.assistant_view import AssistantView, KeyQuery, body_of
from assistant.api.caller_authentication import AllowedCaller
from assistant.api.problems import REFUSALS
from assistant.services import converse
from brain.services.request_brain_answer import BRAIN_ANSWER, answered_question_of
from core.rest.request_data import parse_body, parse_query
from core.rest.schema import problems
from core.rest.strict_fields import StrictBooleanField, StrictIntegerField, StrictSerializer, StrictTextField
from core.rest.trust import UNTRUSTED, TrustField
from inbox.helpers.chat_prompt import ChatSource
from inbox.services.answer_chat import CHAT_ANSWER, MAX_MESSAGE, MAX_TURNS, ChatAnswer, chat_answer_of


class AssistantTurn(StrictSerializer):
    role = StrictTextField(help_text="user or assistant")
    content = StrictTextField()


class AssistantPanelStone(StrictSerializer):
    """A stone that is kept in the panel, as far as it was read."""

    border_hash = StrictTextField()
    channel = StrictTextField(required=False, default="")
    level = StrictIntegerField(min_value=0, max_value=12)
    text = StrictTextField(help_text=f"1 to {converse.MAX_STONE_CHARACTERS:,} characters.")

    def validate_border_hash(self, value: str) -> str:
        if not 8 <= len(value) <= 64 or not all(letter in "0123456789abcdef" for letter in value):
            raise serializers.ValidationError("Must be 8 to 64 hex digits.")
        return value


class AssistantChat(StrictSerializer):
    message = StrictTextField(help_text=f"1 to {MAX_MESSAGE:,} characters.")
    history = AssistantTurn(
        many=True, required=False, default=list, help_text=f"Oldest first, at most {MAX_TURNS} turns."
    )
    stones = AssistantPanelStone(
        many=True, required=False, default=list, help_text=f"At most {converse.MAX_STONES}."
    )


class AssistantSource(serializers.Serializer[Any]):
    kind = serializers.CharField(help_text="stone, memory or message")
    id = serializers.CharField(help_text="The stone's border_hash, the memory's id, or #12.")
    title = serializers.CharField()
    tokens = serializers.IntegerField(help_text="What all of it costs to read.")
    url = serializers.CharField(allow_blank=True, help_text="Of a stone.")


class AssistantChatAnswer(serializers.Serializer[Any]):
    text = serializers.CharField()
    mode = serializers.CharField(
        help_text="model; retrieval: none is configured, the answer is made of quotes."
    )
    sources = AssistantSource(many=True)
    tokens = serializers.IntegerField()
    follows = serializers.CharField(help_text="The earlier question that it was taken to follow, or empty.")
    trust = TrustField()


class AssistantQuery(StrictSerializer):
    question = StrictTextField()
    more = StrictTextField(
        required=False,
        default="",
        help_text="A further level of the stone that asks, when the question alone had no support.",
    )
    use_external = StrictBooleanField(
        required=False, default=False, help_text="Whether sources outside are sent its words."
    )


class AssistantCitation(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    title = serializers.CharField()
    excerpt = serializers.CharField(allow_blank=True, help_text="Stands in the source, word for word.")
    url = serializers.CharField()


class AssistantQueryAnswer(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="Markdown.")
    citations = AssistantCitation(many=True)
    has_support = serializers.BooleanField(help_text="false: nothing that is known holds the answer.")
    mode = serializers.CharField(help_text="model; extractive: none is configured, the answer is quoted.")
    tokens = serializers.IntegerField()
    url = serializers.CharField(
        allow_blank=True, help_text="The answer's page; empty where it could not be saved."
    )
    notices = serializers.ListField(
        child=serializers.CharField(), help_text="What you should know of sources outside, and of saving."
    )
    trust = TrustField()


class AssistantNote(StrictSerializer):
    title = StrictTextField(required=False, default="", help_text="Its first line, unless given.")
    body = StrictTextField(help_text="Markdown.")
    source = StrictTextField(  # type: ignore[assignment]  # DRF takes fields out of the class
        required=False, default="", help_text="Where it stood: a page's address, a stone's hash."
    )


class AssistantNoteSaved(serializers.Serializer[Any]):
    id = serializers.CharField()
    url = serializers.CharField()


def source_answer(source: ChatSource) -> dict[str, Any]:
    url = reverse("stones:detail", args=[source.stone or source.id]) if source.kind == "stone" else ""
    return {"kind": source.kind, "id": source.id, "title": source.title, "tokens": source.tokens, "url": url}


class AssistantWaitQuery(KeyQuery, WaitQuery):
    pass


class AssistantEventsQuery(KeyQuery, EventsQuery):
    pass


def chat_body(answer: ChatAnswer) -> dict[str, Any]:
    return {
        "text": answer.text,
        "mode": answer.mode,
        "sources": [source_answer(each) for each in answer.sources],
        "tokens": answer.tokens,
        "trust": UNTRUSTED,
    }


def query_body(answer: converse.ConverseAnswer) -> dict[str, Any]:
    return dict(AssistantQueryAnswer(answer).data)


def render_answer(answer: WrittenAnswer) -> dict[str, Any]:
    if answer.kind == CHAT_ANSWER.name:
        return chat_body(chat_answer_of(answer))
    return query_body(converse.converse_answer(answered_question_of(answer)))


PANEL_ANSWERS = AnswerResource(
    kinds=(CHAT_ANSWER, BRAIN_ANSWER), url="assistant-api:written", render=render_answer
)


class AssistantAskingView(FollowedView, AssistantView):
    """An operation whose answer a model may write later."""

    def wait(self) -> float:
        """Seconds, as the address says."""
        return float(parse_query(self.request, AssistantWaitQuery).validated_data.get("wait", MAX_WAIT))


class AssistantChatView(AssistantAskingView):
    admits = {"POST": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_chat",
        tags=["assistant"],
        summary="Ask the assistant",
        description="It answers from the account's stones and memory, the person's messages, and the stones that are "
        "kept in the panel. Nothing is stored but what was read, in the ledger.",
        request=AssistantChat,
        parameters=[WaitQuery],
        responses={200: AssistantChatAnswer, **ACCEPTED}
        | problems(
            *REFUSALS, (400, examples.INVALID_CHAT), 415, (429, TOO_MANY), (503, examples.NO_MODEL_ANSWER)
        ),
        examples=[
            OpenApiExample("A question", examples.CHAT_REQUEST, request_only=True),
            OpenApiExample("Answered", examples.CHAT, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request) -> HttpResponse:
        wait = self.wait()
        fields = parse_body(request, AssistantChat).validated_data
        answer = converse.converse(caller=self.asker, **fields)
        if isinstance(answer, WrittenAnswer):
            return PANEL_ANSWERS.respond(self, answer, wait=wait)
        return PANEL_ANSWERS.immediate(self, chat_body(answer))


class AssistantQueryView(AssistantAskingView):
    admits = {"POST": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_query",
        tags=["assistant"],
        summary="Ask the brain",
        description="From the account's notes and profile, with citations that were checked. The question stands in "
        f"the conversation “{converse.CONVERSATION_NAME}” of the brain's page.",
        request=AssistantQuery,
        parameters=[WaitQuery],
        responses={200: AssistantQueryAnswer, **ACCEPTED}
        | problems(
            *REFUSALS,
            (400, examples.INVALID_QUERY),
            415,
            (422, examples.TOKEN),
            (429, TOO_MANY),
            (503, examples.MODEL_AWAY),
        ),
        examples=[
            OpenApiExample("A question", examples.QUERY_REQUEST, request_only=True),
            OpenApiExample("Answered", examples.QUERY, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request) -> HttpResponse:
        wait = self.wait()
        fields = parse_body(request, AssistantQuery).validated_data
        answer = converse.ask_brain(caller=self.asker, **fields)
        if isinstance(answer, WrittenAnswer):
            return PANEL_ANSWERS.respond(self, answer, wait=wait)
        return PANEL_ANSWERS.immediate(self, query_body(answer))


class AssistantWrittenView(WrittenAnswerView, AssistantView):
    admits = {"GET": AllowedCaller.CONNECTED}
    answers = PANEL_ANSWERS
    wait_query = AssistantWaitQuery
    get = describe_answer(
        "assistant_written",
        tag="assistant",
        body=AssistantChatAnswer,
        example=examples.CHAT,
        errors=[(503, examples.NO_MODEL_ANSWER)],
    )(WrittenAnswerView.get)


class AssistantWrittenEventsView(AnswerEventsView, AssistantView):
    admits = {"GET": AllowedCaller.CONNECTED}
    answers = PANEL_ANSWERS
    events_query = AssistantEventsQuery
    get = describe_events("assistant_written", tag="assistant")(AnswerEventsView.get)


class AssistantStopView(StopAnswerView, AssistantView):
    admits = {"POST": AllowedCaller.CONNECTED}
    answers = PANEL_ANSWERS
    post = describe_stop("assistant_written", tag="assistant")(StopAnswerView.post)


class AssistantNoteView(AssistantView):
    admits = {"POST": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_note",
        tags=["assistant"],
        summary="Keep a text as a note",
        request=AssistantNote,
        responses={201: AssistantNoteSaved}
        | problems(*REFUSALS, (400, examples.INVALID_NOTE), 413, 415, (422, examples.TOKEN)),
        examples=[
            OpenApiExample("A text", examples.NOTE_REQUEST, request_only=True),
            OpenApiExample("Kept", examples.NOTE, response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request) -> Response:
        note = converse.save_note(caller=self.asker, **body_of(request, AssistantNote))
        return Response({"id": note.pk, "url": reverse("brain:note", args=[note.pk])}, status=201)

"""Answers of POST /api/brain/query and query-with-schema that a model is writing: …/{id}, its events, its end."""

from typing import Any

from rest_framework import serializers

from answering.answer_resource import AnswerEventsView, AnswerResource, StopAnswerView, WrittenAnswerView
from answering.describe_answers import describe_answer, describe_events, describe_stop
from answering.models import WrittenAnswer
from brain.answer_serializers import BrainAnswer, TraceField
from brain.api import examples
from brain.services.request_brain_answer import BRAIN_ANSWER, SCHEMA_ANSWER, schema_answer_of, turn_of
from core.rest.trust import UNTRUSTED, TrustField


def render_answer(answer: WrittenAnswer) -> dict[str, Any]:
    return dict(BrainAnswer(turn_of(answer)).data)


def render_schema_answer(answer: WrittenAnswer) -> dict[str, Any]:
    shaped = schema_answer_of(answer)
    return {
        "object": shaped.value,
        "model": shaped.model,
        "tokens": shaped.tokens,
        "trace": shaped.trace.to_json(),
        "trust": UNTRUSTED,
    }


class ShapedBody(serializers.Serializer[Any]):
    # Any JSON value: whatever the schema allows.
    object = serializers.JSONField(help_text="What the schema allows; nothing else is ever returned.")
    model = serializers.CharField()
    tokens = serializers.IntegerField(help_text="Prompt and completion, a second attempt included.")
    trace = TraceField()
    trust = TrustField()


QUERY_ANSWERS = AnswerResource(kinds=(BRAIN_ANSWER,), url="brain-api:query", render=render_answer)
SCHEMA_ANSWERS = AnswerResource(
    kinds=(SCHEMA_ANSWER,), url="brain-api:query-with-schema", render=render_schema_answer
)


class BrainWrittenAnswerView(WrittenAnswerView):
    required_scopes = {"GET": "brain:ask"}
    answers = QUERY_ANSWERS
    get = describe_answer(
        "query_brain",
        tag="brain",
        body=BrainAnswer,
        example=examples.ANSWER,
        errors=[(503, examples.MODEL_UNAVAILABLE)],
    )(WrittenAnswerView.get)


class BrainEventsView(AnswerEventsView):
    required_scopes = {"GET": "brain:ask"}
    answers = QUERY_ANSWERS
    get = describe_events("query_brain", tag="brain")(AnswerEventsView.get)


class BrainStopView(StopAnswerView):
    required_scopes = {"POST": "brain:ask"}
    answers = QUERY_ANSWERS
    post = describe_stop("query_brain", tag="brain")(StopAnswerView.post)


class SchemaWrittenAnswerView(WrittenAnswerView):
    required_scopes = {"GET": "brain:ask"}
    answers = SCHEMA_ANSWERS
    get = describe_answer(
        "query_brain_with_schema",
        tag="brain",
        body=ShapedBody,
        example=examples.SHAPED,
        errors=[(502, examples.NOT_IN_SCHEMA), (503, examples.MODEL_UNAVAILABLE)],
    )(WrittenAnswerView.get)


class SchemaEventsView(AnswerEventsView):
    required_scopes = {"GET": "brain:ask"}
    answers = SCHEMA_ANSWERS
    get = describe_events("query_brain_with_schema", tag="brain")(AnswerEventsView.get)


class SchemaStopView(StopAnswerView):
    required_scopes = {"POST": "brain:ask"}
    answers = SCHEMA_ANSWERS
    post = describe_stop("query_brain_with_schema", tag="brain")(StopAnswerView.post)

"""Answers of POST /api/brain/query and query-with-schema that a model is writing: …/{id}, its events, its end."""

from typing import Any

from rest_framework import serializers

from answering.answer_paths import answer_paths
from answering.answer_resource import AnswerResource
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
QUERY_PATHS = answer_paths(
    "query",
    QUERY_ANSWERS,
    scope="brain:ask",
    operation="query_brain",
    tag="brain",
    body=BrainAnswer,
    example=examples.ANSWER,
    errors=[(503, examples.MODEL_UNAVAILABLE)],
)
SCHEMA_PATHS = answer_paths(
    "query-with-schema",
    SCHEMA_ANSWERS,
    scope="brain:ask",
    operation="query_brain_with_schema",
    tag="brain",
    body=ShapedBody,
    example=examples.SHAPED,
    errors=[(502, examples.NOT_IN_SCHEMA), (503, examples.MODEL_UNAVAILABLE)],
)

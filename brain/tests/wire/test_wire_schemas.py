"""Shapes of the caller's own, over the wire."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from pydantic import BaseModel, Field

from brain.exceptions import AnswerNotInSchema
from brain.models import Turn
from brain.prompting import CUSTOM_SYSTEM
from brain.protocol import process_query, process_query_with_schema
from brain.tests.answering.garden_notes import FROST, model_answer, note_id
from brain.tests.wire.fake_provider import Provider

QUESTION = "When was the last frost?"
STRICT = {
    "type": "object",
    "properties": {"day": {"type": "string", "pattern": "^[0-9]+ [A-Z]"}},
    "required": ["day"],
}
LOOSE = {"type": "object", "properties": {"day": {"type": "string"}, "year": {"type": "integer"}}}


class Summary(BaseModel):
    """As the specification's example."""

    summary: str
    key_points: list[str]
    confidence: float = Field(ge=0, le=1)


def formats(provider: Provider) -> list[str | None]:
    return [body.get("response_format", {}).get("type") for body in provider.requests_to]


def test_a_strict_schema_is_enforced_by_the_provider(garden: User, provider: Provider) -> None:
    provider.says({"day": "15 May"})

    assert process_query_with_schema(QUESTION, STRICT, account=garden) == {"day": "15 May"}

    (body,) = provider.requests_to
    assert body["response_format"]["json_schema"]["schema"] == STRICT | {"additionalProperties": False}
    system, user = provider.prompt()
    assert system == CUSTOM_SYSTEM
    assert FROST in user
    assert not Turn.objects.exists()


def test_a_pydantic_class_gives_an_instance(garden: User, provider: Provider) -> None:
    value = {"summary": "Frost.", "key_points": ["a", "b"], "confidence": 0.85}
    provider.says(value)

    answer = process_query_with_schema(QUESTION, Summary, "Give a summary.", account=garden)

    assert answer == Summary(summary="Frost.", key_points=["a", "b"], confidence=0.85)
    assert formats(provider) == ["json_schema"]
    assert provider.prompt()[0].startswith("Give a summary.\n\nHow the material is to be treated:")


@pytest.mark.parametrize(
    ("schema", "value", "form"),
    [(LOOSE, {"day": "15 May"}, "json_object"), ({"type": "array"}, ["15 May"], None), ({}, 15, None)],
)
def test_other_schemas_are_put_in_words_before_the_rules_end(
    garden: User, provider: Provider, schema: dict[str, Any], value: object, form: str | None
) -> None:
    provider.says(value)

    assert process_query_with_schema(QUESTION, schema, account=garden) == value

    assert formats(provider) == [form]
    system, _ = provider.prompt()
    assert system.startswith(CUSTOM_SYSTEM)
    assert "It follows this JSON Schema" in system


def test_the_validators_words_go_back_once(garden: User, provider: Provider) -> None:
    provider.says({"day": "May 15"}, {"day": "15 May"})

    assert process_query_with_schema(QUESTION, STRICT, account=garden) == {"day": "15 May"}

    *_, reply, retry = provider.requests_to[1]["messages"]
    assert reply == {"role": "assistant", "content": '{"day": "May 15"}'}
    assert "$.day: 'May 15' does not match '^[0-9]+ [A-Z]'" in retry["content"]


def test_twice_wrong_gives_the_words_and_nothing_else(garden: User, provider: Provider) -> None:
    value = {"summary": "Frost.", "key_points": [], "confidence": 85}
    provider.says(value, value)

    with pytest.raises(AnswerNotInSchema, match=r"\$.confidence: Input should be less than or equal to 1"):
        process_query_with_schema(QUESTION, Summary, account=garden)

    assert len(provider.requests_to) == 2


def test_a_schema_that_the_provider_rejects_leaves_the_standard_answer_as_it_was(
    garden: User, provider: Provider
) -> None:
    provider.answers({"error": {"message": "Invalid schema for response_format 'answer': max_tokens"}}, 400)
    provider.answers({"error": {"message": "Invalid schema for response_format 'answer'"}}, 400)
    provider.says(
        {"day": "15 May"}, model_answer("On 15 May.", (note_id(garden, "Frost"), "the fifteenth of May"))
    )

    assert process_query_with_schema(QUESTION, STRICT, account=garden) == {"day": "15 May"}
    process_query(QUESTION, account=garden)

    assert formats(provider) == ["json_schema", "json_schema", "json_object", "json_schema"]
    assert "max_tokens" in provider.requests_to[-1]

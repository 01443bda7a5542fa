"""A shape from a JSON Schema: requested as strictly as it allows, parsed as any JSON."""

import json
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from core.llm.model_doubles import FakeChat
from core.llm.model_errors import CouldNotAsk, ErrorKind, LLMError, NoUsableAnswer
from core.llm.models import TokenDay, TokenUse
from core.llm.wire_doubles import CHAT, GOOD, QUESTION, LevelPair, chat, completion, sent

pytestmark = pytest.mark.django_db

STRICT = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
OPEN = {"type": "object", "properties": {"a": {"type": "integer"}}}
LIST = {"type": "array", "items": {"type": "string"}}


def answers(server: HTTPServer, content: str) -> None:
    server.expect_request(CHAT).respond_with_json(completion(content))


def rejecting(server: HTTPServer, word: str, content: str) -> None:
    """Answers `content`, unless the request holds `word`: it is sent back then, as some providers do."""

    def handle(request: Request) -> Response:
        if word not in request.get_data(as_text=True):
            return Response(json.dumps(completion(content)), mimetype="application/json")
        error_body = {"error": {"message": f"Invalid: response_format {word} max_tokens"}}
        return Response(json.dumps(error_body), 400, mimetype="application/json")

    server.expect_request(CHAT).respond_with_handler(handle)


def format_of(body: dict[str, Any]) -> str | None:
    kind: str | None = body.get("response_format", {}).get("type")
    return kind


def test_structured_outputs_where_they_can_express_it(httpserver: HTTPServer) -> None:
    answers(httpserver, '{"a": 7}')

    answer = chat(httpserver).parse_json(QUESTION, STRICT, purpose="shape", max_completion_tokens=77)

    assert (answer.value, answer.model, answer.prompt_tokens) == ({"a": 7}, "small-model-2026", 61)
    (body,) = sent(httpserver)
    assert body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "answer", "schema": STRICT | {"additionalProperties": False}, "strict": True},
    }
    assert body["messages"] == QUESTION
    assert body["max_tokens"] == 77
    assert TokenUse.objects.get().purpose == "shape"


def test_json_mode_and_words_where_they_cannot(httpserver: HTTPServer) -> None:
    answers(httpserver, '{"b": 7}')

    assert chat(httpserver).parse_json(QUESTION, OPEN, purpose="shape").value == {"b": 7}

    (body,) = sent(httpserver)
    assert format_of(body) == "json_object"
    assert body["messages"][0]["content"] == (
        "You summarise.\n\nAnswer with one JSON object and nothing else. It follows this JSON Schema:\n"
        '{"type": "object", "properties": {"a": {"type": "integer"}}}'
    )


def test_words_alone_for_what_is_no_object(httpserver: HTTPServer) -> None:
    """A JSON mode would force an object."""
    answers(httpserver, '["x", "y"]')

    assert chat(httpserver).parse_json(QUESTION, LIST, purpose="shape").value == ["x", "y"]

    (body,) = sent(httpserver)
    assert format_of(body) is None
    assert "Answer with one JSON value and nothing else." in body["messages"][0]["content"]


def test_a_rejected_schema_changes_nothing_for_others(httpserver: HTTPServer) -> None:
    rejecting(httpserver, "odd_name", '{"odd_name": 1}')
    model = chat(httpserver)
    odd = {"type": "object", "properties": {"odd_name": {"type": "integer"}}, "required": ["odd_name"]}

    with pytest.raises(LLMError) as caught:
        model.parse_json(QUESTION, odd, purpose="shape")

    assert caught.value.kind is ErrorKind.REJECTED
    # The first complaint names the limit, the others the format: all of it is forgotten.
    assert [format_of(body) for body in sent(httpserver)] == [
        "json_schema",
        "json_schema",
        "json_object",
        None,
    ]
    httpserver.clear()
    answers(httpserver, GOOD.model_dump_json())
    assert model.parse(QUESTION, LevelPair, purpose="levels").value == GOOD
    (body,) = sent(httpserver)
    assert format_of(body) == "json_schema"
    assert "max_tokens" in body


def test_a_schema_that_structured_outputs_reject_is_put_in_words(httpserver: HTTPServer) -> None:
    rejecting(httpserver, "json_schema", '{"a": 7}')
    model = chat(httpserver)

    for _ in range(2):
        assert model.parse_json(QUESTION, STRICT, purpose="shape").value == {"a": 7}
    httpserver.clear()
    answers(httpserver, GOOD.model_dump_json())
    model.parse(QUESTION, LevelPair, purpose="levels")

    assert format_of(sent(httpserver)[0]) == "json_schema"


def test_the_learnt_dialect_is_used(httpserver: HTTPServer) -> None:
    rejecting(httpserver, "response_format", GOOD.model_dump_json())
    model = chat(httpserver)
    model.parse(QUESTION, LevelPair, purpose="levels")
    httpserver.clear()
    answers(httpserver, '{"a": 7}')

    assert model.parse_json(QUESTION, STRICT, purpose="shape").value == {"a": 7}

    (body,) = sent(httpserver)
    assert format_of(body) is None


def test_the_value_is_returned_unchanged(httpserver: HTTPServer) -> None:
    """Whether it follows the schema, the caller finds out."""
    answers(httpserver, '{"a": "seven"}')

    assert chat(httpserver).parse_json(QUESTION, STRICT, purpose="shape").value == {"a": "seven"}


@pytest.mark.parametrize("content", ["", "Sorry!", '{"a": 7', '"a\\u0000"', '{"a": 1e999}', '"\\ud800"'])
def test_no_json_is_retried_with_the_schema_in_words(httpserver: HTTPServer, content: str) -> None:
    answers(httpserver, content)

    with pytest.raises(NoUsableAnswer) as caught:
        chat(httpserver, attempts=5).parse_json(QUESTION, STRICT, purpose="shape")

    assert caught.value.kind is ErrorKind.BAD_ANSWER
    first, second = sent(httpserver)
    assert "JSON Schema" not in str(first["messages"])
    assert str(second["messages"]).count("JSON Schema") == 1
    assert TokenDay.objects.get().spent == 2 * 84


@pytest.mark.parametrize(
    ("changes", "kind"),
    [({"refusal": "No."}, ErrorKind.REFUSED), ({"finish_reason": "length"}, ErrorKind.CUT_OFF)],
)
def test_a_refusal_and_a_cut_are_errors_even_with_json(
    httpserver: HTTPServer, changes: dict[str, Any], kind: ErrorKind
) -> None:
    httpserver.expect_request(CHAT).respond_with_json(completion('{"a": 7}', **changes))

    with pytest.raises(NoUsableAnswer) as caught:
        chat(httpserver).parse_json(QUESTION, STRICT, purpose="shape")

    assert caught.value.kind is kind


def test_the_schema_in_words_is_added_once(httpserver: HTTPServer) -> None:
    answers(httpserver, "Sorry!")

    with pytest.raises(NoUsableAnswer):
        chat(httpserver).parse_json(QUESTION, OPEN, purpose="shape")

    assert [str(body["messages"]).count("JSON Schema") for body in sent(httpserver)] == [1, 1]


def test_the_fake_gives_any_json_and_does_not_validate() -> None:
    fake = FakeChat(
        [
            {"a": "seven"},
            ["x"],
            None,
            GOOD,
            CouldNotAsk("down", kind=ErrorKind.TIMEOUT, retryable=True),
            lambda messages, schema: schema["type"],
        ]
    )

    assert fake.parse_json(QUESTION, STRICT, purpose="one").value == {"a": "seven"}
    assert fake.parse_json(QUESTION, LIST, purpose="two").value == ["x"]
    assert fake.parse_json(QUESTION, LIST, purpose="three").value is None
    assert fake.parse_json(QUESTION, LIST, purpose="four").value == GOOD.model_dump()
    with pytest.raises(CouldNotAsk):
        fake.parse_json(QUESTION, LIST, purpose="five")
    assert fake.parse_json(QUESTION, LIST, purpose="six").value == "array"
    assert [call.schema for call in fake.calls] == [STRICT, LIST, LIST, LIST, LIST, LIST]
    with pytest.raises(LookupError, match="7 times"):
        fake.parse_json(QUESTION, LIST, purpose="seven")

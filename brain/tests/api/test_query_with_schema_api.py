"""POST /api/brain/query-with-schema."""

from typing import Any

import pytest

from brain.api import examples
from brain.api.written_answer_views import ShapedBody
from brain.models import Conversation, Turn
from brain.tests.api.api_calls import API, SECRET, add_answer, call, read_json, read_problem
from brain.tests.factories import index, make_note
from core.llm.model_doubles import FakeChat, FakeEmbedder, use_models
from core.llm.model_errors import CouldNotAsk, ErrorKind
from core.rest.agent_tokens import new_token
from core.rest.tests.access_assertions import Personas, assert_guarded

PATH = "query-with-schema"
PORT = "The export service listens on port 8003."
SCHEMA = {
    "type": "object",
    "properties": {"port": {"type": "integer", "maximum": 9_000}},
    "required": ["port"],
    "additionalProperties": False,
}
MISSING = {"ports": [8003]}


def ask(client: Any, chat: FakeChat | None, /, **body: Any) -> Any:
    request = {"query": "Which port has the export service?", "schema": SCHEMA} | body
    with use_models(chat=chat, embedder=FakeEmbedder()):
        return call(client, "POST", PATH, request)


def prompt(chat: FakeChat) -> str:
    return "\n".join(message["content"] for each in chat.calls for message in each.messages)


@pytest.fixture(autouse=True)
def ports(personas: Personas) -> None:
    make_note(personas.account, title="Ports", body=PORT)
    make_note(personas.other_account, title=SECRET, body=f"{PORT} {SECRET}")
    index(personas.account)
    index(personas.other_account)


def test_an_answer_in_a_shape_of_ones_own(personas: Personas) -> None:
    chat = FakeChat([{"port": 8003}])
    body = read_json(ask(personas.owner, chat))
    assert list(body) == list(examples.SHAPED) == list(ShapedBody().fields)
    assert (body["object"], body["model"]) == ({"port": 8003}, "fake-chat")
    assert body["tokens"] == body["trace"]["prompt_tokens"] + body["trace"]["completion_tokens"] > 0
    assert body["trace"].keys() == examples.TRACE.keys()
    assert PORT in prompt(chat)
    assert SECRET not in prompt(chat)
    assert not Turn.objects.exists()
    assert not Conversation.objects.exists()


def test_any_json_that_the_schema_allows(personas: Personas) -> None:
    for schema, value in (
        ({"type": "array", "items": {"type": "integer"}}, [8003]),
        ({"type": "null"}, None),
    ):
        assert read_json(ask(personas.owner, FakeChat([value]), schema=schema))["object"] == value


def test_instructions_of_ones_own(personas: Personas) -> None:
    chat = FakeChat([{"port": 8003}])
    read_json(ask(personas.owner, chat, system_prompt="Answer as a pirate would."))
    assert "Answer as a pirate would." in prompt(chat)


def test_a_named_conversations_history_is_in_the_prompt(personas: Personas) -> None:
    add_answer(personas, "Who is the harbour master?")
    for name, known in (("koda", True), (None, False), ("never was", False)):
        chat = FakeChat([{"port": 8003}])
        read_json(ask(personas.owner, chat, conversation=name))
        assert ("harbour master" in prompt(chat)) is known
    add_answer(personas, f"Is it {SECRET}?", conversation="theirs", account=personas.other_account)
    chat = FakeChat([{"port": 8003}])
    read_json(ask(personas.owner, chat, conversation="theirs"))
    assert SECRET not in prompt(chat)


def test_an_invalid_answer_is_retried_once(personas: Personas) -> None:
    body = read_json(ask(personas.owner, FakeChat([MISSING, {"port": 8003}])))
    assert (body["object"], body["trace"]["attempts"]) == ({"port": 8003}, 2)


def test_what_is_not_the_schema_is_never_returned(personas: Personas) -> None:
    problem = read_problem(ask(personas.owner, FakeChat([MISSING, MISSING])), 502, "answer_not_in_schema")
    assert "port" in problem["detail"]
    assert problem["faults"]
    assert problem["detail"].endswith("; ".join(problem["faults"]))
    too_high = ask(personas.owner, FakeChat([{"port": 9_001}] * 2))
    assert "9000" in read_problem(too_high, 502, "answer_not_in_schema")["detail"]


def test_it_takes_a_model(personas: Personas) -> None:
    response = ask(personas.owner, None)
    problem = read_problem(response, 503, "model_needed")
    assert "none is configured" in problem["detail"]
    assert "Retry-After" not in response


def test_a_model_that_fails(personas: Personas) -> None:
    busy = CouldNotAsk("It is busy.", kind=ErrorKind.RATE_LIMITED, retryable=True, retry_after=7)
    response = ask(personas.owner, FakeChat([busy]))
    read_problem(response, 503, "model_unavailable")
    assert response["Retry-After"] == "7"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"schema": {"type": "strin"}}, 400, "invalid_schema"),
        ({"schema": {"$ref": "https://example.com/schema.json"}}, 400, "invalid_schema"),
        ({"schema": {"pattern": "("}}, 400, "invalid_schema"),
        ({"schema": {"description": "d" * 200_000}}, 400, "invalid_schema"),
        ({"schema": None}, 400, "invalid"),
        ({"schema": "object"}, 400, "invalid"),
        ({"schema": True}, 400, "invalid"),
        ({"schema": []}, 400, "invalid"),
        ({"query": "w" * 2_001}, 400, "invalid_query"),
        ({"query": 5}, 400, "invalid"),
        ({"system_prompt": "p" * 8_001}, 400, "invalid_query"),
        ({"system_prompt": 5}, 400, "invalid"),
        ({"use_external": "yes"}, 400, "invalid"),
        ({"conversation": 5}, 400, "invalid"),
        ({"model": "gpt"}, 400, "invalid"),
        ({"query": new_token()}, 422, "token_in_content"),
        ({"system_prompt": new_token()}, 422, "token_in_content"),
        ({"schema": {"description": new_token()}}, 422, "token_in_content"),
    ],
)
def test_an_invalid_query(personas: Personas, body: dict[str, Any], status: int, code: str) -> None:
    chat = FakeChat([{"port": 8003}])
    read_problem(ask(personas.owner, chat, **body), status, code)
    assert chat.calls == []


def test_the_schema_is_needed_and_parameters_are_refused(personas: Personas) -> None:
    missing = read_problem(call(personas.owner, "POST", PATH, {"query": "a"}), 400, "invalid")
    assert missing["detail"] == "schema: This field is required."
    read_problem(call(personas.owner, "POST", f"{PATH}?strict=1", {"schema": SCHEMA}), 400, "invalid")


def test_nobody_else_asks(personas: Personas) -> None:
    assert_guarded(personas, "POST", f"{API}/{PATH}", scope="brain:ask", body={"schema": SCHEMA})

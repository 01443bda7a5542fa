"""Servers that follow the protocol in part: requests are simplified step by step, and the result is remembered."""

from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from core.llm.chat.server_dialect import first_dialect
from core.llm.model_errors import ErrorKind, LLMError
from core.llm.wire_doubles import CHAT, GOOD, QUESTION, LevelPair, chat, completion, sent

pytestmark = pytest.mark.django_db


def server_that_rejects(server: HTTPServer, *refused: str, status: int = 400) -> None:
    """Answers, unless the request holds one of the words in `refused`."""

    def handle(request: Request) -> Response:
        import json

        found = [word for word in refused if word in request.get_data(as_text=True)]
        body: dict[str, Any] = {"error": {"message": f"unknown: {found[0]}"}} if found else completion()
        return Response(json.dumps(body), status if found else 200, mimetype="application/json")

    server.expect_request(CHAT).respond_with_handler(handle)


def formats(server: HTTPServer) -> list[str | None]:
    return [body.get("response_format", {}).get("type") for body in sent(server)]


@pytest.mark.parametrize("status", [400, 422, 501])
def test_falls_back_to_a_json_object_and_remembers(httpserver: HTTPServer, status: int) -> None:
    server_that_rejects(httpserver, "json_schema", status=status)
    model = chat(httpserver)

    for _ in range(2):
        assert model.parse(QUESTION, LevelPair, purpose="levels").value == GOOD

    assert formats(httpserver) == ["json_schema", "json_object", "json_object"]
    assert "JSON Schema" in sent(httpserver)[1]["messages"][0]["content"]


def test_falls_back_to_words_alone(httpserver: HTTPServer) -> None:
    server_that_rejects(httpserver, "response_format")
    model = chat(httpserver)

    for _ in range(2):
        assert model.parse([QUESTION[1]], LevelPair, purpose="levels").value == GOOD

    assert formats(httpserver) == ["json_schema", "json_object", None, None]
    assert [message["role"] for message in sent(httpserver)[2]["messages"]] == ["system", "user"]


def test_takes_the_other_name_of_the_limit(httpserver: HTTPServer) -> None:
    server_that_rejects(httpserver, '"max_tokens"')
    model = chat(httpserver)

    for _ in range(2):
        model.parse(QUESTION, LevelPair, purpose="levels", max_completion_tokens=99)

    bodies = sent(httpserver)
    assert [body.get("max_tokens") for body in bodies] == [99, None, None]
    assert [body.get("max_completion_tokens") for body in bodies] == [None, 99, 99]


def test_sends_no_limit_where_neither_name_is_known(httpserver: HTTPServer) -> None:
    server_that_rejects(httpserver, '"max_tokens"', '"max_completion_tokens"')

    chat(httpserver).parse(QUESTION, LevelPair, purpose="levels")

    assert "max_tokens" not in sent(httpserver)[2]
    assert "max_completion_tokens" not in sent(httpserver)[2]


def test_a_text_that_is_too_long_is_no_reason_to_ask_differently(httpserver: HTTPServer) -> None:
    message = "max_tokens too large: this model's maximum context length is 512 tokens (json_schema)"
    httpserver.expect_request(CHAT).respond_with_json({"error": {"message": message}}, status=400)

    with pytest.raises(LLMError) as caught:
        chat(httpserver).parse(QUESTION, LevelPair, purpose="levels")

    assert caught.value.kind is ErrorKind.TOO_LONG
    assert len(sent(httpserver)) == 1


def test_openai_gets_its_own_parameter_name_first() -> None:
    assert first_dialect("").limits[0] == "max_completion_tokens"
    assert first_dialect("https://api.openai.com/v1").limits[0] == "max_completion_tokens"
    assert first_dialect("http://localhost:11434/v1").limits[0] == "max_tokens"

"""OpenAIChat's errors on the wire: one of ours for each, with what to do next, without secrets."""

import logging
import socket
import traceback
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from core.llm.daily_budget import DailyLimits
from core.llm.model_errors import (
    BudgetExhausted,
    CouldNotAsk,
    ErrorKind,
    LLMError,
    NoUsableAnswer,
    SettingsWrong,
    TokenUsage,
)
from core.llm.models import TokenDay, TokenUse
from core.llm.wire_doubles import (
    CHAT,
    GOOD,
    KEY,
    QUESTION,
    LevelPair,
    chat,
    completion,
    failure,
    requests,
    sent,
)

pytestmark = pytest.mark.django_db


def fails(server: HTTPServer, **changes: Any) -> LLMError:
    with pytest.raises(LLMError) as caught:
        chat(server, **changes).parse(QUESTION, LevelPair, purpose="levels")
    return caught.value


@pytest.mark.parametrize(
    ("status", "code", "branch", "kind", "attempts"),
    [
        (400, None, NoUsableAnswer, ErrorKind.REJECTED, 1),
        (400, "context_length_exceeded", NoUsableAnswer, ErrorKind.TOO_LONG, 1),
        (401, "invalid_api_key", SettingsWrong, ErrorKind.WRONG_KEY, 1),
        (402, None, SettingsWrong, ErrorKind.QUOTA, 1),
        (403, None, SettingsWrong, ErrorKind.FORBIDDEN, 1),
        (404, "model_not_found", SettingsWrong, ErrorKind.NOT_FOUND, 1),
        (408, None, CouldNotAsk, ErrorKind.SERVER_ERROR, 3),
        (413, None, NoUsableAnswer, ErrorKind.TOO_LONG, 1),
        (422, None, NoUsableAnswer, ErrorKind.REJECTED, 1),
        (429, None, CouldNotAsk, ErrorKind.RATE_LIMITED, 3),
        (429, "insufficient_quota", SettingsWrong, ErrorKind.QUOTA, 1),
        (500, None, CouldNotAsk, ErrorKind.SERVER_ERROR, 3),
        (503, None, CouldNotAsk, ErrorKind.SERVER_ERROR, 3),
        (529, None, CouldNotAsk, ErrorKind.SERVER_ERROR, 3),
    ],
)
def test_each_status_has_its_error(
    httpserver: HTTPServer,
    status: int,
    code: str | None,
    branch: type[LLMError],
    kind: ErrorKind,
    attempts: int,
) -> None:
    httpserver.expect_request(CHAT).respond_with_json(failure("Broken", code), status=status)

    error = fails(httpserver)

    assert type(error) is branch
    assert error.kind is kind
    assert error.retryable is (branch is CouldNotAsk)
    assert error.usage is None
    assert len(requests(httpserver)) == attempts
    assert TokenDay.objects.get().spent == 0


def test_says_nothing_of_the_key_the_prompt_or_the_providers_words(
    httpserver: HTTPServer, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    httpserver.expect_request(CHAT).respond_with_json(failure("Incorrect API key"), status=401)

    with caplog.at_level(logging.DEBUG):
        error = fails(httpserver)

    out, err = capsys.readouterr()
    output = "".join(traceback.format_exception(error)) + repr(vars(error)) + caplog.text + out + err
    assert "LLM_API_KEY" in str(error)
    assert KEY not in output
    assert "private handoff" not in output
    assert error.__cause__ is None
    assert error.__context__ is None


def test_waits_as_long_as_the_provider_asks_then_succeeds(httpserver: HTTPServer) -> None:
    slow_down = Response("{}", 429, headers={"Retry-After": "0.05"}, mimetype="application/json")
    httpserver.expect_ordered_request(CHAT).respond_with_response(slow_down)
    httpserver.expect_ordered_request(CHAT).respond_with_json(completion())

    assert chat(httpserver, first_wait=60).parse(QUESTION, LevelPair, purpose="levels").value == GOOD

    use = TokenUse.objects.get()
    assert (use.calls, use.failures, use.last_failure) == (2, 1, "")
    assert use.last_failure_at is not None


def test_leaves_a_long_wait_to_the_job(httpserver: HTTPServer) -> None:
    slow_down = Response("{}", 429, headers={"Retry-After": "600"}, mimetype="application/json")
    httpserver.expect_request(CHAT).respond_with_response(slow_down)

    error = fails(httpserver)

    assert (error.kind, error.retryable, error.retry_after) == (ErrorKind.RATE_LIMITED, True, 600.0)
    assert len(requests(httpserver)) == 1


def test_gives_up_on_a_server_that_hangs(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT).respond_with_handler(_hang)

    error = fails(httpserver, timeout=0.2, attempts=1)

    assert (type(error), error.kind, error.retryable) == (CouldNotAsk, ErrorKind.TIMEOUT, True)
    # The provider may have billed the prompt that it read.
    assert error.usage is not None
    assert TokenDay.objects.get().spent == error.usage.prompt_tokens > 0


def test_gives_up_on_a_server_that_drips(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT).respond_with_handler(_drip)

    assert fails(httpserver, timeout=0.3, attempts=1).kind is ErrorKind.TIMEOUT


def test_a_server_that_is_not_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = HTTPServer(host="127.0.0.1", port=port)

    error = fails(server)

    assert (type(error), error.kind, error.retryable) == (CouldNotAsk, ErrorKind.UNREACHABLE, True)
    assert TokenUse.objects.get().failures == 3


@pytest.mark.parametrize(
    "body",
    [
        "<html><body>Welcome to nginx</body></html>",
        "",
        '{"choices": [{"message"',
        "[]",
        "null",
        '"text"',
        "{}",
        '{"choices": "none"}',
        '{"choices": ["none"]}',
        '{"choices": [{"index": 0}]}',
        '{"choices": [{"message": "hello"}]}',
        "[" * 20_000 + "]" * 20_000,
        "\ufeff\x00",
    ],
)
@pytest.mark.parametrize("mimetype", ["application/json", "text/html"])
def test_a_200_of_something_else(httpserver: HTTPServer, body: str, mimetype: str) -> None:
    httpserver.expect_request(CHAT).respond_with_data(body, content_type=mimetype)

    error = fails(httpserver)

    assert (type(error), error.kind, error.retryable) == (SettingsWrong, ErrorKind.NOT_THE_API, False)
    assert "LLM_BASE_URL" in str(error)
    assert len(requests(httpserver)) == 1


def test_a_body_without_end(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.llm.transport.MAX_BODY_BYTES", 100_000)
    httpserver.expect_request(CHAT).respond_with_json(completion("x" * 200_000))

    assert fails(httpserver).kind is ErrorKind.NOT_THE_API


def test_a_failure_passed_on_with_status_200(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT).respond_with_json(failure("Upstream is down"))

    error = fails(httpserver)

    assert (error.kind, error.retryable) == (ErrorKind.SERVER_ERROR, True)
    assert len(requests(httpserver)) == 3


@pytest.mark.parametrize(
    "content",
    [
        "",
        "I would rather talk about something else.",
        '{"lod_0": "Port the parser."}',
        '{"lod_0": 7, "lod_1": null}',
        '{"lod_0": "Port the par',
        '{"lod_0": "Port \\u0000 it", "lod_1": "all of it"}',
        "{" * 5_000,
        "x" * 1_000_000,
        '{"lod_0": ' * 3_000 + "}" * 3_000,
    ],
)
def test_an_answer_of_another_shape_is_retried_once(httpserver: HTTPServer, content: str) -> None:
    httpserver.expect_request(CHAT).respond_with_json(completion(content))

    error = fails(httpserver, attempts=5)

    assert (type(error), error.kind, error.retryable) == (NoUsableAnswer, ErrorKind.BAD_ANSWER, True)
    assert error.usage == TokenUsage(2 * 61, 2 * 23)
    assert "private" not in str(error)
    assert len(str(error)) < 400
    first, second = sent(httpserver)
    assert "JSON Schema" not in str(first["messages"])
    assert "JSON Schema" in str(second["messages"])
    assert TokenDay.objects.get().spent == 2 * 84


def test_the_second_answer_may_be_right(httpserver: HTTPServer) -> None:
    httpserver.expect_ordered_request(CHAT).respond_with_json(completion("Sure!"))
    httpserver.expect_ordered_request(CHAT).respond_with_json(completion())

    answer = chat(httpserver).parse(QUESTION, LevelPair, purpose="levels")

    assert (answer.value, answer.prompt_tokens) == (GOOD, 61)
    assert TokenDay.objects.get().spent == 2 * 84


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"refusal": "I cannot help with that."}, ErrorKind.REFUSED),
        ({"finish_reason": "content_filter"}, ErrorKind.REFUSED),
        ({"finish_reason": "length"}, ErrorKind.CUT_OFF),
    ],
)
def test_refused_or_cut_off(httpserver: HTTPServer, changes: dict[str, Any], kind: ErrorKind) -> None:
    httpserver.expect_request(CHAT).respond_with_json(completion(**changes))

    error = fails(httpserver)

    assert (type(error), error.kind, error.retryable) == (NoUsableAnswer, kind, False)
    assert error.usage == TokenUsage(61, 23)
    assert len(requests(httpserver)) == 1
    assert TokenUse.objects.get().last_failure == kind


def test_no_choice_at_all(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT).respond_with_json(completion() | {"choices": []})

    assert fails(httpserver).kind is ErrorKind.BAD_ANSWER


def test_nothing_is_sent_when_the_budget_is_spent(httpserver: HTTPServer) -> None:
    error = fails(httpserver, limits=DailyLimits(100))

    assert isinstance(error, BudgetExhausted)
    assert error.resets_at.isoformat()[11:] == "00:00:00+00:00"
    assert requests(httpserver) == []


@pytest.mark.parametrize(
    "changes", [{"api_key": "sk-1\n"}, {"api_key": "schlüssel"}, {"base_url": "http://[::1"}]
)
def test_a_key_or_address_that_cannot_be_used(httpserver: HTTPServer, changes: dict[str, str]) -> None:
    with pytest.raises(SettingsWrong) as caught:
        chat(httpserver, **changes)

    assert not any(value in str(caught.value) for value in changes.values())


def _hang(request: Request) -> Response:
    def body() -> Any:
        import time

        time.sleep(0.6)
        yield b"{}"

    return Response(body(), mimetype="application/json")


def _drip(request: Request) -> Response:
    def body() -> Any:
        import time

        for _ in range(10):
            time.sleep(0.1)
            yield b" "

    return Response(body(), mimetype="application/json")

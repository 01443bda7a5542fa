"""OpenAIChat with a draft, on the wire: streamed, stopped, silent, cut off, and servers that do not stream."""

import threading
import time
from dataclasses import dataclass, field

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from core.llm.chat.chat_model import Answer
from core.llm.model_errors import CouldNotAsk, ErrorKind, LLMError, Stopped
from core.llm.models import TokenDay, TokenHold, TokenUse
from core.llm.wire_doubles import (
    CHAT,
    GOOD,
    QUESTION,
    LevelPair,
    chat,
    completion,
    failure,
    hang,
    requests,
    sent,
    stream,
)

pytestmark = pytest.mark.django_db
# Server threads that hang hold no lock and no database.
SOON = 5.0


@dataclass
class RecordedDraft:
    """`stop_at`: the number of characters after which nobody wants more."""

    stop_at: int = 1_000_000
    texts: list[str] = field(default_factory=lambda: [""])
    pieces: int = 0

    def add(self, text: str) -> None:
        self.texts[-1] += text
        self.pieces += 1

    def restart(self) -> None:
        self.texts.append("")

    def should_stop(self) -> bool:
        return len(self.texts[-1]) >= self.stop_at


def pieces() -> list[str]:
    content = GOOD.model_dump_json()
    return [content[at : at + 5] for at in range(0, len(content), 5)]


def ask(server: HTTPServer, draft: RecordedDraft, **changes: object) -> Answer[LevelPair]:
    return chat(server, **changes).parse(QUESTION, LevelPair, purpose="levels", draft=draft)


def fails(server: HTTPServer, draft: RecordedDraft, **changes: object) -> LLMError:
    with pytest.raises(LLMError) as caught:
        ask(server, draft, **changes)
    return caught.value


def test_the_first_text_field_is_shown_while_it_is_written(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT).respond_with_handler(stream(*pieces()))
    draft = RecordedDraft()

    answer = ask(httpserver, draft)

    assert answer == Answer(GOOD, "small-model-2026", 61, 23)
    assert draft.texts == [GOOD.lod_0]
    assert draft.pieces > 2
    [body] = sent(httpserver)
    assert (body["stream"], body["stream_options"]) == (True, {"include_usage": True})
    assert body["response_format"]["json_schema"]["strict"] is True
    assert TokenDay.objects.get().spent == 84


def test_asks_in_the_same_words_as_without_a_draft(httpserver: HTTPServer) -> None:
    httpserver.expect_ordered_request(CHAT).respond_with_handler(stream(*pieces()))
    httpserver.expect_ordered_request(CHAT).respond_with_json(completion())
    ask(httpserver, RecordedDraft())
    chat(httpserver).parse(QUESTION, LevelPair, purpose="levels")

    streamed, whole = sent(httpserver)

    assert {name: value for name, value in streamed.items() if not name.startswith("stream")} == whole


def test_without_a_reported_usage_we_count(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT).respond_with_handler(stream(*pieces(), usage=False))

    answer = ask(httpserver, RecordedDraft())

    assert TokenDay.objects.get().spent == answer.spent > 20


@pytest.mark.parametrize(
    ("complaint", "streams"),
    [
        ("Unknown parameter: 'stream_options'", True),
        ("'stream' is not supported with response_format", False),
    ],
)
def test_a_server_that_rejects_streams_gets_a_plain_call(
    httpserver: HTTPServer, complaint: str, streams: bool
) -> None:
    httpserver.expect_ordered_request(CHAT).respond_with_json(failure(complaint), status=400)
    answered = httpserver.expect_ordered_request(CHAT)
    if streams:
        answered.respond_with_handler(stream(*pieces(), usage=False))
    else:
        answered.respond_with_json(completion())
    draft = RecordedDraft()

    assert ask(httpserver, draft).value == GOOD
    assert "stream_options" not in sent(httpserver)[1]
    assert sent(httpserver)[1].get("stream", False) is streams
    assert draft.texts == [GOOD.lod_0 if streams else ""]


def test_a_server_that_ignores_it(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT).respond_with_json(completion())

    assert ask(httpserver, RecordedDraft()).value == GOOD


def test_another_attempt_voids_what_was_shown(httpserver: HTTPServer) -> None:
    httpserver.expect_ordered_request(CHAT).respond_with_handler(stream('{"lod_0": "Wrong', finish="stop"))
    httpserver.expect_ordered_request(CHAT).respond_with_handler(stream(*pieces()))
    draft = RecordedDraft()

    answer = ask(httpserver, draft)

    assert (answer.value, draft.texts) == (GOOD, ["Wrong", GOOD.lod_0])
    assert answer.failed_tokens == 84


def test_a_failure_within_the_stream(httpserver: HTTPServer) -> None:
    def broken(request: Request) -> Response:
        return Response('data: {"error": {"message": "overloaded"}}\n\n', mimetype="text/event-stream")

    httpserver.expect_request(CHAT).respond_with_handler(broken)

    error = fails(httpserver, RecordedDraft())

    assert (error.kind, len(requests(httpserver))) == (ErrorKind.SERVER_ERROR, 3)


@pytest.mark.parametrize(
    "body", ["data: {nothing\n\n", "data: 7\n\n", "", "data: [DONE]\n\n", "<html></html>"]
)
def test_a_stream_of_something_else(httpserver: HTTPServer, body: str) -> None:
    httpserver.expect_request(CHAT).respond_with_data(body, content_type="text/event-stream")

    assert fails(httpserver, RecordedDraft()).kind is ErrorKind.NOT_THE_API


@pytest.mark.parametrize("written", [0, 20])
def test_stop_ends_a_call_that_hangs(httpserver: HTTPServer, written: int) -> None:
    said = GOOD.model_dump_json()[:written]
    handler = stream(said, finish=None) if written else hang
    httpserver.expect_request(CHAT).respond_with_handler(handler)
    draft = RecordedDraft(stop_at=1_000_000)
    threading.Timer(0.5, lambda: setattr(draft, "stop_at", 0)).start()
    began = time.monotonic()

    error = fails(httpserver, draft, timeout=30.0)

    assert time.monotonic() - began < SOON
    assert isinstance(error, Stopped)
    assert error.usage is not None
    assert (error.usage.completion_tokens > 0) == bool(written)
    assert TokenDay.objects.get().spent == error.usage.total > 0
    assert TokenUse.objects.get().last_failure == ErrorKind.STOPPED
    assert not TokenHold.objects.exists()


def test_stop_ends_a_call_of_a_server_that_does_not_stream(httpserver: HTTPServer) -> None:
    rejected = failure("'stream' is not supported")
    httpserver.expect_ordered_request(CHAT).respond_with_json(rejected, status=400)
    httpserver.expect_ordered_request(CHAT).respond_with_handler(hang)
    draft = RecordedDraft()
    threading.Timer(0.8, lambda: setattr(draft, "stop_at", 0)).start()
    began = time.monotonic()

    assert isinstance(fails(httpserver, draft, timeout=30.0), Stopped)
    assert time.monotonic() - began < SOON


def test_a_stopped_call_is_not_sent(httpserver: HTTPServer) -> None:
    assert isinstance(fails(httpserver, RecordedDraft(stop_at=0)), Stopped)
    assert requests(httpserver) == []


@pytest.mark.parametrize("said", ["", '{"lod_0": "Half'])
def test_a_silence_ends_the_attempt(httpserver: HTTPServer, said: str) -> None:
    httpserver.expect_request(CHAT).respond_with_handler(stream(said, finish=None) if said else hang)

    error = fails(httpserver, RecordedDraft(), timeout=0.4, attempts=1)

    assert (type(error), error.kind, error.retryable) == (CouldNotAsk, ErrorKind.TIMEOUT, True)
    assert error.usage is not None
    assert TokenDay.objects.get().spent == error.usage.total > 0


def test_a_stream_that_never_falls_silent_ends_too(httpserver: HTTPServer) -> None:
    httpserver.expect_request(CHAT).respond_with_handler(stream(*["{"] * 100, every=0.1))
    began = time.monotonic()

    error = fails(httpserver, RecordedDraft(), timeout=0.3, attempts=1)

    assert error.kind is ErrorKind.TIMEOUT
    assert time.monotonic() - began < SOON


def test_a_connection_that_breaks_in_the_middle_is_tried_again(httpserver: HTTPServer) -> None:
    def breaks(request: Request) -> Response:
        response: Response = stream('{"lod_0": "Half')(request)
        response.headers["Content-Length"] = "5000"
        return response

    httpserver.expect_ordered_request(CHAT).respond_with_handler(breaks)
    httpserver.expect_ordered_request(CHAT).respond_with_handler(stream(*pieces()))
    draft = RecordedDraft()

    assert ask(httpserver, draft).value == GOOD
    assert draft.texts == ["Half", GOOD.lod_0]

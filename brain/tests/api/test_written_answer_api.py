"""/api/brain/query where a model writes: 202, its address, its events, Stop."""

import json
from typing import Any

import pytest

from answering.models import AnswerState, WrittenAnswer
from answering.tests.finish_answers import finish_answers
from brain.models import Conversation, Turn
from brain.tests.api.api_calls import API, read_json, read_problem
from brain.tests.factories import index, make_note
from core.llm.model_doubles import FakeChat, FakeEmbedder, use_models
from core.llm.model_errors import CouldNotAsk, ErrorKind
from core.rest.held_responses import HOLD_HEADER, Hold
from core.rest.tests.access_assertions import Personas

QUESTION = {"query": "Which port has the export service?"}
SAID = {"answer": "It is port 8003.", "metadata": {"hasSources": False}}
STREAM = {"Accept": "text/event-stream"}


@pytest.fixture(autouse=True)
def _ports(personas: Personas) -> None:
    make_note(personas.account, title="Ports", body="The export service listens on port 8003.")
    index(personas.account)


@pytest.fixture
def chat() -> Any:
    double = FakeChat([SAID] * 3)
    with use_models(chat=double, embedder=FakeEmbedder()):
        yield double


def ask(personas: Personas, query: str = "", **headers: str) -> Any:
    return personas.owner.post(f"{API}/query{query}", QUESTION, format="json", headers=headers)


def last_event(response: Any) -> tuple[str, Any]:
    block = response.content.decode().strip().split("\n\n")[-1]
    fields = dict(line.split(": ", 1) for line in block.split("\n"))
    return fields["event"], json.loads(fields["data"])


def test_it_is_accepted_with_its_addresses_and_held(personas: Personas, chat: FakeChat) -> None:
    response = ask(personas)
    body = read_json(response, 202)
    assert response["Location"] == body["answer"] == f"{API}/query/{body['id']}"
    assert (response["Retry-After"], response["Content-Type"]) == ("2", "application/json")
    assert (body["state"], body["waits_for"]) == ("waiting", None)
    hold = Hold.parse(response[HOLD_HEADER])
    assert hold == Hold(body["id"], 60, f"{body['answer']}?wait=60")
    assert chat.calls == []
    assert not Turn.objects.exists()


@pytest.mark.parametrize(("query", "seconds"), [("?wait=0", None), ("?wait=2.5", 2.5), ("?wait=60", 60)])
def test_how_long_it_is_held(personas: Personas, chat: FakeChat, query: str, seconds: float | None) -> None:
    response = ask(personas, query)
    assert (Hold.parse(response[HOLD_HEADER]).seconds if HOLD_HEADER in response else None) == seconds


@pytest.mark.parametrize("query", ["?wait=61", "?wait=-1", "?wait=soon", "?wait=nan", "?weit=3"])
def test_waits_that_cannot_be(personas: Personas, chat: FakeChat, query: str) -> None:
    read_problem(ask(personas, query), 400, "invalid")
    assert not WrittenAnswer.objects.exists()


def test_its_address_has_what_the_question_is_answered_with(personas: Personas, chat: FakeChat) -> None:
    address = ask(personas)["Location"]
    assert read_json(personas.owner.get(address), 202)["state"] == "waiting"
    finish_answers()
    response = personas.owner.get(address)
    body = read_json(response)
    turn = Turn.objects.get()
    assert (body["turn_id"], body["mode"]) == (turn.pk, "model")
    assert "It is port 8003." in body["answer"]
    assert response["Cache-Control"] == "no-store"
    assert personas.owner.get(address).json() == body
    # The question stands in the turn alone by then.
    assert WrittenAnswer.objects.get().request == {}
    Conversation.objects.all().delete()
    read_problem(personas.owner.get(address), 404, "answer_not_found")


def test_its_address_has_the_error_that_it_ended_with(personas: Personas) -> None:
    away = CouldNotAsk("It is busy.", kind=ErrorKind.RATE_LIMITED, retryable=True, retry_after=9.0)
    with use_models(chat=FakeChat([away]), embedder=FakeEmbedder()):
        address = ask(personas)["Location"]
        finish_answers()
    response = personas.owner.get(address)
    problem = read_problem(response, 503, "model_unavailable")
    assert (response["Retry-After"], problem["retry_after"]) == ("9", 9)
    name, data = last_event(personas.owner.get(f"{address}/events", headers=STREAM))
    assert (name, data["state"], data["error"]["code"]) == ("done", "failed", "model_unavailable")


def test_a_caller_that_accepts_events_alone_is_held_by_the_stream(personas: Personas, chat: FakeChat) -> None:
    response = ask(personas, **STREAM)
    assert response.status_code == 202
    hold = Hold.parse(response[HOLD_HEADER])
    assert (hold.streams, hold.path) == (True, f"{response['Location']}/events")
    first = personas.owner.get(hold.path, headers=STREAM)
    assert (first.status_code, first["Content-Type"]) == (200, "text/event-stream")
    assert last_event(first)[0] == "answer"
    finish_answers()
    last = personas.owner.get(Hold.parse(first[HOLD_HEADER]).path, headers=STREAM)
    assert HOLD_HEADER not in last
    name, data = last_event(last)
    assert (name, data["state"]) == ("done", "done")
    assert data["answer"] == personas.owner.get(response["Location"]).json()


def test_without_a_model_the_stream_is_its_end(personas: Personas) -> None:
    with use_models(embedder=FakeEmbedder()):
        response = ask(personas, **STREAM)
    assert (response.status_code, response["Content-Type"]) == (200, "text/event-stream")
    name, data = last_event(response)
    assert (name, data["answer"]["mode"]) == ("done", "extractive")


def test_an_error_is_no_stream(personas: Personas, chat: FakeChat) -> None:
    response = personas.owner.post(f"{API}/query", {"query": 5}, format="json", headers=STREAM)
    read_problem(response, 400, "invalid")


def test_a_place_in_the_stream(personas: Personas, chat: FakeChat) -> None:
    address = ask(personas)["Location"]
    response = personas.owner.get(f"{address}/events?after=nowhere", headers=STREAM)
    read_problem(response, 400, "invalid")
    assert b"event: answer" not in personas.owner.get(f"{address}/events?after=1.1").content
    assert (
        b"event: answer"
        not in personas.owner.get(f"{address}/events", headers={"Last-Event-ID": "1.1"}).content
    )


def test_who_has_had_the_end_is_told_that_there_is_no_more(personas: Personas, chat: FakeChat) -> None:
    address = f"{ask(personas)['Location']}/events"
    end = {"Last-Event-ID": "end"}
    # While it is being written nobody has had it.
    assert b"event: answer" in personas.owner.get(address, headers=end).content
    finish_answers()
    done = personas.owner.get(address).content.decode()
    assert "event: done\nid: end\n" in done
    for response in (personas.owner.get(address, headers=end), personas.owner.get(f"{address}?after=end")):
        assert (response.status_code, response.content) == (204, b"")
    # A held stream goes on with the headers of its first request.
    assert personas.owner.get(f"{address}?after=1.1&waiting=", headers=end).status_code == 200
    assert personas.stranger.get(address, headers=end).status_code == 404


def test_stop_ends_it(personas: Personas, chat: FakeChat) -> None:
    body = ask(personas).json()
    for _ in range(2):
        assert read_json(personas.owner.post(body["stop"]))["state"] == "stopped"
    assert finish_answers() == 0
    read_problem(personas.owner.get(body["answer"]), 409, "answer_stopped")
    assert chat.calls == []


def test_one_that_is_done_stays_done(personas: Personas, chat: FakeChat) -> None:
    body = ask(personas).json()
    finish_answers()
    assert read_json(personas.owner.post(body["stop"]))["state"] == "done"


def test_nobody_else_sees_it(personas: Personas, chat: FakeChat) -> None:
    body = ask(personas).json()
    for client in (personas.colleague("mira"), personas.stranger):
        for name in ("answer", "events"):
            assert client.get(body[name]).status_code == 404
        assert client.post(body["stop"]).status_code == 404
    assert WrittenAnswer.objects.get().state == AnswerState.WAITING


def test_an_account_may_have_so_many(personas: Personas, chat: FakeChat, monkeypatch: Any) -> None:
    monkeypatch.setattr("answering.services.request_answer.MAX_OPEN", 1)
    ask(personas)
    response = ask(personas)
    read_problem(response, 429, "too_many_answers")
    assert response["Retry-After"] == "10"

"""GET /api/brain/answers/{turn_id}; GET and POST of the note that it may become."""

from typing import Any

import pytest

from brain.answer_serializers import PlaceBody, TraceBody, TracedAnswer
from brain.api import examples
from brain.models import Note, NoteOrigin, Turn
from brain.note_serializers import SourceBody
from brain.tests.api.api_calls import (
    API,
    NEVER,
    SECRET,
    add_answer,
    add_cited_answer,
    assert_same_as_missing,
    call,
    get,
    read_json,
    read_problem,
)
from brain.tests.factories import make_note
from core.rest.agent_tokens import new_token
from core.rest.tests.access_assertions import Personas, assert_guarded


@pytest.fixture
def turn(personas: Personas) -> Turn:
    """An answer of the owner that cites a note."""
    return add_cited_answer(personas)[0]


def save(personas: Personas, turn: Turn, body: Any = None, **headers: str) -> Any:
    return call(personas.owner, "POST", f"answers/{turn.pk}/note", {} if body is None else body, **headers)


def saved() -> Any:
    return Note.objects.filter(origin=NoteOrigin.ANSWER)


def test_an_answer_with_its_trace(personas: Personas, turn: Turn) -> None:
    body = read_json(get(personas.owner, f"answers/{turn.pk}"))
    assert list(body) == list(examples.TRACED) == list(TracedAnswer().fields)
    assert body["trace"] == turn.trace
    assert body["trace"].keys() == examples.TRACE.keys() == TraceBody().fields.keys()
    assert body["trace"]["cited"][0].keys() == examples.TRACE["cited"][0].keys() == PlaceBody().fields.keys()
    assert body["metadata"] == turn.metadata
    assert list(body["metadata"]) == list(examples.ANSWER["metadata"])
    assert body["notices"] == ["Nothing was sent."]


def test_what_a_trace_of_long_ago_did_not_say_has_its_default(personas: Personas, turn: Turn) -> None:
    turn.trace.pop("withheld")
    turn.save(update_fields=["trace"])
    trace = read_json(get(personas.owner, f"answers/{turn.pk}"))["trace"]
    assert trace == {**turn.trace, "withheld": []}


def test_the_note_that_it_would_become(personas: Personas, turn: Turn) -> None:
    body = read_json(get(personas.owner, f"answers/{turn.pk}/note"))
    assert list(body) == list(examples.DRAFT)
    assert (body["title"], body["tags"]) == ("Which port?", ["ops"])
    assert body["body"] == "It is 8003 [1]."
    assert [(each["title"], each["excerpt"]) for each in body["sources"]] == [
        ("Ports", "The export has port 8003.")
    ]
    assert body["sources"][0].keys() == SourceBody().fields.keys()
    assert not saved().exists()


def test_it_is_saved_as_previewed_and_once(personas: Personas, turn: Turn) -> None:
    draft = read_json(get(personas.owner, f"answers/{turn.pk}/note"))
    response = save(personas, turn)
    note = read_json(response, 201)
    assert {name: note[name] for name in draft} == draft
    assert note["origin"] == "answer"
    assert response["Location"] == f"{API}/notes/{note['id']}"
    again = save(personas, turn)
    assert read_json(again, 200) == note
    assert again["Location"] == response["Location"]
    assert saved().count() == 1
    assert read_json(personas.owner.get(response["Location"])) == note


def test_it_is_saved_as_requested(personas: Personas, turn: Turn) -> None:
    body = {"title": "Ports", "body": "8003, says the note.", "tags": ["Net Work"]}
    note = read_json(save(personas, turn, body), 201)
    expected = body | {"tags": ["net-work"]}
    assert {name: note[name] for name in expected} == expected
    assert [each["title"] for each in note["sources"]] == ["Ports"]
    assert read_json(save(personas, turn, body | {"title": "Other"}), 201)["id"] != note["id"]


def test_null_is_as_previewed(personas: Personas, turn: Turn) -> None:
    note = read_json(save(personas, turn), 201)
    assert read_json(save(personas, turn, {"title": None, "body": None, "tags": None}), 200) == note
    assert read_json(save(personas, turn, {"tags": []}), 201)["tags"] == []


def test_the_same_call_under_one_key(personas: Personas, turn: Turn) -> None:
    first, again = save(personas, turn, Idempotency_Key="k1"), save(personas, turn, Idempotency_Key="k1")
    assert read_json(again, 201) == read_json(first, 201)
    assert again["Idempotency-Replayed"] == "true"
    read_problem(save(personas, turn, {"title": "a"}, Idempotency_Key="k1"), 422, "idempotency_key_reused")
    assert saved().count() == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"title": " "}, 400, "invalid_note"),
        ({"title": 5}, 400, "invalid"),
        ({"body": ""}, 400, "invalid_note"),
        ({"body": "a" * 200_001}, 413, "note_too_large"),
        ({"tags": "ops"}, 400, "invalid"),
        ({"sources": []}, 400, "invalid"),
        ({"body": new_token()}, 422, "token_in_content"),
    ],
)
def test_what_is_not_saved(personas: Personas, turn: Turn, body: Any, status: int, code: str) -> None:
    read_problem(save(personas, turn, body), status, code)
    assert not saved().exists()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("GET", "answers/{}", None), ("GET", "answers/{}/note", None), ("POST", "answers/{}/note", {})],
)
def test_anothers_is_as_missing_as_one_that_never_existed(
    personas: Personas, method: str, path: str, body: Any
) -> None:
    theirs = add_answer(personas, SECRET, account=personas.other_account)
    assert_same_as_missing(personas, method, path, body, never=NEVER, theirs=theirs.pk)
    assert not Note.objects.exists()


@pytest.mark.parametrize("name", ["nothing", "%00", "%ED%A0%80", "x" * 300])
def test_what_is_not_there(personas: Personas, name: str) -> None:
    for path in (f"answers/{name}", f"answers/{name}/note"):
        read_problem(get(personas.owner, path), 404, "answer_not_found")


def test_an_answer_outlives_the_note_that_it_cites(personas: Personas) -> None:
    turn, note = add_cited_answer(personas)
    read_json(get(personas.owner, f"answers/{turn.pk}"))
    call(personas.owner, "DELETE", f"notes/{note.pk}")
    body = read_json(get(personas.owner, f"answers/{turn.pk}"))
    assert body["metadata"]["citations"][0]["excerpt"] == "The export has port 8003."


def test_parameters_are_refused(personas: Personas, turn: Turn) -> None:
    for method, path in (("GET", "answers/{}"), ("GET", "answers/{}/note"), ("POST", "answers/{}/note")):
        body: Any = {} if method == "POST" else None
        read_problem(call(personas.owner, method, f"{path.format(turn.pk)}?a=1", body), 400, "invalid")
    assert not saved().exists()


def test_who_may(personas: Personas, turn: Turn) -> None:
    make_note(personas.other_account)
    assert_guarded(personas, "GET", f"{API}/answers/{turn.pk}", scope="brain:ask")
    assert_guarded(personas, "GET", f"{API}/answers/{turn.pk}/note", scope="brain:ask")
    assert_guarded(personas, "POST", f"{API}/answers/{turn.pk}/note", scope="brain:write", body={})
    assert not saved().exists()

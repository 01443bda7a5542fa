"""GET, PATCH and DELETE /api/brain/notes/{note_id}, GET /api/brain/notes/{note_id}/related."""

from typing import Any

import pytest
from django.db import connection

from brain.api import examples
from brain.models import Note
from brain.tests.api.api_calls import (
    API,
    NEVER,
    SECRET,
    assert_same_as_missing,
    call,
    get,
    read_json,
    read_problem,
)
from brain.tests.factories import index, make_note
from core.llm.model_doubles import FakeEmbedder, use_models
from core.rest.agent_tokens import new_token
from core.rest.tests.access_assertions import Personas, assert_guarded

PORT = "The export service listens on port 8003."


@pytest.fixture
def note(personas: Personas) -> Note:
    return make_note(personas.account, title="Ports", body=PORT, tags=["ops"], description="What listens.")


def patch(personas: Personas, note: Note, body: Any, **headers: str) -> Any:
    return call(personas.owner, "PATCH", f"notes/{note.pk}", body, **headers)


def test_a_note(personas: Personas, note: Note) -> None:
    response = get(personas.owner, f"notes/{note.pk}")
    body = read_json(response)
    assert (body["id"], body["title"], body["body"], body["tags"]) == (note.pk, "Ports", PORT, ["ops"])
    assert (response["ETag"], response["Cache-Control"]) == ('"1"', "private, no-cache")


def test_what_is_edited_before_it_is_locked_is_not_deleted(personas: Personas, note: Note) -> None:
    def edit_first(execute: Any, sql: str, *rest: Any) -> Any:
        if "FOR UPDATE" in sql and "brain_note" in sql:
            Note.objects.update(version=2)
        return execute(sql, *rest)

    with connection.execute_wrapper(edit_first):
        response = call(personas.owner, "DELETE", f"notes/{note.pk}", If_Match='"1"')
    assert read_problem(response, 409, "note_changed")["version"] == 2


def test_what_is_there_already_is_not_sent_again(personas: Personas, note: Note) -> None:
    again = call(personas.owner, "GET", f"notes/{note.pk}", If_None_Match='"1"')
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", '"1"')
    read_json(patch(personas, note, {"version": 1, "tags": []}))
    changed = call(personas.owner, "GET", f"notes/{note.pk}", If_None_Match='"1"')
    assert (read_json(changed)["tags"], changed["ETag"]) == ([], '"2"')


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"title": "Places"}, {"title": "Places"}),
        ({"body": "It is 9100."}, {"body": "It is 9100."}),
        ({"tags": ["New", "#x"]}, {"tags": ["new", "x"]}),
        ({"tags": []}, {"tags": []}),
        ({"description": ""}, {"description": ""}),
    ],
)
def test_what_is_left_out_stays(
    personas: Personas, note: Note, change: dict[str, Any], expected: dict[str, Any]
) -> None:
    before = read_json(get(personas.owner, f"notes/{note.pk}"))
    response = patch(personas, note, {"version": 1} | change)
    after = read_json(response)
    changing = {"version", "updated", "tokens"}
    assert {name: after[name] for name in after if name not in changing} == {
        name: value for name, value in (before | expected).items() if name not in changing
    }
    assert (after["version"], response["ETag"]) == (2, '"2"')
    assert read_json(get(personas.owner, f"notes/{note.pk}")) == after


def test_the_day_that_it_is_from(personas: Personas, note: Note) -> None:
    body = read_json(patch(personas, note, {"version": 1, "dated": "2026-02-09T12:00:00Z"}))
    assert (body["dated"], body["version"]) == ("2026-02-09T12:00:00Z", 2)
    made = call(personas.owner, "POST", "notes", {"title": "A", "body": "B", "dated": "2025-01-01T00:00:00Z"})
    assert (made.status_code, made.json()["dated"]) == (201, "2025-01-01T00:00:00Z")


def test_a_stale_edit_writes_nothing(personas: Personas, note: Note) -> None:
    read_json(patch(personas, note, {"version": 1, "title": "First"}))
    problem = read_problem(patch(personas, note, {"version": 1, "title": "Second"}), 409, "note_changed")
    assert problem["version"] == 2
    assert problem["detail"] == examples.NOTE_CHANGED["detail"]
    note.refresh_from_db()
    assert (note.title, note.version) == ("First", 2)


@pytest.mark.parametrize("tag", ['"1"', 'W/"1"', '"7", "1"', "*"])
def test_the_version_may_be_in_the_header(personas: Personas, note: Note, tag: str) -> None:
    assert read_json(patch(personas, note, {"title": "Places"}, If_Match=tag))["title"] == "Places"


@pytest.mark.parametrize("tag", ['"2"', "1", '""', "", '"01"'])
def test_another_version_in_the_header(personas: Personas, note: Note, tag: str) -> None:
    for body in ({"title": "Places"}, {"title": "Places", "version": 1}):
        assert read_problem(patch(personas, note, body, If_Match=tag), 409, "note_changed")["version"] == 1
    read_problem(call(personas.owner, "DELETE", f"notes/{note.pk}", If_Match=tag), 409, "note_changed")
    note.refresh_from_db()
    assert note.title == "Ports"


def test_both_must_be_the_one_that_is_there(personas: Personas, note: Note) -> None:
    read_problem(
        patch(personas, note, {"version": 2, "title": "Places"}, If_Match='"1"'), 409, "note_changed"
    )


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"title": "Places"}, 400, "invalid"),
        ({"version": 1}, 400, "invalid"),
        ({}, 400, "invalid"),
        ({"version": "1", "title": "Places"}, 400, "invalid"),
        ({"version": 0, "title": "Places"}, 400, "invalid"),
        ({"version": True, "title": "Places"}, 400, "invalid"),
        ({"version": 2**31, "title": "Places"}, 400, "invalid"),
        ({"version": 1, "title": None}, 400, "invalid"),
        ({"version": 1, "title": " "}, 400, "invalid_note"),
        ({"version": 1, "body": ""}, 400, "invalid_note"),
        ({"version": 1, "body": "a" * 200_001}, 413, "note_too_large"),
        ({"version": 1, "tags": "ops"}, 400, "invalid"),
        ({"version": 1, "origin": "answer"}, 400, "invalid"),
        ({"version": 1, "body": new_token()}, 422, "token_in_content"),
    ],
)
def test_what_is_not_changed(
    personas: Personas, note: Note, body: dict[str, Any], status: int, code: str
) -> None:
    read_problem(patch(personas, note, body), status, code)
    note.refresh_from_db()
    assert (note.title, note.body, note.version) == ("Ports", PORT, 1)


def test_the_error_explains_how_to_name_the_version(personas: Personas, note: Note) -> None:
    problem = read_problem(patch(personas, note, {"title": "Places"}), 400, "invalid")
    assert problem == problem | examples.NO_VERSION
    nothing = read_problem(patch(personas, note, {"version": 1}), 400, "invalid")
    assert nothing["detail"] == "Say what to change: title, body, tags, description or dated."


def test_a_note_is_deleted(personas: Personas, note: Note) -> None:
    response = call(personas.owner, "DELETE", f"notes/{note.pk}")
    assert (response.status_code, response.content) == (204, b"")
    for method, body in (("GET", None), ("PATCH", {"version": 1, "title": "a"}), ("DELETE", None)):
        read_problem(call(personas.owner, method, f"notes/{note.pk}", body), 404, "note_not_found")


def test_notes_about_the_same(personas: Personas, note: Note) -> None:
    other = make_note(personas.account, title="Export service", body=f"What listens: ports. {PORT}")
    make_note(personas.account, title="Bread", body="Knead it for ten minutes.")
    make_note(personas.other_account, title=f"{SECRET} ports", body=PORT)
    index(personas.account)
    with use_models(embedder=FakeEmbedder()):
        found = read_json(get(personas.owner, f"notes/{note.pk}/related"))["items"]
    assert [each["id"] for each in found] == [other.pk]
    assert list(found[0]) == list(examples.FOUND_ROW)


@pytest.mark.parametrize("note_id", ["nothing", "%00", "%ED%A0%80", "x" * 300, NEVER.lower()])
def test_what_is_not_there(personas: Personas, note: Note, note_id: str) -> None:
    read_problem(get(personas.owner, f"notes/{note_id}"), 404, "note_not_found")
    read_problem(get(personas.owner, f"notes/{note_id}/related"), 404, "note_not_found")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "notes/{}", None),
        ("PATCH", "notes/{}", {"version": 1, "title": "Mine"}),
        ("DELETE", "notes/{}", None),
        ("GET", "notes/{}/related", None),
    ],
)
def test_anothers_is_as_missing_as_one_that_never_existed(
    personas: Personas, method: str, path: str, body: Any
) -> None:
    theirs = make_note(personas.other_account, title=SECRET)
    assert_same_as_missing(personas, method, path, body, never=NEVER, theirs=theirs.pk)
    assert Note.objects.get().title == SECRET


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
def test_parameters_are_refused(personas: Personas, note: Note, method: str) -> None:
    body = {"version": 1, "title": "a"} if method == "PATCH" else None
    read_problem(call(personas.owner, method, f"notes/{note.pk}?force=1", body), 400, "invalid")
    assert Note.objects.get().title == "Ports"


def test_who_may(personas: Personas, note: Note) -> None:
    path = f"{API}/notes/{note.pk}"
    assert_guarded(personas, "GET", path, scope="brain:ask")
    assert_guarded(personas, "GET", f"{path}/related", scope="brain:ask")
    assert_guarded(personas, "PATCH", path, scope="brain:write", body={"version": 1, "title": "Mine"})
    assert_guarded(personas, "DELETE", path, scope="brain:write")
    note.refresh_from_db()
    assert note.title == "Ports"

"""GET and POST /api/brain/notes, GET /api/brain/tags."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from brain.api import examples
from brain.models import Note
from brain.note_serializers import NoteBody, NoteRow, TagBody
from brain.tests.api.api_calls import API, SECRET, call, get, read_json, read_problem
from brain.tests.factories import index, make_note
from core.llm.model_doubles import FakeEmbedder, use_models
from core.rest.agent_tokens import new_token
from core.rest.pagination import encode_cursor
from core.rest.tests.access_assertions import Personas, assert_guarded

PORT = "The export service listens on port 8003."


def create(client: Any, *, key: str | None = None, **body: Any) -> Any:
    headers = {"Idempotency_Key": key} if key else {}
    return call(client, "POST", "notes", {"title": "Ports", "body": PORT} | body, **headers)


def items(personas: Personas, **query: Any) -> Any:
    with use_models(embedder=FakeEmbedder()):
        return read_json(get(personas.owner, "notes", **query))["items"]


def titles(personas: Personas, **query: Any) -> list[str]:
    return [item["title"] for item in items(personas, **query)]


def test_a_note_is_written(personas: Personas) -> None:
    response = create(personas.owner, tags=["#Ops", "ops", "Old Mill"], description="What listens where.")
    body = read_json(response, 201)
    note = Note.objects.get()
    assert (note.account, note.title, note.body) == (personas.account, "Ports", PORT)
    assert body["tags"] == note.tags == ["ops", "old-mill"]
    assert (body["body"], body["description"], body["origin"]) == (PORT, "What listens where.", "written")
    assert (body["version"], body["sources"], body["file"]) == (1, [], "")
    assert response["Location"] == f"{API}/notes/{note.pk}"
    assert read_json(personas.owner.get(response["Location"])) == body


def test_the_documented_note_has_the_fields_of_the_real_one(personas: Personas) -> None:
    body = read_json(call(personas.owner, "POST", "notes", examples.NOTE_REQUEST), 201)
    same = {"title", "body", "tags", "description", "origin", "file", "tokens", "version", "sources"}
    assert list(body) == list(examples.NOTE) == list(NoteBody().fields)
    assert {name: body[name] for name in same} == {name: examples.NOTE[name] for name in same}
    index(personas.account)
    [row] = items(personas)
    assert list(row) == list(examples.NOTE_ROW)
    [found] = items(personas, q="how often is the starter fed")
    assert list(found) == list(examples.FOUND_ROW) == list(NoteRow().fields)


def test_the_same_call_under_one_key_writes_once(personas: Personas) -> None:
    first, again = create(personas.owner, key="k1"), create(personas.owner, key="k1")
    assert read_json(again, 201) == read_json(first, 201)
    assert (again["Idempotency-Replayed"], again["Location"]) == ("true", first["Location"])
    assert Note.objects.count() == 1
    read_problem(create(personas.owner, key="k1", body="Other."), 422, "idempotency_key_reused")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"title": ""}, 400, "invalid_note"),
        ({"title": "t" * 301}, 400, "invalid_note"),
        ({"title": 5}, 400, "invalid"),
        ({"title": None}, 400, "invalid"),
        ({"body": " \n"}, 400, "invalid_note"),
        ({"body": "a\x00"}, 400, "invalid_note"),
        ({"body": "\ud800"}, 400, "invalid_note"),
        ({"body": "é" * 100_001}, 413, "note_too_large"),
        ({"body": ["a"]}, 400, "invalid"),
        ({"tags": "ops"}, 400, "invalid"),
        ({"tags": [1]}, 400, "invalid"),
        ({"tags": [f"t{n}" for n in range(21)]}, 400, "invalid_note"),
        ({"tags": ["t" * 61]}, 400, "invalid_note"),
        ({"description": "d" * 5_001}, 400, "invalid_note"),
        ({"description": None}, 400, "invalid"),
        ({"origin": "imported"}, 400, "invalid"),
        ({"id": "01KF7S9Y3M5D8R2E6T4W1Q0ZXC"}, 400, "invalid"),
        ({"body": new_token()}, 422, "token_in_content"),
        ({"title": new_token()}, 422, "token_in_content"),
    ],
)
def test_what_is_not_written(personas: Personas, body: dict[str, Any], status: int, code: str) -> None:
    read_problem(create(personas.owner, **body), status, code)
    assert not Note.objects.exists()


@pytest.mark.parametrize("missing", ["title", "body"])
def test_what_a_note_needs(personas: Personas, missing: str) -> None:
    body = {name: value for name, value in {"title": "T", "body": "B"}.items() if name != missing}
    problem = read_problem(call(personas.owner, "POST", "notes", body), 400, "invalid")
    assert problem["detail"] == f"{missing}: This field is required."


def test_the_newest_come_first_without_their_bodies(personas: Personas) -> None:
    old = datetime(1969, 7, 20, tzinfo=UTC)
    make_note(personas.account, title="now")
    make_note(personas.account, title="long ago", dated=old)
    make_note(personas.account, title="later", dated=old + timedelta(days=1))
    make_note(personas.other_account, title=SECRET)
    assert titles(personas) == ["now", "later", "long ago"]
    assert "body" not in items(personas)[0]
    assert items(personas)[2]["dated"] == "1969-07-20T00:00:00Z"


def test_pages_follow_each_other(personas: Personas) -> None:
    """Those of one day, too, and of days before 1970."""
    days = [datetime(1969, 1, 1, tzinfo=UTC), datetime(2024, 7, 1, 8, 43, 33, 622_000, tzinfo=UTC)]
    for number in range(7):
        make_note(personas.account, title=str(number), dated=days[number % 2])
    expected = titles(personas)
    assert len(expected) == 7
    collected: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = read_json(get(personas.owner, "notes", limit=2, **cursor))
        collected += [item["title"] for item in page["items"]]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert collected == expected


def test_a_cursor_opens_nothing_of_another_account(personas: Personas) -> None:
    for _ in range(2):
        make_note(personas.account)
    mine = read_json(get(personas.owner, "notes", limit=1))["next_cursor"]
    assert read_json(get(personas.stranger, "notes", cursor=mine)) == {"items": [], "next_cursor": None}


def test_tags(personas: Personas) -> None:
    make_note(personas.account, title="both", tags=["ops", "ports"])
    make_note(personas.account, title="one", tags=["ops"])
    assert titles(personas, tag="ops") == ["one", "both"]
    assert titles(personas, tag=["ops", "#Ports"]) == ["both"]
    assert titles(personas, tag="port") == []


def test_tags_count_one_s_own_notes_as_the_schema_says(personas: Personas) -> None:
    make_note(personas.account, title="own", tags=["ops"])
    make_note(personas.account, title="shown", tags=["ops", "ports"], is_demo=True)
    assert read_json(get(personas.owner, "tags"))["items"] == [
        {"tag": "ops", "notes": 1},
        {"tag": "ports", "notes": 0},
    ]
    assert "without those of the demonstration" in str(TagBody().fields["notes"].help_text)


@pytest.mark.parametrize("rows", [1, 3])
def test_queries_do_not_grow_with_rows(
    personas: Personas, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(rows):
        make_note(personas.account, tags=["ops"])
    get(personas.owner, "notes")
    # The token, the notes, their jobs.
    with django_assert_num_queries(3):
        assert len(read_json(get(personas.owner, "notes", tag="ops"))["items"]) == rows
    with django_assert_num_queries(2):
        assert read_json(get(personas.owner, "tags"))["items"] == [{"tag": "ops", "notes": rows}]


def test_a_search_finds_the_stretch(personas: Personas) -> None:
    body = f"# Services\n\nThere are many.\n\n{PORT}\n"
    ports = make_note(personas.account, title="Ports", body=body, tags=["ops"])
    make_note(personas.account, title="Bread", body="Feed the starter twice a day.")
    make_note(personas.other_account, title=SECRET, body=PORT)
    index(personas.account)
    found = items(personas, q="which port has the export service")
    assert found[0]["id"] == ports.pk
    assert PORT in found[0]["excerpt"]
    assert body[found[0]["start"] : found[0]["end"]] == found[0]["excerpt"]
    assert found[0]["indexed"] is True
    assert SECRET not in str(found)
    assert titles(personas, q="export service", tag="bread") == []
    assert titles(personas, q="export service", tag="Ops") == ["Ports"]
    assert titles(personas, q="export service #ops") == ["Ports"]


def test_a_search_has_one_page(personas: Personas) -> None:
    for number in range(3):
        make_note(personas.account, body=f"The export service {number} listens.")
    index(personas.account)
    with use_models(embedder=FakeEmbedder()):
        page = read_json(get(personas.owner, "notes", q="export service", limit=2))
        assert (len(page["items"]), page["next_cursor"]) == (2, None)
        cursor = encode_cursor("0.01KF7S9Y3M5D8R2E6T4W1Q0ZXC")
        problem = read_problem(get(personas.owner, "notes", q="export", cursor=cursor), 400, "invalid")
    assert problem["errors"][0]["field"] == "cursor"


WRONG = [
    "limit=0",
    "limit=101",
    "limit=all",
    "cursor=x",
    "cursor=djE6QUJD",
    "cursor=djE6MQ",
    "tag=",
    "tag=%23",
]
WRONG += ["tag=%00", "q=", "q=%20", "q=%00", "q=" + "w" * 2_001, "tags=ops", "page=2", "q=a&limit=0"]
# Of a time that no clock can show.
WRONG += [f"cursor={encode_cursor('9' * 26 + '.A')}", f"cursor={encode_cursor('ABC.A')}"]


@pytest.mark.parametrize("query", WRONG)
def test_wrong_queries(personas: Personas, query: str) -> None:
    make_note(personas.account)
    response = personas.owner.get(f"{API}/notes?{query}")
    assert response.status_code == 400, response.content
    assert response["Content-Type"] == "application/problem+json"


def test_an_unknown_parameter_lists_the_known_ones(personas: Personas) -> None:
    problem = read_problem(get(personas.owner, "notes", tags="ops"), 400, "invalid")
    assert problem["detail"] == "tags: Unknown. There are: q, tag, limit, cursor."


def test_tags_with_their_counts(personas: Personas) -> None:
    make_note(personas.account, tags=["ops", "ports"])
    make_note(personas.account, tags=["ops"])
    make_note(personas.other_account, tags=[SECRET])
    body = read_json(get(personas.owner, "tags"))
    assert body == {"items": [{"tag": "ops", "notes": 2}, {"tag": "ports", "notes": 1}]}
    read_problem(get(personas.owner, "tags", q="o"), 400, "invalid")


def test_who_may(personas: Personas) -> None:
    assert_guarded(personas, "GET", f"{API}/notes", scope="brain:ask")
    assert_guarded(personas, "GET", f"{API}/tags", scope="brain:ask")
    body = {"title": "T", "body": "B"}
    assert_guarded(personas, "POST", f"{API}/notes", scope="brain:write", body=body)
    assert not Note.objects.exists()

"""GET and POST /api/clipboard/, GET /api/clipboard/export."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clipboard.api import examples
from clipboard.api.copy_serializers import CopyRow, RecordedCopy
from clipboard.models import ClipboardEntry
from clipboard.services import pin, save_clipboard_settings
from clipboard.tests.copy_factories import BARE_STONE, NOTE, copy
from clipboard.tests.rest_calls import API, call, get, problem_body, success_body
from core.rest.agent_tokens import new_token
from core.rest.tests.access_assertions import Personas, assert_guarded
from stones.models import Stone
from stones.tests.factories import LONG, SHORT, WARNED, WARNED_HALF, WARNED_WRONG, store


def ids(personas: Personas, **query: Any) -> list[str]:
    return [item["id"] for item in success_body(get(personas.owner, **query))["items"]]


def record(client: Any, content: str = NOTE, *, key: str = "", **fields: Any) -> Any:
    headers = {"Idempotency_Key": key} if key else {}
    return call(client, "POST", "", {"content": content, **fields}, **headers)


def test_a_copy_is_recorded(personas: Personas) -> None:
    response = record(personas.owner, source_app="firefox")
    body, entry = success_body(response, 201), ClipboardEntry.objects.get()
    assert (entry.account, entry.content and entry.content.text, entry.capture_method) == (
        personas.account,
        NOTE,
        "rest",
    )
    assert (body["id"], body["hash"], body["source_app"], body["preview"]) == (
        entry.pk,
        entry.sha256,
        "firefox",
        NOTE,
    )
    assert (body["stone"], body["provenance"], body["qastone"]) == (None, None, None)
    assert response["Location"] == f"{API}{entry.pk}"
    read = success_body(personas.owner.get(response["Location"]))
    of_recording = ("qastone", "no_stone", "left_out")
    assert read == {name: value for name, value in body.items() if name not in of_recording} | {
        "content": NOTE
    }


def test_a_copy_of_which_no_stone_can_be_made(personas: Personas) -> None:
    body = success_body(record(personas.owner, BARE_STONE, as_stone=True), 201)
    assert (body["stone"], body["qastone"], body["no_stone"]) == (None, None, "The LOD-0 is empty.")
    assert ClipboardEntry.objects.get().pk == body["id"]
    assert success_body(record(personas.owner, BARE_STONE, as_stone=True), 200) == body
    problem_body(call(personas.owner, "POST", f"{body['id']}/stone"), 400, "content_not_text")


def test_the_newest_copy_again_is_that_copy(personas: Personas) -> None:
    first = success_body(record(personas.owner), 201)
    assert success_body(record(personas.owner), 200) == first


def test_the_same_call_under_one_key_records_once(personas: Personas) -> None:
    first = success_body(record(personas.owner, key="k1"), 201)
    success_body(record(personas.owner, SHORT), 201)
    again = record(personas.owner, key="k1")
    assert (success_body(again, 201), again["Idempotency-Replayed"]) == (first, "true")
    assert ClipboardEntry.objects.count() == 2
    problem_body(record(personas.owner, "Other.", key="k1"), 422, "idempotency_key_reused")


def test_as_a_stone(personas: Personas) -> None:
    body = success_body(record(personas.owner, LONG, as_stone=True), 201)
    stone = Stone.objects.get()
    assert (stone.source_agent, stone.stone_type) == ("koda", "clipboard")
    assert body["stone"] == stone.content.border_hash
    assert body["qastone"].startswith("§QASTONE§\n")
    assert LONG in body["qastone"]


def test_a_stone_takes_the_scope_for_stones(personas: Personas) -> None:
    client = personas.without_scope("stones:write")
    problem = problem_body(record(client, as_stone=True), 403, "missing_scope")
    assert "stones:write" in problem["detail"]
    assert not ClipboardEntry.objects.exists()
    success_body(record(client), 201)


def test_what_it_was_copied_from(personas: Personas) -> None:
    stone = store(personas.account, content=LONG)
    body = success_body(record(personas.owner, LONG), 201)
    assert body["provenance"] == {
        "kind": "stone",
        "id": stone.pk,
        "hash": stone.content.sha256,
        "relation": "repeats",
        "overlap": 1.0,
    }


def test_what_it_was_copied_from_is_gone(personas: Personas) -> None:
    store(personas.account, content=LONG)
    success_body(record(personas.owner, LONG), 201)
    Stone.objects.all().delete()
    [item] = success_body(get(personas.owner))["items"]
    assert item["provenance"] == {
        "kind": None,
        "id": None,
        "hash": None,
        "relation": "repeats",
        "overlap": 1.0,
    }


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"content": " "}, 400, "content_not_text"),
        ({"content": "a\x00"}, 400, "content_not_text"),
        ({"content": "\ud800"}, 400, "content_not_text"),
        ({"content": "a" * 1_000_001}, 413, "content_too_large"),
        ({"content": 5}, 400, "invalid"),
        ({"content": None}, 400, "invalid"),
        ({}, 400, "invalid"),
        ({"content": NOTE, "source_app": 5}, 400, "invalid"),
        ({"content": NOTE, "as_stone": "yes"}, 400, "invalid"),
        ({"content": NOTE, "capture_method": "watcher"}, 400, "invalid"),
        ({"content": f"password: {'hunter2' * 2}"}, 422, "secret_copied"),
        ({"content": new_token()}, 422, "token_in_content"),
    ],
    ids=[
        "empty",
        "NUL",
        "lone surrogate",
        "large",
        "a number",
        "null",
        "nothing",
        "app",
        "as_stone",
        "unknown field",
        "password",
        "token",
    ],
)
def test_what_is_not_recorded(personas: Personas, body: Any, status: int, code: str) -> None:
    problem_body(call(personas.owner, "POST", "", body), status, code)
    assert not ClipboardEntry.objects.exists()


def test_while_it_is_paused(personas: Personas) -> None:
    save_clipboard_settings(personas.account, is_paused=True)
    problem_body(record(personas.owner), 409, "clipboard_paused")


def test_the_newest_come_first_without_their_texts(personas: Personas) -> None:
    first, second = copy(personas.account, LONG), copy(personas.account)
    copy(personas.other_account)
    assert ids(personas) == [second.pk, first.pk]
    [_, item] = success_body(get(personas.owner))["items"]
    assert "content" not in item
    assert len(item["preview"]) == 200


def test_the_documented_fields_are_the_real_ones(personas: Personas) -> None:
    body = success_body(record(personas.owner, examples.TEXT, source_app="firefox"), 201)
    assert list(body) == list(examples.RECORDED) == list(RecordedCopy().fields)
    same = ("source_app", "tokens", "characters", "pinned", "stone", "preview")
    assert {name: body[name] for name in same} == {name: examples.ROW[name] for name in same}
    [item] = success_body(get(personas.owner))["items"]
    assert list(item) == list(examples.ROW) == list(CopyRow().fields)


def test_pages_follow_each_other(personas: Personas) -> None:
    copies = [copy(personas.account).pk for _ in range(3)]
    page = success_body(get(personas.owner, limit=2))
    rest = success_body(get(personas.owner, limit=2, cursor=page["next_cursor"]))
    assert [item["id"] for item in page["items"] + rest["items"]] == copies[::-1]
    assert rest["next_cursor"] is None
    assert success_body(get(personas.stranger, cursor=page["next_cursor"]))["items"] == []


def test_search(personas: Personas) -> None:
    report, bread = copy(personas.account), copy(personas.account, "Feed the sourdough twice a day.")
    copy(personas.other_account, "Another sourdough, of somebody else.")
    assert ids(personas, q="sourdoughs") == [bread.pk]
    assert ids(personas, q='"twice a day" or disk') == [bread.pk, report.pk]
    assert ids(personas, q="report -disk") == []
    assert ids(personas, q=bread.sha256[:8].upper()) == [bread.pk]
    assert ids(personas, q=f"{bread.sha256[:8]} sourdough") == []


def test_search_where_texts_are_not_kept(personas: Personas) -> None:
    save_clipboard_settings(personas.account, store_full=False)
    long = copy(personas.account, LONG)
    assert ids(personas, q="handoff export") == [long.pk]
    assert ids(personas, q="rotates") == [long.pk]
    assert ids(personas, q='"job number 30"') == []


def test_filters(personas: Personas) -> None:
    pinned, other = copy(personas.account, source_app="code"), copy(personas.account, source_app="firefox")
    pin(account=personas.account, entry_id=pinned.pk, is_pinned=True)
    assert ids(personas, pinned="true") == [pinned.pk]
    assert ids(personas, pinned="false") == [other.pk]
    assert ids(personas, app="firefox") == [other.pk]
    assert ids(personas, app="fire") == []
    assert ids(personas, app="firefox", pinned="true") == []


@pytest.mark.parametrize(
    "query", [{"pinned": "1"}, {"query": "a"}, {"q": "a" * 501}, {"q": "\x00"}, {"limit": "0"}, {"app": ""}]
)
def test_what_is_no_query(personas: Personas, query: dict[str, str]) -> None:
    assert get(personas.owner, **query).status_code == 400


def test_a_cursor_of_nothing(personas: Personas) -> None:
    problem_body(get(personas.owner, cursor="abc"), 400, "invalid_cursor")


def test_what_has_run_out_is_not_listed(personas: Personas) -> None:
    copy(personas.account)
    ClipboardEntry.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert ids(personas) == []


@pytest.mark.parametrize("rows", [1, 3])
def test_queries_do_not_grow_with_rows(
    personas: Personas, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(rows):
        copy(personas.account, f"{LONG} {number}", as_stone=True)
    ids(personas)  # the first use of a token in a minute is written down
    # The token, the copies.
    with django_assert_num_queries(2):
        assert len(ids(personas)) == rows


def exported(client: Any, **query: Any) -> list[dict[str, Any]]:
    response = get(client, "export", **query)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/jsonl; charset=utf-8"
    return [json.loads(line) for line in b"".join(response.streaming_content).decode().splitlines()]


def test_export(personas: Personas) -> None:
    first, second = copy(personas.account, LONG), copy(personas.account, "Zwölf Ports für den Export.")
    copy(personas.other_account)
    lines = exported(personas.owner)
    assert [(line["id"], line["content"]) for line in lines] == [
        (second.pk, "Zwölf Ports für den Export."),
        (first.pk, LONG),
    ]
    assert lines[0]["copied"] == second.copied.isoformat()
    assert [line["id"] for line in exported(personas.owner, q="Ports")] == [second.pk, first.pk]
    assert exported(personas.owner, app="nowhere") == []
    problem_body(get(personas.owner, "export", limit="1"), 400, "invalid")


@pytest.mark.parametrize(
    ("method", "path", "scope", "body"),
    [
        ("GET", "", "clipboard:read", None),
        ("POST", "", "clipboard:write", {"content": NOTE}),
        ("GET", "export", "clipboard:read", None),
    ],
)
def test_who_may_not(personas: Personas, method: str, path: str, scope: str, body: Any) -> None:
    copy(personas.account)
    assert_guarded(personas, method, f"{API}{path}", scope=scope, body=body)
    assert ClipboardEntry.objects.count() == 1


def test_a_stone_of_a_copy_gets_the_sender_s_words(personas: Personas) -> None:
    body = success_body(record(personas.owner, WARNED, as_stone=True, summary=WARNED_HALF), 201)
    assert any("merge" in each for each in body["left_out"])
    assert f"LOD-0: {WARNED_HALF}" in body["qastone"]


@pytest.mark.parametrize("more", [{}, {"as_stone": False}])
def test_words_without_a_stone_record_nothing(personas: Personas, more: dict[str, Any]) -> None:
    response = record(personas.owner, WARNED, summary=WARNED_HALF, **more)
    assert (response.status_code, response.json()["code"]) == (400, "invalid_levels")
    assert not ClipboardEntry.objects.exists()


def test_words_for_a_copy_that_is_a_stone_already(personas: Personas) -> None:
    success_body(record(personas.owner, WARNED, as_stone=True), 201)
    body = success_body(record(personas.owner, WARNED, as_stone=True, summary=WARNED_HALF), 200)
    assert f"LOD-0: {WARNED_HALF}" in body["qastone"]


def test_words_that_are_not_true_record_nothing(personas: Personas) -> None:
    response = record(personas.owner, WARNED, as_stone=True, summary=WARNED_WRONG)
    assert (response.status_code, response.json()["code"]) == (422, "summary_refused")
    assert "Nothing was recorded" in response.json()["detail"]
    assert not ClipboardEntry.objects.exists()

"""/api/clipboard/{name}: read, made a stone of, pinned, deleted; its chain."""

from typing import Any
from xml.etree import ElementTree

import pytest

from clipboard.api import examples
from clipboard.api.copy_serializers import ChainBody, CopyBody, EdgeBody, NodeBody
from clipboard.models import ClipboardEntry
from clipboard.services import save_clipboard_settings
from clipboard.tests.copy_factories import NOTE, copy
from clipboard.tests.rest_calls import API, call, get, problem_body, success_body
from core.rest.tests.access_assertions import Personas, assert_guarded
from stones.models import Content, Stone
from stones.tests.factories import LONG

NEVER = "01KF7S9Y3M5D8R2E6T4W1Q0ZXC"
OPERATIONS = [
    ("GET", ""),
    ("DELETE", ""),
    ("GET", "/chain"),
    ("GET", "/chain.svg"),
    ("POST", "/stone"),
    ("PUT", "/pin"),
    ("DELETE", "/pin"),
]


def test_a_copy_by_its_id_or_its_hash(personas: Personas) -> None:
    older, between = copy(personas.account, NOTE), copy(personas.account)
    newest = copy(personas.account, NOTE)
    body = success_body(get(personas.owner, newest.pk))
    assert list(body) == list(examples.ENTRY) == list(CopyBody().fields)
    assert (body["id"], body["content"]) == (newest.pk, NOTE)
    for name in (newest.sha256, newest.sha256[:8], newest.sha256[:9].upper()):
        assert success_body(get(personas.owner, name)) == body
    assert success_body(get(personas.owner, older.pk))["id"] == older.pk
    assert success_body(get(personas.owner, between.sha256[:10]))["id"] == between.pk


def test_a_prefix_of_several_texts(personas: Personas) -> None:
    one, two = copy(personas.account), copy(personas.account)
    hashes = [f"{'ab' * 4}{digit * 56}" for digit in "01"]
    for entry, sha256 in zip((one, two), hashes, strict=True):
        ClipboardEntry.objects.filter(pk=entry.pk).update(sha256=sha256)
    problem = problem_body(get(personas.owner, "ab" * 4), 409, "ambiguous_hash")
    assert problem["candidates"] == [sha256[:12] for sha256 in hashes]
    assert success_body(get(personas.owner, hashes[0][:9]))["id"] == one.pk


def test_without_its_text(personas: Personas) -> None:
    save_clipboard_settings(personas.account, store_full=False)
    entry = copy(personas.account, LONG)
    assert success_body(get(personas.owner, entry.pk))["content"] is None
    problem_body(call(personas.owner, "POST", f"{entry.pk}/stone"), 409, "text_not_stored")


def test_a_stone_of_it(personas: Personas) -> None:
    entry = copy(personas.account, LONG)
    body = success_body(call(personas.owner, "POST", f"{entry.sha256[:8]}/stone"))
    stone = Stone.objects.get()
    assert (body["stone"], stone.content, stone.source_agent) == (entry.sha256[:8], entry.content, "koda")
    assert LONG in body["qastone"]
    assert success_body(call(personas.owner, "POST", f"{entry.pk}/stone")) == body
    assert Stone.objects.count() == 1
    assert success_body(get(personas.owner, entry.pk))["stone"] == stone.content.border_hash


def test_pinned_it_stays(personas: Personas) -> None:
    entry = copy(personas.account)
    body = success_body(call(personas.owner, "PUT", f"{entry.pk}/pin"))
    assert (body["pinned"], body["expires"]) == (True, None)
    assert success_body(call(personas.owner, "PUT", f"{entry.pk}/pin")) == body
    assert call(personas.owner, "DELETE", f"{entry.pk}/pin").status_code == 204
    entry.refresh_from_db()
    assert (entry.is_pinned, entry.expires is None) == (False, False)


def test_deleted_with_its_text(personas: Personas) -> None:
    entry, other = copy(personas.account), copy(personas.account)
    assert call(personas.owner, "DELETE", entry.pk).status_code == 204
    assert list(ClipboardEntry.objects.all()) == [other]
    assert list(Content.objects.all()) == [other.content]
    problem_body(call(personas.owner, "DELETE", entry.pk), 404, "copy_not_found")


def test_the_chain(personas: Personas) -> None:
    whole = copy(personas.account, LONG, source_app="code", as_stone=True)
    part = copy(personas.account, "\n\n".join(LONG.split("\n\n")[5:9]))
    body = success_body(get(personas.owner, f"{part.pk}/chain"))
    assert list(body) == list(examples.CHAIN) == list(ChainBody().fields)
    assert [list(each) for each in body["nodes"]] == [list(NodeBody().fields)] * 2
    assert [list(each) for each in body["edges"]] == [list(EdgeBody().fields)]
    assert [node["id"] for node in body["nodes"]] == [whole.pk, part.pk]
    assert body["edges"] == [{"from": whole.pk, "to": part.pk, "relation": "part", "overlap": 1.0}]
    assert (body["entry"], body["is_cut"], body["nodes"][0]["app"]) == (part.pk, False, "code")


def test_the_chain_drawn(personas: Personas) -> None:
    entry = copy(personas.account, f"<script>alert('{NOTE}')</script>")
    response = get(personas.owner, f"{entry.pk}/chain.svg")
    assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml")
    drawn = ElementTree.fromstring(response.content)
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    assert not [node for node in drawn.iter() if node.tag.endswith("script")]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_what_is_not_there(personas: Personas, method: str, path: str) -> None:
    theirs = copy(personas.other_account)
    for name in (NEVER, theirs.pk, theirs.sha256, theirs.sha256[:8], "abc", "é", "0" * 65):
        problem = problem_body(call(personas.owner, method, f"{name}{path}"), 404, "copy_not_found")
        assert NOTE not in str(problem)
    assert ClipboardEntry.objects.get() == theirs


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_parameters_are_refused(personas: Personas, method: str, path: str) -> None:
    entry = copy(personas.account)
    problem_body(call(personas.owner, method, f"{entry.pk}{path}?force=1"), 400, "invalid")
    assert ClipboardEntry.objects.get().is_pinned is False


def scope_of(method: str) -> str:
    return "clipboard:read" if method == "GET" else "clipboard:write"


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_who_may_not(personas: Personas, method: str, path: str) -> None:
    entry = copy(personas.account)
    assert_guarded(personas, method, f"{API}{entry.pk}{path}", scope=scope_of(method))
    assert ClipboardEntry.objects.filter(is_pinned=False, stone=None).count() == 1


def test_a_stone_takes_the_scope_for_stones(personas: Personas) -> None:
    entry: Any = copy(personas.account)
    assert_guarded(personas, "POST", f"{API}{entry.pk}/stone", scope="stones:write")


def test_the_stone_s_text_is_for_those_who_may_read_stones(personas: Personas) -> None:
    entry = copy(personas.account, LONG)
    writer = personas.with_scopes(["clipboard:write", "stones:write"])
    assert success_body(call(writer, "POST", f"{entry.pk}/stone"))["qastone"] is None
    assert success_body(call(personas.owner, "POST", f"{entry.pk}/stone"))["qastone"].startswith("§QASTONE§")

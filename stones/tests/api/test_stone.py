"""GET and DELETE /api/stone/{border_hash}."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from core.llm import count_tokens
from core.pages.undo_deletion import deleted_of, restore_deleted
from core.rest.tests.access_assertions import Personas, assert_guarded
from stones import examples
from stones.format import HashVerdict, parse, verify
from stones.models import Content, LedgerEntry, Level, Stone, StonePassage
from stones.tests.factories import LONG, SHORT, store, write_levels


def url_of(stone: Stone) -> str:
    return f"/api/stone/{stone.content.border_hash}"


@pytest.fixture
def stone(personas: Personas) -> Stone:
    stone = store(personas.account, content=LONG)
    write_levels(stone)
    return stone


def test_the_whole_stone(personas: Personas, stone: Stone) -> None:
    body = personas.owner.get(url_of(stone)).json()
    parsed = parse(body["qastone"])
    assert (verify(parsed), parsed.levels[-1]) == (HashVerdict.VERIFIED, LONG)
    assert (body["delivered_lod"], body["lod_count"], body["status"]) == (3, 4, "ready")
    assert body["created"] == parsed.header.created
    assert body["tokens"]["levels"] == [count_tokens(level) for level in parsed.levels]
    assert body["tokens"]["delivered"] == count_tokens(body["qastone"])


def test_the_first_thing_to_load(personas: Personas, stone: Stone) -> None:
    body = personas.owner.get(f"{url_of(stone)}?max_lod=0").json()
    parsed = parse(body["qastone"])
    assert (len(parsed.levels), parsed.header.delivered_lod, body["delivered_lod"]) == (1, 0, 0)
    assert parsed.header.lod_tokens == tuple(body["tokens"]["levels"])
    assert body["tokens"]["delivered"] < 200 < body["tokens"]["whole"]


def test_the_documented_example(personas: Personas) -> None:
    stone = store(personas.account, content=examples.CONTENT, levels={0: examples.SCAN, 1: examples.DETAIL})
    body = personas.owner.get(f"{url_of(stone)}?max_lod=0").json()
    changing = {"id", "created", "expires", "access_count", "qastone"}
    assert {k: v for k, v in body.items() if k not in changing} == {
        k: v for k, v in examples.STONE.items() if k not in changing
    }
    assert body.keys() == examples.STONE.keys()


def test_max_lod_above_what_exists_gives_all(personas: Personas, stone: Stone) -> None:
    assert personas.owner.get(f"{url_of(stone)}?max_lod=3").json()["delivered_lod"] == 3


def test_each_read_is_counted_and_recorded(personas: Personas, stone: Stone) -> None:
    counts = [personas.owner.get(f"{url_of(stone)}?max_lod=1").json()["access_count"] for _ in range(2)]
    assert counts == [1, 2]
    read = LedgerEntry.objects.latest("pk")
    assert (read.reader.name, read.kind, read.level, read.paste_tokens) == (
        "agent koda",
        "whole",
        1,
        count_tokens(LONG),
    )
    assert read.tokens < read.paste_tokens


@pytest.mark.parametrize("length", [8, 9, 12, 40, 64])
def test_any_prefix_names_it(personas: Personas, stone: Stone, length: int) -> None:
    name = stone.content.sha256[:length]
    for written in (name, name.upper()):
        assert personas.owner.get(f"/api/stone/{written}?max_lod=0").status_code == 200


def test_an_ambiguous_prefix_lists_the_candidates(personas: Personas, stone: Stone) -> None:
    other = store(personas.account)
    twin = stone.content.sha256[:8] + "f" * 56
    # Only a forged row can share eight digits in a test.
    Content.objects.filter(pk=other.content_id).update(sha256=twin, border_hash=twin[:12])
    response = personas.owner.get(url_of(stone))
    assert (response.status_code, response.json()["code"]) == (409, "ambiguous_hash")
    candidates = response.json()["candidates"]
    assert candidates == sorted([stone.content.sha256[:12], twin[:12]])
    assert {personas.owner.get(f"/api/stone/{name}").status_code for name in candidates} == {200}


def test_anothers_twin_is_no_candidate(personas: Personas, stone: Stone) -> None:
    theirs = store(personas.other_account)
    twin = stone.content.sha256[:8] + "f" * 56
    Content.objects.filter(pk=theirs.content_id).update(sha256=twin, border_hash=twin[:12])
    assert personas.owner.get(url_of(stone)).status_code == 200


def test_the_newest_stone_of_a_content_answers(personas: Personas) -> None:
    stone = store(personas.account, content=SHORT, glow_channel="task")
    store(personas.account, content=SHORT, glow_channel="data")
    assert personas.owner.get(url_of(stone)).json()["glow_channel"] == "data"


def test_anothers_stone_is_as_if_it_never_was(personas: Personas, stone: Stone) -> None:
    name = stone.content.border_hash
    theirs = personas.stranger.get(f"/api/stone/{name}").json()
    personas.owner.delete(f"/api/stone/{name}")
    never = personas.stranger.get(f"/api/stone/{name}").json()
    assert theirs["status"] == 404
    assert {**theirs, "request_id": ""} == {**never, "request_id": ""}


def test_an_expired_stone_is_gone(personas: Personas, stone: Stone) -> None:
    Stone.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert personas.owner.get(url_of(stone)).status_code == 404


@pytest.mark.parametrize("name", ["1234567", "g" * 8, "0" * 65, "1234567%00", "%C2%A7QASTONE", "12345678%0A"])
def test_what_is_no_hash(personas: Personas, name: str) -> None:
    response = personas.owner.get(f"/api/stone/{name}")
    assert (response.status_code, response.json()["code"]) == (400, "invalid_hash")


@pytest.mark.parametrize("query", ["max_lod=-1", "max_lod=99", "max_lod=one", "max_lod=", "lod=1"])
def test_wrong_queries(personas: Personas, stone: Stone, query: str) -> None:
    assert personas.owner.get(f"{url_of(stone)}?{query}").status_code == 400
    assert LedgerEntry.objects.count() == 0


def test_nobody_else_reads(personas: Personas, stone: Stone) -> None:
    assert_guarded(personas, "GET", url_of(stone), scope="stones:read")
    assert LedgerEntry.objects.count() == 0


def test_queries(personas: Personas, stone: Stone, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    personas.owner.get(url_of(stone))
    # The token, the stone, its levels, the ledger.
    with django_assert_num_queries(5):
        personas.owner.get(f"{url_of(stone)}?max_lod=0")


def test_delete_takes_all_but_the_ledger(personas: Personas, stone: Stone) -> None:
    other_stone = store(personas.account, content=SHORT)
    personas.owner.get(url_of(stone))
    response = personas.owner.delete(url_of(stone))
    deletion = {"deleted": True, "sha256": stone.content.sha256, "copies": 0, "stones": 0}
    assert (response.status_code, response.json()) == (200, deletion)
    assert list(Stone.objects.all()) == [other_stone]
    assert list(Content.objects.all()) == [other_stone.content]
    assert not StonePassage.objects.exists()
    assert not Level.objects.exists()
    assert list(LedgerEntry.objects.values_list("stone", flat=True)) == [None]
    assert personas.owner.delete(url_of(stone)).status_code == 404


def test_what_another_made_can_be_brought_back(personas: Personas, stone: Stone) -> None:
    own = store(personas.account, content=SHORT, source_agent="koda")
    personas.owner.delete(url_of(own))
    assert not deleted_of(personas.account).exists()
    Stone.objects.filter(pk=stone.pk).update(source_agent="prax")
    personas.owner.delete(url_of(stone))
    deletion = deleted_of(personas.account).get()
    assert deletion.what.startswith(f"the stone {stone.content.border_hash} (“")
    assert deletion.what.endswith("…”), deleted by koda")
    assert restore_deleted(account=personas.account, deletion_id=deletion.pk) is not None
    assert Stone.objects.get().pk == stone.pk
    assert personas.owner.get(f"{url_of(stone)}/lod/{stone.top_level}").json()["content"] == LONG


def test_delete_takes_one_of_several_with_its_text(personas: Personas, stone: Stone) -> None:
    other = store(personas.account, content=LONG, glow_channel="data")
    problem_body = personas.owner.delete(url_of(stone))
    assert (problem_body.status_code, problem_body.json()["code"]) == (409, "ambiguous_hash")
    assert problem_body.json()["candidates"] == [other.pk, stone.pk]
    answer = personas.owner.delete(f"/api/stone/{stone.pk}").json()
    assert answer == {"deleted": True, "sha256": stone.content.sha256, "copies": 0, "stones": 1}
    assert personas.owner.get(f"/api/stone/{stone.pk}").status_code == 404
    assert personas.owner.get(f"{url_of(other)}/lod/{other.top_level}").json()["content"] == LONG


@pytest.mark.parametrize("query", ["delete_pinned=yes", "delete_pinned=", "pinned=true"])
def test_wrong_words_for_deleting(personas: Personas, stone: Stone, query: str) -> None:
    assert personas.owner.delete(f"{url_of(stone)}?{query}").status_code == 400
    assert Stone.objects.get() == stone


def test_nobody_else_deletes(personas: Personas, stone: Stone) -> None:
    assert_guarded(personas, "DELETE", url_of(stone), scope="stones:write")
    assert personas.stranger.delete(url_of(stone)).status_code == 404
    assert Stone.objects.get() == stone

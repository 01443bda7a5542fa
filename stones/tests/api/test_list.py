"""GET /api/stones."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from core.rest.strict_fields import MOST_REPEATED
from core.rest.tests.access_assertions import Personas, assert_guarded
from stones import examples
from stones.assembled_stone import LevelState
from stones.models import LedgerEntry, Stone
from stones.tests.factories import LONG, SHORT, store, write_levels

URL = "/api/stones"


def items(personas: Personas, **query: Any) -> list[dict[str, Any]]:
    response = personas.owner.get(f"{URL}?{urlencode(query)}")
    assert response.status_code == 200, response.content
    found: list[dict[str, Any]] = response.json()["items"]
    return found


def hashes(personas: Personas, **query: Any) -> set[str]:
    return {item["border_hash"] for item in items(personas, **query)}


def name(stone: Stone) -> str:
    return stone.content.border_hash


def test_newest_first_with_lod_0_and_the_price_of_more(personas: Personas) -> None:
    old, new = store(personas.account, content=SHORT), store(personas.account, content=LONG)
    write_levels(new)
    found = items(personas)
    assert [item["border_hash"] for item in found] == [name(new), name(old)]
    assert found[1]["lod_0"] == SHORT
    assert found[0]["tokens"]["levels"][3] == found[0]["tokens"]["whole"]
    assert 0 < found[0]["tokens"]["levels"][0] <= 40


def test_the_documented_example(personas: Personas) -> None:
    store(personas.account, content=examples.CONTENT, levels={0: examples.SCAN, 1: examples.DETAIL})
    found = items(personas)[0]
    changing = {"id", "created", "expires", "access_count"}
    assert found.keys() == examples.LINE.keys()
    assert {k: v for k, v in found.items() if k not in changing} == {
        k: v for k, v in examples.LINE.items() if k not in changing
    }


@pytest.mark.parametrize("name", ["glow_channel", "stone_type", "status", "created_after", "created_before"])
def test_an_empty_filter_is_refused_as_the_schema_says(personas: Personas, name: str) -> None:
    response = personas.owner.get("/api/stones", {name: ""})
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert response.json()["errors"][0]["field"] == name
    assert "leave the parameter out" in response.json()["detail"]


@pytest.mark.parametrize("name", ["q", "source_agent", "claimed_source"])
def test_an_empty_text_filters_nothing(personas: Personas, name: str) -> None:
    store(personas.account)
    assert len(personas.owner.get("/api/stones", {name: ""}).json()["items"]) == 1


def test_listing_is_no_read(personas: Personas) -> None:
    stone = store(personas.account)
    items(personas)
    assert not LedgerEntry.objects.exists()
    personas.owner.get(f"/api/stone/{name(stone)}/lod/0")
    assert items(personas)[0]["access_count"] == 1


@pytest.mark.parametrize("rows", [1, 3])
def test_queries_do_not_grow_with_rows(
    personas: Personas, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(rows):
        stone = store(personas.account, content=[SHORT, LONG][number % 2] + f" {number}")
        personas.owner.get(f"/api/stone/{name(stone)}/lod/0")
    # The token, the stones, their levels.
    with django_assert_num_queries(3):
        assert len(items(personas)) == rows


def test_only_what_is_alive_and_ones_own(personas: Personas) -> None:
    store(personas.other_account)
    expired, alive = store(personas.account), store(personas.account)
    Stone.objects.filter(pk=expired.pk).update(expires=timezone.now() - timedelta(seconds=1))
    assert hashes(personas) == {name(alive)}


def test_filters_by_header(personas: Personas) -> None:
    one = store(personas.account, glow_channel="data", stone_type="artifact", source_agent="prax")
    two = store(personas.account, glow_channel="task", stone_type="handoff", source_agent="koda")
    assert hashes(personas, glow_channel="data") == {name(one)}
    assert hashes(personas, stone_type="handoff") == {name(two)}
    assert hashes(personas, source_agent="prax") == {name(one)}
    assert hashes(personas, source_agent="pra") == set()
    claimed = store(personas.account, source_agent="koda", claimed_source="hugo")
    assert hashes(personas, claimed_source="hugo") == {name(claimed)}
    assert hashes(personas, source_agent="koda") == {name(two), name(claimed)}
    assert hashes(personas, glow_channel="task", source_agent="prax") == set()


def test_filters_by_status(personas: Personas) -> None:
    ready, absent = store(personas.account, content=SHORT), store(personas.account, generate_lods=False)
    generating = store(personas.account, content=LONG)
    assert hashes(personas, status="ready") == {name(ready)}
    assert hashes(personas, status="absent") == {name(absent)}
    assert hashes(personas, status="generating") == {name(generating)}
    assert hashes(personas, status="failed") == set()


def test_filters_by_time(personas: Personas) -> None:
    old, new = store(personas.account), store(personas.account)
    Stone.objects.filter(pk=old.pk).update(created="2026-01-30T12:00:00Z")
    assert hashes(personas, created_before="2026-01-30T12:00:01Z") == {name(old)}
    assert hashes(personas, created_before="2026-01-30T12:00:00Z") == set()
    assert hashes(personas, created_after="2026-01-30T13:00:00+01:00") == {name(old), name(new)}
    assert hashes(personas, created_after="2026-01-31") == {name(new)}
    assert hashes(personas, created_after="2026-01-30T13:00:00-23:00") == {name(new)}


def test_search_by_words(personas: Personas) -> None:
    repo = store(personas.account, content="Create the repository for the shared library.")
    port = store(personas.account, content="The exporter listens on port 7892.")
    store(personas.other_account, content="Another exporter, of somebody else.")
    assert hashes(personas, q="repositories") == {name(repo)}
    assert hashes(personas, q="exporter or library") == {name(repo), name(port)}
    assert hashes(personas, q='"shared library"') == {name(repo)}
    assert hashes(personas, q="the -exporter library") == {name(repo)}
    assert hashes(personas, q="nowhere") == set()


@pytest.mark.parametrize("words", ["'", '"', "-", ":*", "a & | !", "\\", "%", "(((", "é" * 500, "<->"])
def test_no_words_break_the_search(personas: Personas, words: str) -> None:
    store(personas.account)
    assert items(personas, q=words) is not None


def test_pages_follow_each_other(personas: Personas) -> None:
    stones = [store(personas.account) for _ in range(5)]
    pages: list[list[str]] = []
    cursor: str | None = ""
    while cursor is not None:
        query = {"limit": 2} | ({"cursor": cursor} if cursor else {})
        page = personas.owner.get(f"{URL}?{urlencode(query)}").json()
        pages.append([item["border_hash"] for item in page["items"]])
        cursor = page["next_cursor"]
    newest = [name(stone) for stone in reversed(stones)]
    assert pages == [newest[:2], newest[2:4], newest[4:]]


def test_what_comes_meanwhile_moves_no_page(personas: Personas) -> None:
    old = [store(personas.account) for _ in range(3)]
    page = personas.owner.get(f"{URL}?limit=2").json()
    store(personas.account)
    rest = personas.owner.get(f"{URL}?limit=2&cursor={page['next_cursor']}").json()
    assert [item["border_hash"] for item in rest["items"]] == [name(old[0])]


def test_a_cursor_opens_nothing_of_another_account(personas: Personas) -> None:
    for _ in range(3):
        store(personas.account)
    mine = personas.owner.get(f"{URL}?limit=1").json()["next_cursor"]
    assert personas.stranger.get(f"{URL}?cursor={mine}").json() == {"items": [], "next_cursor": None}


WRONG = [
    "cursor=x",
    "cursor=%00",
    "cursor=" + "A" * 5000,
    "cursor=djE6",
    "cursor=djI6MDFLRg",
    "cursor=%C3%A4",
    "limit=0",
    "limit=101",
    "limit=all",
    "limit=",
    "glow_channel=tsk",
    "stone_type=note",
    "status=done",
    "created_after=yesterday",
    "created_before=2026-13-01",
    "created_after=9999-12-31T23:59:59-23:00",
    "created_before=0001-01-01T00:00:00%2B14:00",
    "source_agent=" + "k" * 101,
    "q=" + "w" * 501,
    "q=%00",
    "page=2",
]


@pytest.mark.parametrize("query", WRONG)
def test_wrong_queries(personas: Personas, query: str) -> None:
    store(personas.account)
    response = personas.owner.get(f"{URL}?{query}")
    assert response.status_code == 400, response.content
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("parameter", "choices"),
    [
        ("glow_channel", "task, context, handoff, query, data"),
        ("stone_type", "clipboard, message, handoff, artifact"),
        ("archived", "true, false"),
        ("status", ", ".join(LevelState)),
    ],
)
def test_a_word_that_is_none_is_told_the_words(personas: Personas, parameter: str, choices: str) -> None:
    problem = personas.owner.get(f"{URL}?{parameter}=" + "{x}" * 300).json()
    assert problem["errors"][0]["code"] == "invalid_choice"
    assert problem["detail"] == f'{parameter}: "{("{x}" * 300)[:MOST_REPEATED]}" is none of: {choices}.'


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_format_is_refused_as_any_unknown_parameter(personas: Personas, form: str) -> None:
    response = personas.owner.get(f"/api/stones?format={form}")
    assert (response.status_code, response.json()["errors"][0]["field"]) == (400, "format")


def test_an_unknown_parameter_is_told_the_known_ones(personas: Personas) -> None:
    problem = personas.owner.get(f"{URL}?chanel=task").json()
    assert (problem["errors"][0]["field"], problem["code"]) == ("chanel", "invalid")
    assert "glow_channel" in problem["detail"]


def test_nobody_else_lists(personas: Personas) -> None:
    assert_guarded(personas, "GET", URL, scope="stones:read")

"""GET /stones/."""

import re

import pytest
from django.contrib.auth.models import User
from django.template import Context, Template
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from stones.models import Stone
from stones.queries import stone_filters
from stones.queries.stone_list_filter import StoneListFilter
from stones.tests.factories import LONG, SHORT, give_up_levels, store, write_levels


def text_of(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def hashes_in(page: str) -> list[str]:
    return re.findall(r'data-open href="/stones/([0-9a-f]+)"', page)


def name(stone: Stone) -> str:
    return stone.content.border_hash


def test_a_stranger_is_asked_to_sign_in(client: Client, db: None) -> None:
    response = client.get("/stones/?q=export")
    assert (response.status_code, response["Location"]) == (302, "/sign-in?next=/stones/%3Fq%3Dexport")


def test_a_channel_and_a_type_of_one_name_have_their_labels(person: Client, ann: User) -> None:
    store(ann, content=LONG, glow_channel="context", stone_type="handoff")
    row = " ".join(re.sub(r"<[^>]+>", "", person.get("/stones/").content.decode()).split())
    assert "channel context" in row
    assert "type handoff" in row
    assert re.search(r"first sentence [\d,]+ / [\d,]+ tokens in all", row)


def test_a_row_says_what_a_stone_is_and_costs(person: Client, stone: Stone) -> None:
    page = text_of(person, "/stones/")
    assert hashes_in(page) == [name(stone)]
    scan = stone.content.levels.get(number=0)
    assert f"<strong>{scan.tokens}</strong> / {stone.content.tokens:,}" in page
    assert "LOD-0 ready, LOD-1 ready, LOD-2 ready, LOD-3 ready" in page
    assert "koda" in page
    assert "not proven" not in page


def test_stones_of_others_are_not_in_it(person: Client, mallorys: Stone) -> None:
    page = text_of(person, "/stones/")
    assert hashes_in(page) == []
    assert "No stones yet" in page


def test_the_empty_list_shows_three_ways_to_a_first_stone(person: Client) -> None:
    page = text_of(person, "/stones/")
    assert "curl http://testserver/api/format-qastone" in page
    assert "format_stone --account ann" in page
    assert 'href="/paste"' in page


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow(
    person: Client, ann: User, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(rows):
        store(ann, content=f"{number} {LONG}")
        store(ann, content=f"{SHORT} {number}")
    with django_assert_num_queries(12):  # one of them for the badge
        assert len(hashes_in(text_of(person, "/stones/"))) == 2 * rows


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("channel=query", ["query"]),
        ("agent=prax", ["query"]),
        ("type=artifact", ["data"]),
        ("q=from:prax", ["query"]),
        ("q=from:hugo", ["data"]),
        ("agent=hugo", ["data"]),
        ("agent=koda", ["data"]),
        ("q=channel:data", ["data"]),
        ("q=tokens:>500", ["data"]),
        ("q=tokens:<500", ["query"]),
        ("q=rotates", ["data"]),
        ("q=rotates+from:prax", []),
        ("q=session+-export", ["query"]),
        ("state=failed", []),
        ("state=generating", ["data"]),
        ("channel=nonsense", ["data", "query"]),
        ("older=nonsense", ["data", "query"]),
        ("agent=%00", ["data", "query"]),
        ("agent=prax%00", ["query"]),
        ("channel=%00&type=%00&state=%00&older=%00", ["data", "query"]),
    ],
)
def test_filters_and_words(person: Client, ann: User, query: str, found: list[str]) -> None:
    store(ann, content="Where is a session ended?", glow_channel="query", source_agent="prax")
    store(
        ann,
        content=LONG,
        glow_channel="data",
        stone_type="artifact",
        source_agent="koda",
        claimed_source="hugo",
    )
    page = text_of(person, f"/stones/?{query}")
    assert re.findall(r'data-row data-channel="(\w+)"', page) == found
    assert ("No stone matches" in page) is not bool(found)


def test_a_number_of_tokens_is_a_bound_by_its_sign(person: Client, ann: User) -> None:
    tokens = store(ann, content="Where is a session ended?").content.tokens
    pages = {
        sign: text_of(person, f"/stones/?q=tokens:{sign}{tokens}") for sign in ("", ">", ">=", "<", "<=")
    }
    assert [sign for sign, page in pages.items() if hashes_in(page)] == ["", ">=", "<="]
    assert hashes_in(text_of(person, f"/stones/?q=tokens:{tokens - 1}")) == []


def test_a_hash_is_found_as_one(person: Client, stone: Stone) -> None:
    assert hashes_in(text_of(person, f"/stones/?q={stone.content.sha256[:12]}")) == [name(stone)]
    assert hashes_in(text_of(person, f"/stones/?q={stone.pk}")) == [name(stone)]
    assert hashes_in(text_of(person, "/stones/?q=00000000000")) == []


def test_the_menu_of_senders_offers_those_that_rows_show(person: Client, ann: User) -> None:
    for claimed in ("hugo", "hugo", None, None):
        store(ann, source_agent="user", claimed_source=claimed)
    found = stone_filters.filter_choices(ann, StoneListFilter(agent="hugo"))["agent"]
    assert [(each.value, each.count, each.is_chosen) for each in found] == [
        ("user", 4, False),
        ("hugo", 2, True),
    ]


def test_a_person_is_called_you_or_by_name(person: Client, ann: User, mallorys: Stone) -> None:
    own = store(ann, source_agent="user")
    store(ann, source_agent="koda", claimed_source="user", content="Of another site.")
    page = text_of(person, "/stones/")
    assert len(re.findall(r"<span>\s*you\s*</span>", page)) == 1
    assert len(re.findall(r"<span>\s*user\s*<span", page)) == 1
    assert re.search(r'<option value="user">\s*you', page)
    assert re.search(r"from\s+<strong>you</strong>", text_of(person, f"/stones/{name(own)}"))
    mallorys.source_agent = "user"
    tag = Template("{% load site %}{% source_of stone 'user' %}")
    assert tag.render(Context({"user": ann, "stone": mallorys})) == "mallory"


def test_tokens_take_a_number(person: Client, stone: Stone) -> None:
    page = text_of(person, "/stones/?q=tokens:many")
    assert "<code>tokens:</code> takes a number, such as 500, &gt;500 or &lt;=500." in page


def test_an_operator_that_is_not_understood_is_named(person: Client, stone: Stone) -> None:
    page = text_of(person, "/stones/?q=channel:purple")
    assert "<code>channel:purple</code> is not understood" in page
    assert hashes_in(page) == [name(stone)]


def test_a_key_that_there_is_not_is_named_and_searched(person: Client, stone: Stone) -> None:
    page = text_of(person, "/stones/?q=sender:koda")
    assert "<code>sender:</code> is no key of this search" in page
    assert "<code>channel:</code>, <code>type:</code>, <code>from:</code>" in page
    assert hashes_in(page) == []


def test_channels_are_counted(person: Client, ann: User) -> None:
    for channel in ("task", "task", "query"):
        store(ann, glow_channel=channel)
    page = re.sub(r"\s+", " ", text_of(person, "/stones/?channel=query"))
    assert 'task <span class="chip-count">2</span>' in page
    assert 'query <span class="chip-count">1</span>' in page


def test_pages_go_both_ways_by_key(person: Client, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stone_filters, "PAGE_ROWS", 2)
    names = [name(store(ann)) for _ in range(5)][::-1]
    first = text_of(person, "/stones/")
    assert hashes_in(first) == names[:2]
    assert "← Newer" not in first
    second = text_of(person, _link(first, "older"))
    assert hashes_in(second) == names[2:4]
    third = text_of(person, _link(second, "older"))
    assert hashes_in(third) == names[4:]
    assert "Older →" not in third
    store(ann)  # what comes meanwhile moves no row
    assert hashes_in(text_of(person, _link(third, "newer"))) == names[2:4]


def test_where_none_is_newer_any_more_the_newest_are_shown(
    person: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stone_filters, "PAGE_ROWS", 2)
    names = [name(store(ann)) for _ in range(3)][::-1]
    newest = Stone.objects.latest("pk")
    page = text_of(person, f"/stones/?newer={newest.pk}")
    assert hashes_in(page) == names[:2]
    assert "← Newer" not in page
    assert hashes_in(text_of(person, _link(page, "older"))) == names[2:]


def _link(page: str, name: str) -> str:
    found = re.search(rf'href="(\?{name}=\w+)"', page)
    assert found is not None
    return f"/stones/{found[1]}"


def test_a_failed_generation_is_named(person: Client, ann: User) -> None:
    stone = store(ann, content=LONG)
    give_up_levels(stone, error="no key")
    assert '<span class="state" data-state="failed">failed</span>' in text_of(person, "/stones/?state=failed")


def test_htmx_gets_the_region_alone(person: Client, stone: Stone) -> None:
    response = person.get("/stones/", headers={"HX-Request": "true", "HX-Target": "stones"})
    assert b"<html" not in response.content
    assert b'id="stones"' in response.content
    assert "HX-Request" in response["Vary"]


def test_news_are_what_came_after(person: Client, ann: User, stone: Stone) -> None:
    assert person.get(f"/stones/updates?after={stone.pk}").status_code == 204
    store(ann)
    response = person.get(f"/stones/updates?after={stone.pk}")
    assert b"<strong>1 new</strong> stone" in response.content


@pytest.mark.parametrize("after", ["%00", "nonsense", "'"])
def test_nothing_came_after_what_is_no_key(person: Client, stone: Stone, after: str) -> None:
    assert person.get(f"/stones/updates?after={after}").status_code == 204


def test_everything_came_after_an_empty_list(person: Client, stone: Stone) -> None:
    assert b"<strong>1 new</strong> stone" in person.get("/stones/updates?after=").content


def test_a_scan_cannot_bring_mark_up(person: Client, ann: User) -> None:
    stone = store(
        ann, content=LONG, levels={0: "<script>alert(1)</script> `<b>` <img src=x onerror=alert(1)>"}
    )
    write_levels(stone)
    page = text_of(person, "/stones/")
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "<code>&lt;b&gt;</code>" in page


def test_filters_that_leave_nothing_are_no_words(person: Client, ann: User) -> None:
    store(ann, content=SHORT, source_agent="koda")
    assert hashes_in(text_of(person, "/stones/?q=from:koda+tokens:<5000"))
    page = text_of(person, "/stones/?q=from:koda+tokens:>5000")
    assert "No stone matches" in page
    assert "all of these words" not in page
    assert "all of these words" in text_of(person, "/stones/?q=from:koda+zebra+crossing")

"""POST /stones/chosen, and the filters that find what was arranged there."""

import io
import json
import re
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from stones.format import parse
from stones.models import LedgerEntry, Stone
from stones.services.arrange_stones import MAX_TAGS, normalize_tag, tag_stones
from stones.tests.factories import LONG, ledger_reader, store


@pytest.fixture
def three(ann: User) -> list[Stone]:
    return [store(ann, content=f"{LONG} {number}") for number in range(3)]


def post(client: Client, action: str, *stones: Stone, **fields: str) -> str:
    chosen = [stone.pk for stone in stones]
    response = client.post("/stones/chosen", {"action": action, "chosen": chosen, **fields}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def undo(client: Client, page: str) -> str:
    form = re.search(r'<form class="undo" method="post" action="([^"]+)">(.*?)</form>', page, re.DOTALL)
    assert form is not None
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="(\w+)"\s+value="([^"]*)"', form[2]):
        fields.setdefault(name, []).append(value)
    return client.post(form[1], fields, follow=True).content.decode()


def shown(client: Client, query: str = "") -> set[str]:
    return set(re.findall(r'name="chosen" value="(\w+)"', client.get(f"/stones/?{query}").content.decode()))


def keys(*stones: Stone) -> set[str]:
    return {stone.pk for stone in stones}


def test_archived_stones_leave_the_list_and_come_back(person: Client, three: list[Stone]) -> None:
    page = post(person, "archive", *three[:2])
    assert "2 stones archived." in page
    assert shown(person) == keys(three[2])
    assert shown(person, "shown=archived") == keys(*three[:2])
    assert "2 stones restored to the list." in undo(person, page)
    assert shown(person) == keys(*three)


def test_archiving_again_counts_nothing_and_offers_no_undo(person: Client, three: list[Stone]) -> None:
    post(person, "archive", three[0])
    page = post(person, "archive", three[0])
    assert "0 stones archived." in page
    assert "Undo" not in page


def test_who_names_an_archived_stone_finds_it(person: Client, three: list[Stone]) -> None:
    post(person, "archive", three[0])
    assert person.get(f"/stones/{three[0].pk}").status_code == 200


def test_a_stone_that_is_stored_again_is_back_in_the_list(person: Client, ann: User) -> None:
    stone = store(ann, content=LONG)
    post(person, "archive", stone)
    assert store(ann, content=LONG).pk == stone.pk
    assert shown(person) == keys(stone)


def test_a_tag_is_given_found_and_taken(person: Client, three: list[Stone]) -> None:
    page = post(person, "tag", *three[:2], tag="#Export Service")
    assert "2 stones tagged #export-service." in page
    assert shown(person, "tag=export-service") == keys(*three[:2])
    assert shown(person, "q=tag:Export-Service") == keys(*three[:2])
    assert shown(person, "tag=other") == set()
    assert re.search(r'tag=export-service[^>]*>#export-service\s*<span class="chip-count">2<', page)
    assert "The tag #export-service is removed from 2 stones." in undo(person, page)
    assert shown(person, "tag=export-service") == set()


def test_a_comma_separates_tags_and_one_undo_takes_what_was_given(person: Client, three: list[Stone]) -> None:
    tag_stones(Stone.objects.filter(pk=three[0].pk), "billing")
    page = post(person, "tag", *three[:2], tag="billing, week 48, #Billing,")
    assert "2 stones tagged #billing #week-48." in page
    assert shown(person, "tag=week-48") == shown(person, "tag=billing") == keys(*three[:2])
    assert "The tags #billing #week-48 are removed from 2 stones." in undo(person, page)
    assert shown(person, "tag=week-48") == set()
    assert shown(person, "tag=billing") == keys(three[0]), "it had this one before"


def test_without_a_tag_nothing_is_tagged(person: Client, three: list[Stone]) -> None:
    assert "No tag was given." in post(person, "tag", three[0], tag=" # ")


def test_one_stone_has_a_limited_number_of_tags(three: list[Stone]) -> None:
    for number in range(MAX_TAGS + 1):
        tag_stones(Stone.objects.filter(pk=three[0].pk), f"t{number}")
    three[0].refresh_from_db()
    assert len(three[0].tags) == MAX_TAGS


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("#A b", "a-b"),
        (" ##x ", "x"),
        ("", ""),
        ("#", ""),
        ("a,b", "a-b"),
        ("x" * 99, "x" * 40),
        ("\x00", ""),
    ],
)
def test_tags_have_one_spelling(text: str, tag: str) -> None:
    assert normalize_tag(text) == tag


def test_deleting_asks_with_the_number_and_then_does_it(person: Client, three: list[Stone]) -> None:
    page = post(person, "ask-delete", *three[:2])
    assert '<h1 tabindex="-1">Delete 2 stones?</h1>' in page
    assert Stone.objects.count() == 3
    assert "2 stones deleted." in post(person, "delete", *three[:2])
    assert shown(person) == keys(three[2])


def content_of(client: Client, action: str, stones: list[Stone]) -> bytes:
    response: Any = client.post(
        "/stones/chosen", {"action": action, "chosen": [stone.pk for stone in stones]}
    )
    assert "attachment" in response["Content-Disposition"]
    return b"".join(response.streaming_content)


def test_the_export_has_the_chosen_ones_with_their_texts(person: Client, three: list[Stone]) -> None:
    rows = [json.loads(line) for line in content_of(person, "export", three[:2]).splitlines()]
    assert {(row["id"], row["content"]) for row in rows} == {
        (each.pk, each.content.text) for each in three[:2]
    }


def test_the_zip_has_each_as_a_text_that_reads_as_a_stone(person: Client, three: list[Stone]) -> None:
    with zipfile.ZipFile(io.BytesIO(content_of(person, "zip", three[1:]))) as archive:
        texts = [archive.read(name).decode() for name in archive.namelist()]
    assert {parse(text).levels[-1] for text in texts} == {stone.content.text for stone in three[1:]}


def test_chosen_stones_stand_in_the_box_of_the_page_that_sends(person: Client, three: list[Stone]) -> None:
    page = post(person, "send", three[2], three[0])
    box = re.search(r'<textarea name="text"[^>]*>\s*(.*?)</textarea>', page, re.DOTALL)
    assert box is not None
    assert box[1].split() == [three[2].content.border_hash, three[0].content.border_hash]
    assert "<strong>2 stones</strong>: each is sent as its own message." in page


def test_more_than_can_be_sent_at_once_is_named(person: Client, ann: User) -> None:
    stones = [store(ann) for _ in range(52)]
    page = post(person, "send", *stones)
    assert "50 of the 52 chosen stones are here: more go in a second turn." in page
    assert "<strong>50 stones</strong>" in page


@pytest.mark.parametrize("chosen", [[], ["nonsense"], ["\x00"]])
def test_choosing_nothing_is_said(person: Client, chosen: list[str]) -> None:
    response = person.post("/stones/chosen", {"action": "delete", "chosen": chosen}, follow=True)
    assert b"Nothing was selected." in response.content


@pytest.mark.parametrize("action", ["archive", "tag", "delete", "export", "zip", "ask-delete", "send"])
def test_another_accounts_stone_is_not_there(person: Client, mallorys: Stone, action: str) -> None:
    page = post(person, action, mallorys, tag="mine")
    assert "Nothing was selected." in page
    mallorys.refresh_from_db()
    assert (mallorys.archived, mallorys.tags) == (None, [])


def test_it_is_done_by_post_alone(person: Client) -> None:
    assert person.get("/stones/chosen").status_code == 405


def test_dates_are_days_and_both_count(person: Client, three: list[Stone]) -> None:
    old, today = three[0], timezone.now().date()
    Stone.objects.filter(pk=old.pk).update(created=timezone.now() - timedelta(days=10))
    day = today - timedelta(days=10)
    assert shown(person, f"until={day}") == keys(old)
    assert shown(person, f"since={day}&until={day}") == keys(old)
    assert shown(person, f"since={day + timedelta(days=1)}") == keys(*three[1:])
    assert shown(person, "since=nonsense&until=9999-12-31") == keys(*three)


def test_has_lod_3_shows_those_with_four_levels(person: Client, ann: User, three: list[Stone]) -> None:
    store(ann)
    assert shown(person, "has=lod-3") == keys(*three)


@pytest.mark.parametrize("sort", ["read", "saved"])
def test_the_most_read_and_the_most_saved_come_first(
    person: Client, ann: User, three: list[Stone], sort: str
) -> None:
    for stone, reads, tokens in ((three[0], 1, 990), (three[1], 2, 10)):
        for _ in range(reads):
            LedgerEntry.objects.create(
                account=ann,
                stone=stone,
                source=stone.pk,
                reader=ledger_reader(ann),
                kind="level",
                level=0,
                tokens=tokens,
                paste_tokens=1_000,
            )
    page = person.get(f"/stones/?sort={sort}").content.decode()
    order = re.findall(r'name="chosen" value="(\w+)"', page)
    assert order == [three[1].pk, three[0].pk, three[2].pk]

"""Stones that were sent to another account: it may read them, and nothing else."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from core.jobs.models import Job
from core.rest.tests.access_assertions import Personas
from stones import services
from stones.exceptions import AmbiguousHash, StoneNotFound
from stones.models import Content, LedgerEntry, Share, Stone
from stones.queries import find_own_stone, find_stone, find_stone_to_read
from stones.tests.factories import LONG, give_up_levels, new_account, store, write_levels


@pytest.fixture
def stone(personas: Personas) -> Stone:
    """Ann's."""
    stone = store(personas.account, content=LONG)
    write_levels(stone)
    return stone


@pytest.fixture
def shared(personas: Personas, stone: Stone) -> Stone:
    """Ann's, sent to an agent of mallory's."""
    Share.objects.create(account=personas.other_account, stone=stone)
    return stone


def with_hash(stone: Stone, sha256: str) -> Stone:
    Content.objects.filter(pk=stone.content_id).update(sha256=sha256, border_hash=sha256)
    return stone


Find = Callable[[User, str], Stone]


@pytest.mark.parametrize("find", [find_stone, find_stone_to_read])
def test_it_is_found_by_hash_prefix_and_id(
    personas: Personas, shared: Stone, find: Callable[[User, str], Stone]
) -> None:
    for name in (shared.pk, shared.content.sha256, shared.content.sha256[:8].upper()):
        found = find(personas.other_account, name)
        assert (found, found.shared_with) == (shared, personas.other_account)
        assert find(personas.account, name).shared_with is None


def test_its_address_finds_it_whatever_else_there_is(personas: Personas, shared: Stone) -> None:
    mine = store(personas.other_account, content=LONG)
    address = find_stone(personas.other_account, shared.pk).address
    assert find_stone(personas.other_account, shared.content.sha256) == mine
    assert find_stone(personas.other_account, address) == shared


@pytest.mark.parametrize("find", [find_stone, find_stone_to_read])
def test_one_s_own_or_one_that_was_sent_may_be_meant(personas: Personas, shared: Stone, find: Find) -> None:
    with_hash(shared, "a" * 20 + "0" * 44)
    mine = with_hash(store(personas.other_account), "a" * 20 + "1" * 44)
    with pytest.raises(AmbiguousHash) as raised:
        find(personas.other_account, "a" * 20)
    assert raised.value.extra["candidates"] == ["a" * 20 + "0" * 4, "a" * 20 + "1" * 4]
    for name in ("a" * 20 + "1", "a" * 20 + "1" * 44, mine.pk):
        assert find(personas.other_account, name) == mine
    assert find(personas.other_account, "a" * 20 + "0") == shared
    assert find_own_stone(personas.other_account, "a" * 20) == mine


@pytest.mark.parametrize("find", [find_stone, find_stone_to_read])
def test_one_s_own_copy_of_what_was_sent_is_found(personas: Personas, shared: Stone, find: Find) -> None:
    mine = store(personas.other_account, content=LONG)
    for name in (shared.content.sha256[:8], shared.content.sha256):
        assert find(personas.other_account, name) == mine


def test_several_that_were_sent_may_be_meant(personas: Personas, shared: Stone) -> None:
    with_hash(shared, "a" * 20 + "0" * 44)
    another = with_hash(store(new_account()), "a" * 20 + "1" * 44)
    with_hash(store(personas.account), "a" * 20 + "2" * 44)  # not sent: never named
    Share.objects.create(account=personas.other_account, stone=another)
    with pytest.raises(AmbiguousHash) as raised:
        find_stone(personas.other_account, "a" * 8)
    assert raised.value.extra["candidates"] == ["a" * 20 + "0" * 4, "a" * 20 + "1" * 4]


def test_of_two_that_sent_the_same_text_the_last_is_found(personas: Personas, shared: Stone) -> None:
    later = store(new_account(), content=LONG)
    Share.objects.create(account=personas.other_account, stone=later)
    assert find_stone(personas.other_account, shared.content.sha256) == later


def test_it_is_gone_when_its_time_has_run_out(personas: Personas, shared: Stone) -> None:
    Stone.objects.update(expires=timezone.now())
    with pytest.raises(StoneNotFound):
        find_stone(personas.other_account, shared.pk)


def test_it_is_nobodys_own_but_its_accounts(personas: Personas, shared: Stone) -> None:
    assert find_own_stone(personas.account, shared.pk) == shared
    for name in (shared.pk, shared.content.sha256):
        with pytest.raises(StoneNotFound):
            find_own_stone(personas.other_account, name)


READS = ["", "/lod/0", "/lod/3", "/focus?q=port"]


def paths_of(stone: Stone) -> list[str]:
    return [f"/api/stone/{name}{read}" for name in (stone.pk, stone.content.sha256[:12]) for read in READS]


def test_its_reads_over_rest(personas: Personas, shared: Stone) -> None:
    paths = paths_of(shared)
    assert [personas.stranger.get(path).status_code for path in paths] == [200] * len(paths)
    entries = set(LedgerEntry.objects.values_list("account", "stone", "reader__name"))
    assert entries == {(personas.account.pk, shared.pk, "agent koda@mallory")}


def test_a_long_name_keeps_its_account(personas: Personas, shared: Stone) -> None:
    services.read_level(
        account=personas.other_account, border_hash=shared.pk, level=0, reader="agent " + "k" * 200
    )
    reader = LedgerEntry.objects.get().reader.name
    assert (len(reader), reader[-9:]) == (120, "k@mallory")


def body_of(client: APIClient, method: str, path: str) -> tuple[int, object]:
    response = client.generic(method, path)
    return response.status_code, {**response.json(), "request_id": ""}


def test_unsent_it_is_as_if_it_never_was(personas: Personas, stone: Stone) -> None:
    Share.objects.create(account=new_account(), stone=stone)
    calls = [("GET", path) for path in paths_of(stone)]
    theirs = [body_of(personas.stranger, *call) for call in calls]
    Content.objects.all().delete()
    assert {status for status, _ in theirs} == {404}
    assert theirs == [body_of(personas.stranger, *call) for call in calls]


def test_its_receiver_deletes_nothing(personas: Personas, shared: Stone) -> None:
    calls = [("DELETE", f"/api/stone/{name}") for name in (shared.pk, shared.content.sha256)]
    theirs = [body_of(personas.stranger, *call) for call in calls]
    assert {status for status, _ in theirs} == {404}
    assert Stone.objects.filter(pk=shared.pk).exists()
    Content.objects.all().delete()
    assert theirs == [body_of(personas.stranger, *call) for call in calls]


def test_lists_and_searches_stay_ones_own(personas: Personas, shared: Stone) -> None:
    for query in (
        "",
        "?q=export",
        f"?q={shared.content.sha256[:10]}",
        f"?source_agent={shared.source_agent}",
    ):
        assert personas.owner.get(f"/api/stones{query}").status_code == 200
        assert shared.pk not in personas.stranger.get(f"/api/stones{query}").content.decode(), query


@pytest.fixture
def mallory(client: Client, personas: Personas) -> Client:
    client.force_login(personas.other_account)
    return client


def test_its_page(mallory: Client, shared: Stone) -> None:
    page = mallory.get(f"/stones/{shared.pk}?tab=reads").content.decode()
    assert "sent to you by <strong>ann</strong>" in page
    assert f"/stones/{shared.pk}/text" in page
    for owners in ("Delete", "tab-reads", "Who read what"):
        assert owners not in page
    assert LedgerEntry.objects.get().reader.name == "person mallory"


def test_who_takes_its_text_away_has_read_it(mallory: Client, shared: Stone) -> None:
    mallory.get(f"/stones/{shared.pk}/text?lod=1")
    assert list(LedgerEntry.objects.values_list("reader__name", "kind", "level")) == [
        ("person mallory", "whole", 1)
    ]


def test_its_page_charges_a_visit_once(mallory: Client, shared: Stone) -> None:
    for _ in range(2):
        mallory.get(f"/stones/{shared.pk}?q=port")
    assert list(LedgerEntry.objects.values_list("kind", flat=True).order_by("pk")) == [
        "level",
        "focus",
        "focus",
    ]


def test_its_owner_sees_who_reads_it(client: Client, personas: Personas, shared: Stone) -> None:
    personas.stranger.get(f"/api/stone/{shared.pk}/lod/0")
    client.force_login(personas.account)
    page = client.get(f"/stones/{shared.content.border_hash}?tab=reads").content.decode()
    assert "agent koda@mallory" in page
    assert "sent to you by" not in page


def test_its_receiver_changes_nothing_on_pages(mallory: Client, shared: Stone) -> None:
    give_up_levels(shared)
    assert "Try again" not in mallory.get(f"/stones/{shared.pk}").content.decode()
    before = list(Job.objects.values())
    assert mallory.post(f"/stones/{shared.pk}/regenerate").status_code == 404
    assert mallory.get(f"/stones/{shared.pk}/delete").status_code == 404
    assert mallory.post(f"/stones/{shared.pk}/delete").status_code == 404
    assert list(Job.objects.values()) == before


def test_deleted_by_its_owner_it_is_gone(personas: Personas, shared: Stone) -> None:
    personas.owner.delete(f"/api/stone/{shared.pk}")
    assert not Share.objects.exists()
    assert personas.stranger.get(f"/api/stone/{shared.pk}/lod/0").status_code == 404


@pytest.mark.parametrize("path", ["?tab=agent&lod=3", "/text"])
def test_what_an_agent_receives_of_it_is_read_by_who_takes_it(
    client: Client, personas: Personas, shared: Stone, path: str
) -> None:
    for account, books in ((personas.account, False), (personas.other_account, True)):
        client.force_login(account)
        assert client.get(f"/stones/{shared.pk}{path}").status_code == 200
        assert LedgerEntry.objects.filter(stone=shared).exists() == books


def test_its_levels_are_booked_when_the_page_looks_for_news(
    client: Client, personas: Personas, shared: Stone
) -> None:
    client.force_login(personas.other_account)
    assert client.get(f"/stones/{shared.pk}/updates?tab=agent&lod=1&after=x").status_code == 200
    levels = LedgerEntry.objects.filter(stone=shared).order_by("pk").values_list("level", flat=True)
    assert list(levels) == [0, 1]

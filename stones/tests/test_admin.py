"""The admin: to look at, to delete, to have written again; nothing else."""

import itertools
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from core.jobs.models import JobState
from stones.models import Content, LedgerEntry, Level, Stone, StonePassage
from stones.tests.factories import LONG, ledger_reader, levels_job, new_account, store, write_levels

MODELS = [Content, Stone, Level, StonePassage, LedgerEntry]
LISTS = [model._meta.model_name for model in MODELS]


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


def add_read(stone: Stone) -> None:
    LedgerEntry.objects.create(
        account=stone.account,
        stone=stone,
        reader=ledger_reader(stone.account, "command"),
        kind="level",
        level=0,
        tokens=1,
        paste_tokens=9,
    )


@pytest.fixture
def stone(db: None) -> Stone:
    stone = store(new_account(), content=LONG, levels={0: "<script>alert(1)</script>"})
    write_levels(stone)
    add_read(stone)
    return stone


def url(model: str | None, view: str = "changelist", *args: object) -> str:
    return reverse(f"admin:stones_{model}_{view}", args=args)


@pytest.mark.parametrize("model", LISTS)
def test_lists_and_rows_are_shown(staff: Client, stone: Stone, model: str) -> None:
    assert staff.get(url(model)).status_code == 200
    row = next(found for found in MODELS if found._meta.model_name == model)._default_manager.first()
    assert row is not None
    page = staff.get(url(model, "change", row.pk))
    assert page.status_code == 200
    assert "<script>alert" not in page.content.decode()
    assert 'name="_save"' not in page.content.decode()


@pytest.mark.parametrize("model", LISTS)
def test_nothing_is_added_or_edited(staff: Client, stone: Stone, model: str) -> None:
    row = next(found for found in MODELS if found._meta.model_name == model)._default_manager.first()
    assert row is not None
    assert staff.get(url(model, "add")).status_code == 403
    assert staff.post(url(model, "change", row.pk), {"text": "forged", "state": "done"}).status_code == 403


@pytest.mark.parametrize("model", ["stone", "level", "stonepassage", "ledgerentry"])
def test_what_hangs_on_a_content_is_deleted_with_it_alone(staff: Client, stone: Stone, model: str) -> None:
    row = next(found for found in MODELS if found._meta.model_name == model)._default_manager.first()
    assert row is not None
    assert staff.post(url(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    row.refresh_from_db()


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("content", "HASH"),
        ("content", "exports"),
        ("content", "nowhere"),
        ("stone", "HASH"),
        ("level", "HASH"),
        ("stonepassage", "HASH"),
        ("ledgerentry", "HASH"),
    ],
)
def test_search(staff: Client, stone: Stone, model: str, words: str) -> None:
    words = stone.content.border_hash if words == "HASH" else words
    page = staff.get(url(model), {"q": words}).content.decode()
    assert (stone.content.border_hash in page) is (words != "nowhere")


@pytest.mark.parametrize("model", LISTS)
def test_filters(staff: Client, stone: Stone, model: str) -> None:
    """Each choice that the list offers, of each of its filters."""
    changes = staff.get(url(model)).context["cl"]
    choices = [list(spec.choices(changes)) for spec in changes.filter_specs]
    assert choices
    for choice in itertools.chain(*choices):
        # A wrong parameter would lead to "?e=1".
        assert staff.get(url(model) + choice["query_string"]).status_code == 200


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("model", ["content", "stone", "level"])
def test_queries_do_not_grow_with_rows(
    staff: Client, rows: int, model: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    account = new_account()
    for number in range(rows):
        store(account, content=f"{LONG} {number}")
    staff.get(url(model))
    expected = {"content": 6, "stone": 7, "level": 7}[model]
    with django_assert_max_num_queries(expected):
        staff.get(url(model))


def act(client: Client, model: str, action: str, *ids: int, **more: Any) -> Any:
    return client.post(url(model), {"action": action, "_selected_action": list(ids), **more}, follow=True)


def test_write_anew(staff: Client, stone: Stone) -> None:
    act(staff, "content", "write_anew", stone.content_id)
    assert levels_job().state == JobState.PENDING


@pytest.mark.parametrize("form", ["page", "action"])
def test_delete_a_content(staff: Client, stone: Stone, form: str) -> None:
    if form == "page":
        staff.post(url("content", "delete", stone.content_id), {"post": "yes"})
    else:
        act(staff, "content", "delete_selected", stone.content_id, post="yes")
    assert not Content.objects.exists()
    assert LedgerEntry.objects.get().stone is None


def test_who_may_only_look_may_not_act(client: Client, stone: Stone) -> None:
    looker = User.objects.create(username="looker", is_staff=True)
    looker.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(looker)
    assert client.get(url("content")).status_code == 200
    act(client, "content", "write_anew", stone.content_id)
    act(client, "content", "delete_selected", stone.content_id, post="yes")
    assert levels_job().state == JobState.DONE


def test_others_see_nothing(client: Client, stone: Stone) -> None:
    client.force_login(new_account())
    assert [client.get(url(model)).status_code for model in LISTS] == [302] * len(LISTS)


@pytest.mark.parametrize("model", LISTS)
def test_a_row_shows_the_sentence_that_people_read(staff: Client, model: str) -> None:
    stone = store(new_account(), content=LONG, levels={0: "The sentence of its writer."})
    write_levels(stone)
    add_read(stone)
    short = store(new_account(), content="Short and whole.")
    page = staff.get(url(model)).content.decode()
    if model in ("stone", "ledgerentry"):
        assert "The sentence of its writer." in page
    if model in ("stone", "content"):
        assert "Short and whole." in page
    assert ">sentence<" in page.lower().replace("\n", "").replace(" ", "")
    assert short.content.border_hash in page or model not in ("stone", "content")

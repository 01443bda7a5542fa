"""Searches of a list under a name: saved, shown where they are current, deleted, and nobody else's."""

import html
import re

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from core.pages.models import SavedSearch
from core.pages.saved_searches import MAX_SEARCHES, searched_query
from qastone_site.saved_search_pages import LISTS
from stones.tests.factories import store


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def person(ann: User, client: Client) -> Client:
    client.force_login(ann)
    return client


def main_of(client: Client, path: str) -> str:
    page = client.get(path).content.decode()
    return re.sub(r"\s+", " ", html.unescape(page.partition("<main")[2]))


def save(client: Client, name: str, query: str, list_name: str = "stones:list") -> str:
    response = client.post("/searches/save", {"list": list_name, "name": name, "query": query})
    assert response.status_code == 302
    return response["Location"]


def test_a_search_is_saved_opened_and_deleted(person: Client, ann: User) -> None:
    store(ann, content="A port is taken.", glow_channel="task")
    address = "/stones/?q=port&channel=task&older=01H&format="
    page = main_of(person, address)
    query = re.search(r'name="query" value="([^"]*)"', page)
    assert query
    assert query[1] == "q=port&channel=task"
    assert save(person, "  Ports ", query[1]) == "/stones/?q=port&channel=task"
    page = main_of(person, "/stones/")
    assert '<a class="chip" href="/stones/?q=port&channel=task">Ports</a>' in page
    page = main_of(person, "/stones/?q=port&channel=task")
    assert '<a class="chip" href="/stones/?q=port&channel=task" aria-current="true">Ports</a>' in page
    assert "Save this search" not in page
    saved = SavedSearch.objects.get()
    deleted = person.post(f"/searches/{saved.pk}/delete", follow=True).content.decode()
    assert "“Ports” is deleted." in deleted
    assert "Undo" in deleted
    assert not SavedSearch.objects.exists()


@pytest.mark.parametrize(
    ("address", "is_offered"),
    [
        ("/inbox/?tab=all", False),
        ("/inbox/?tab=all&agent=*", False),
        ("/inbox/?tab=all&q=port", True),
        ("/inbox/?priority=high", True),
        ("/stones/?sort=read", False),
        ("/stones/?agent=koda", True),
    ],
)
def test_it_is_offered_where_something_is_searched(person: Client, address: str, *, is_offered: bool) -> None:
    assert ("Save this search" in main_of(person, address)) is is_offered


def test_a_name_is_there_once(person: Client, ann: User) -> None:
    save(person, "Ports", "q=port")
    save(person, "Ports", "q=harbour")
    save(person, "Ports", "q=note", "brain:notes")
    assert list(SavedSearch.objects.order_by("pk").values_list("list_name", "query")) == [
        ("stones:list", "q=harbour"),
        ("brain:notes", "q=note"),
    ]
    with pytest.raises(IntegrityError, match="saved_search_name_once"), transaction.atomic():
        SavedSearch.objects.create(account=ann, list_name="stones:list", name="Ports", query="q=1")


@pytest.mark.parametrize(
    ("name", "query", "words"),
    [
        (" ", "q=port", "needs a name of 1 to 60 characters"),
        ("x" * 61, "q=port", "needs a name of 1 to 60 characters"),
        ("Ports", "older=01H", "There is nothing to save"),
        ("Ports", "q=" + "x" * 2_000, "There is nothing to save"),
    ],
)
def test_what_is_no_search_is_refused(person: Client, name: str, query: str, words: str) -> None:
    save(person, name, query)
    assert words in main_of(person, "/stones/")
    assert not SavedSearch.objects.exists()


def test_a_list_has_so_many(person: Client) -> None:
    for number in range(MAX_SEARCHES):
        save(person, f"Search {number}", f"q={number}")
    save(person, "One more", "q=more")
    assert SavedSearch.objects.count() == MAX_SEARCHES
    save(person, "Search 1", "q=other")
    assert SavedSearch.objects.get(name="Search 1").query == "q=other"


@pytest.mark.parametrize("list_name", LISTS)
def test_each_list_shows_its_own(person: Client, ann: User, list_name: str) -> None:
    save(person, "Mine", "q=port", list_name)
    saved = SavedSearch.objects.get()
    assert reverse(saved.list_name) == reverse(list_name)


def test_another_account_has_none_of_it(person: Client, ann: User) -> None:
    store(ann, content="A port is taken.")
    other = User.objects.create_user("mallory")
    theirs = SavedSearch.objects.create(account=other, list_name="stones:list", name="Theirs", query="q=x")
    assert "Theirs" not in main_of(person, "/stones/")
    assert person.post(f"/searches/{theirs.pk}/delete").status_code == 404
    assert SavedSearch.objects.filter(pk=theirs.pk).exists()


def test_an_unknown_list_does_not_exist(person: Client) -> None:
    response = person.post("/searches/save", {"list": "admin:index", "name": "x", "query": "q=1"})
    assert response.status_code == 404


def test_the_place_in_a_list_is_no_part_of_a_search() -> None:
    assert searched_query("q=a+b&older=1&newer=2&open=3&format=json&tag=") == "q=a+b"

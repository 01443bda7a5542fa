"""GET /ask/entries/."""

import csv
import io
import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from quickstart.models import Collection, Entry
from quickstart.tests.factories import make_collection, make_entry
from quickstart.tests.pages.page_text import page_of, words

ENTRIES = "/ask/entries/"


@pytest.fixture
def shelf(ann: User) -> Collection:
    """Ann's first collection: entries of several levels, tags and states."""
    made = make_collection(ann, name="shelf", title="The shelf")
    make_entry(
        made, entry_id="bread", question="How is bread baked?", answer="In a **hot** oven.", tags=["oven"]
    )
    make_entry(
        made,
        entry_id="cake",
        question="How is cake baked?",
        answer="Slowly.",
        tags=["oven", "sweet things"],
        level=4,
    )
    make_entry(
        made, entry_id="tea", question="Is there tea?", review="draft", variants=["a cup of Darjeeling"]
    )
    make_entry(made, entry_id="coal", question="Where is coal kept?", review="retired", level=4)
    return made


@pytest.fixture
def garage(ann: User) -> Collection:
    """Her second one."""
    made = make_collection(ann, name="garage")
    make_entry(made, entry_id="tyre", question="How is a tyre changed?", tags=["sweet things"])
    return made


def ids(client: Client, **query: Any) -> list[str]:
    response = client.get(ENTRIES, {"format": "json", **query})
    return [row["id"] for row in response.json()["items"]]


def test_a_row_shows_what_an_entry_is(person: Client, shelf: Collection, garage: Collection) -> None:
    page = words(page_of(person, ENTRIES))
    assert "Is there tea? Part" in page
    assert "How is cake baked? Slowly. Published Level 4 Details Parts › Part" in page
    assert "How is bread baked? In a hot oven." in page  # its words, not its Markdown
    assert "The shelf changed just now #oven #sweet things Edit" in page
    assert "Draft Level 3 Specific task" in page
    assert '<a data-open href="/ask/entries/cake?collection=shelf">' in re.sub(
        r"\s+", " ", page_of(person, ENTRIES)
    )


def test_a_single_collection_is_not_named_in_each_row(person: Client, shelf: Collection) -> None:
    assert "The shelf" not in words(page_of(person, ENTRIES))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["tyre", "coal", "tea", "cake", "bread"]),
        ({"collection": "shelf"}, ["coal", "tea", "cake", "bread"]),
        ({"level": "4"}, ["coal", "cake"]),
        ({"tag": "sweet things"}, ["tyre", "cake"]),
        ({"review": "draft"}, ["tea"]),
        ({"review": "retired", "level": "4"}, ["coal"]),
        ({"q": "oven"}, ["cake", "bread"]),  # an answer, and a tag
        ({"q": "baking cakes"}, ["cake"]),
        ({"q": "darjeeling"}, ["tea"]),  # another wording
        ({"q": "coal"}, ["coal"]),
        ({"q": "bake", "tag": "oven", "level": "3"}, ["bread"]),
        ({"q": "zebra"}, []),
        ({"sort": "oldest"}, ["bread", "cake", "tea", "coal", "tyre"]),
        ({"sort": "question"}, ["tyre", "bread", "cake", "tea", "coal"]),
        ({"sort": "level", "q": "baked"}, ["bread", "cake"]),
        ({"until": "2020-01-01"}, []),
        ({"since": "2020-01-01", "review": "draft"}, ["tea"]),
    ],
)
def test_filters_and_orders(
    person: Client, shelf: Collection, garage: Collection, query: dict[str, Any], found: list[str]
) -> None:
    if query.get("sort") == "question":
        found = sorted(found, key=lambda each: Entry.objects.get(entry_id=each).question.lower())
    assert ids(person, **query) == found
    assert ("No answer matches" in page_of(person, ENTRIES, **query)) is not bool(found)


@pytest.mark.parametrize(
    "query",
    [
        {"level": "9"},
        {"level": "²"},
        {"review": "x' OR 1"},
        {"sort": "password"},
        {"older": "x"},
        {"older": "9" * 30},
        {"newer": "-1"},
        {"since": "soon"},
        {"tag": "\x00"},
        {"q": "\x00"},
    ],
)
def test_what_an_address_says_wrongly_is_left_out(
    person: Client, shelf: Collection, query: dict[str, Any]
) -> None:
    assert len(ids(person, **query)) == 4
    page_of(person, ENTRIES, **query)


@pytest.mark.parametrize("name", ["nowhere", "../x", "%", "a b"])
def test_an_unknown_collection_is_not_there(person: Client, shelf: Collection, name: str) -> None:
    page_of(person, ENTRIES, status=404, collection=name)


@pytest.mark.parametrize("query", ["' \\ & | ! :*", '"', "-", "or", "<script>", "(", "a" * 5_000])
def test_hostile_words(person: Client, shelf: Collection, query: str) -> None:
    page = page_of(person, ENTRIES, q=query)
    assert "<script>" not in page.partition("<main")[2]


def test_each_choice_has_its_count_under_the_other_filters(
    person: Client, shelf: Collection, garage: Collection
) -> None:
    page = words(page_of(person, ENTRIES))
    assert "All garage 1 The shelf 4 In any state Draft 1 Published 3 Retired 1" in page
    assert "any 3 Specific task (3) 4 Details (2)" in page
    assert "oven (2) sweet things (2)" in page
    page = words(page_of(person, ENTRIES, level="4", collection="shelf"))
    assert "All The shelf 2 In any state Published 1 Retired 1" in page
    assert "any 3 Specific task (2) 4 Details (2)" in page
    assert "oven (1) sweet things (1)" in page


def test_pages_by_key(person: Client, ann: User) -> None:
    made = make_collection(ann, name="many")
    template = make_entry(made)
    Entry.objects.bulk_create(
        Entry(
            account=ann, collection=made, entry_id=f"n{at}", question=f"Number {at}?", level=3, review="published",
            tree_path=["Parts"], tree_key="part", answer="Yes.",
        )
        for at in range(50)
    )  # fmt: skip
    first = person.get(f"{ENTRIES}?format=json").json()
    second = person.get(first["next"].removeprefix("http://testserver")).json()
    assert [len(first["items"]), len(second["items"]), second["next"]] == [50, 1, None]
    assert second["items"][0]["id"] == template.entry_id
    assert first["items"][0]["id"] == "n49"
    page = page_of(person, ENTRIES)
    assert 'rel="next"' in page
    assert "51" in words(page)
    # Another order shows the first ones alone.
    page = page_of(person, ENTRIES, sort="oldest")
    assert "Oldest first: the first 50." in words(page)
    assert 'rel="next"' not in page


def test_what_others_share_is_read_and_not_chosen(
    person: Client, guest: Client, shelf: Collection, garage: Collection
) -> None:
    Collection.objects.filter(pk=shelf.pk).update(shared=True)
    assert ids(guest) == ["cake", "bread"]  # neither drafts, nor what is not shared
    page = page_of(guest, ENTRIES)
    assert 'name="chosen"' not in page
    assert 'id="bulk"' not in page
    assert "/admin/" not in page.partition("<main")[2]
    assert 'name="chosen"' in page_of(person, ENTRIES)


def test_beside_rows_of_ones_own_those_of_others_have_no_box(ben: Client, shelf: Collection) -> None:
    Collection.objects.filter(pk=shelf.pk).update(shared=True)
    own = make_entry(make_collection(User.objects.get(username="ben"), name="mine"), entry_id="mine")
    assert ids(ben) == ["mine", "cake", "bread"]
    page = page_of(ben, ENTRIES)
    assert re.findall(r'name="chosen" value="(\d+)"', page) == [str(own.pk)]
    assert re.findall(r"/admin/quickstart/entry/(\d+)/change/", page) == [str(own.pk)]


def test_an_owner_who_does_not_curate_reads_what_is_published(
    person: Client, ann: User, shelf: Collection
) -> None:
    User.objects.filter(pk=ann.pk).update(is_superuser=False)
    assert ids(person) == ["cake", "bread"]
    page = page_of(person, ENTRIES)
    assert 'name="chosen"' not in page
    assert "/admin/quickstart/entry/" not in page
    assert "Upload answers" in page


def test_who_may_not_delete_is_not_offered_it(person: Client, ann: User, shelf: Collection) -> None:
    assert 'value="ask-delete"' in page_of(person, ENTRIES)
    User.objects.filter(pk=ann.pk).update(is_superuser=False)
    ann.user_permissions.add(Permission.objects.get(codename="change_entry"))
    page = page_of(person, ENTRIES)
    assert 'value="publish"' in page
    assert 'value="ask-delete"' not in page
    assert 'value="delete"' not in page


def test_where_entries_are_written(person: Client, shelf: Collection, garage: Collection) -> None:
    page = page_of(person, ENTRIES, collection="shelf")
    assert f"/admin/quickstart/entry/add/?collection={shelf.pk}" in page
    assert 'href="/ask/upload/entries?collection=shelf"' in page
    entry = shelf.entries.get(entry_id="tea")
    assert f"/admin/quickstart/entry/{entry.pk}/change/" in page


def test_nothing_says_why(person: Client, guest: Client, ann: User) -> None:
    assert "No collection yet" in page_of(guest, ENTRIES)
    made = make_collection(ann, name="bare", shared=True)
    assert "No answers yet" in page_of(guest, ENTRIES)
    entry = make_entry(made, review="draft")
    assert "No answers yet" in page_of(guest, ENTRIES)
    assert entry.question in page_of(person, ENTRIES)
    assert "matches your search and filters" in words(page_of(person, ENTRIES, q="zebra"))
    assert "There are no more." in words(page_of(person, ENTRIES, older="1"))


def test_the_command_stands_only_where_rest_gets_the_same(person: Client, ann: User) -> None:
    made = make_collection(ann, name="shelf")
    make_entry(made, level=3, tags=["a"])
    make_entry(made, level=4)
    same: list[dict[str, Any]] = [{}, {"level": "3"}, {"tag": "a"}, {"review": "published"}]
    others: list[dict[str, Any]] = [
        {"q": "part"},
        {"sort": "oldest"},
        {"since": "2020-01-01"},
        {"review": "draft"},
    ]
    for query in same:
        assert "curl-command" in page_of(person, ENTRIES, **query), query
    for query in others:
        assert "curl-command" not in page_of(person, ENTRIES, **query), query
    make_entry(made, level=4, review="draft")
    assert "curl-command" not in page_of(person, ENTRIES)
    assert "curl-command" in page_of(person, ENTRIES, level="3")
    make_collection(ann, name="other")
    assert "curl-command" not in page_of(person, ENTRIES, level="3")
    assert "curl-command" in page_of(person, ENTRIES, level="3", collection="shelf")


def test_the_table_has_a_row_for_each(person: Client, shelf: Collection) -> None:
    text = person.get(f"{ENTRIES}?format=csv").content.decode()
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(text))}
    assert list(rows) == ["coal", "tea", "cake", "bread"]
    assert (rows["tea"]["review"], rows["tea"]["collection"]) == ("draft", "shelf")
    assert rows["bread"]["answer"] == "In a **hot** oven."


def test_a_search_is_saved_under_a_name(person: Client, shelf: Collection) -> None:
    data = {"list": "quickstart:entries", "query": "review=draft&tag=oven", "name": "To review"}
    page = person.post("/searches/save", data, follow=True)
    assert page.status_code == 200, page.content
    assert "To review" in page_of(person, ENTRIES)


def test_htmx_gets_the_region_alone(person: Client, shelf: Collection) -> None:
    fragment = person.get(ENTRIES, headers={"HX-Request": "true", "HX-Target": "entries"}).content.decode()
    assert fragment.lstrip().startswith("<title>")
    assert "<main" not in fragment


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("query", [{}, {"q": "part"}, {"format": "json"}])
def test_the_number_of_queries_does_not_grow(
    person: Client,
    ann: User,
    rows: int,
    query: dict[str, Any],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    made = make_collection(ann)
    for number in range(rows):
        make_entry(made, tags=[f"tag{number}"], variants=[f"Wording {number}"], review="published")
    page_of(person, ENTRIES, **query)  # what is asked once per process
    with django_assert_num_queries({"": 13, "q": 15, "format": 6}["".join(query)]):
        page_of(person, ENTRIES, **query)

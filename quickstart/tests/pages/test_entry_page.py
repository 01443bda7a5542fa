"""GET /ask/entries/{entry_id}."""

from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from quickstart.models import Collection
from quickstart.tests.factories import make_collection, make_entry, make_skill
from quickstart.tests.pages.page_text import page_of, words


def test_it_shows_all_that_was_curated(person: Client, kitchen: Collection) -> None:
    page = words(page_of(person, "/ask/entries/sourdough", collection="kitchen"))
    assert "How do I feed the sourdough starter? Kind: a specific task" in page
    assert "Read first What can I bake here?" in page
    assert "Discard half" in page
    assert "scale --check starter Copy QA.Stone does not run this" in page
    assert "To do it Skill Sourdough care" in page
    assert "Go deeper How does a rye starter differ" in page
    assert "Also asked as refresh the sour dough culture starter feeding schedule" in page


def test_where_it_names_a_page_its_skills_are_folded(person: Client, kitchen: Collection) -> None:
    kitchen.entries.filter(entry_id="sourdough").update(answer="By page: *Starters › Feed*.")
    page = words(page_of(person, "/ask/entries/sourdough", collection="kitchen"))
    assert "More ways By command: Sourdough care Keep a sourdough starter alive" in page


def test_an_answer_is_markdown_whether_it_looks_so_or_not(person: Client, ann: User) -> None:
    make_entry(make_collection(ann), entry_id="undo", answer="Undone can be: *Done* and *Archive*.")
    assert "<em>Done</em> and <em>Archive</em>" in page_of(person, "/ask/entries/undo")


def test_its_curator_may_edit_it_and_nobody_else(person: Client, guest: Client, kitchen: Collection) -> None:
    kitchen.shared = True
    kitchen.save(update_fields=["shared"])
    entry = kitchen.entries.get(entry_id="about")
    edit = f"/admin/quickstart/entry/{entry.pk}/change/"
    assert edit in page_of(person, "/ask/entries/about")
    assert edit not in page_of(guest, "/ask/entries/about")
    # The admin would not let them in.
    User.objects.filter(username="ann").update(is_superuser=False)
    assert edit not in page_of(person, "/ask/entries/about")


@pytest.mark.parametrize("entry_id", ["nowhere", "draft", "gone", "%00", "about%00x", "..", "a/b", "'"])
def test_what_is_not_published_is_not_there(guest: Client, ann: User, entry_id: str) -> None:
    collection = make_collection(ann, shared=True)
    make_entry(collection, entry_id="draft", review="draft")
    make_entry(collection, entry_id="gone", review="retired")
    page_of(guest, f"/ask/entries/{entry_id}", status=404)


@pytest.mark.parametrize("entry_id", ["nowhere", "%00", "about%00x", "'"])
def test_what_there_is_not_has_no_page(person: Client, kitchen: Collection, entry_id: str) -> None:
    page_of(person, f"/ask/entries/{entry_id}", status=404)


@pytest.mark.parametrize(
    ("review", "says"),
    [
        ("draft", "Draft: not used in answers until it is published. Only its curators can see it."),
        ("retired", "Retired: not used in answers. Only its curators can see it."),
    ],
)
def test_its_curator_reads_what_is_not_published(person: Client, ann: User, review: str, says: str) -> None:
    make_entry(make_collection(ann), entry_id="it", question="Is it right?", review=review)
    page = page_of(person, "/ask/entries/it")
    assert says in words(page)
    assert "curl-command" not in page  # REST has no such entry
    User.objects.filter(pk=ann.pk).update(is_superuser=False)
    page_of(person, "/ask/entries/it", status=404)


def test_an_id_may_hold_any_sign(person: Client, ann: User) -> None:
    collection = make_collection(ann)
    odd = "a/b c?d#e%2F&é\nf"
    make_entry(collection, entry_id=odd, question="Odd?")
    make_entry(collection, entry_id="to_it", go_deeper=[odd])
    page = page_of(person, "/ask/entries/to_it")
    path = unescape(page.partition('href="/ask/entries/a')[2].partition("?collection")[0])
    assert "Odd?" in page_of(person, f"/ask/entries/a{path}")


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow(
    person: Client, ann: User, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    collection = make_collection(ann)
    others = [make_entry(collection).entry_id for _ in range(rows)]
    skills = [make_skill(collection).skill_id for _ in range(rows)]
    variants = [f"asked in way {number}" for number in range(rows)]
    make_entry(
        collection,
        entry_id="it",
        prerequisites=others,
        go_deeper=others,
        related_skills=skills,
        variants=variants,
    )
    with django_assert_num_queries(9):
        page_of(person, "/ask/entries/it")


def test_a_shipped_address_is_this_sites(person: Client, ann: User) -> None:
    entry = make_entry(make_collection(ann, name="shop"), answer="Open `http://127.0.0.1:8000/mcp`.")
    page = person.get(f"/ask/entries/{entry.entry_id}?collection=shop", headers={"host": "localhost:8099"})
    assert "http://localhost:8099/mcp" in page.content.decode()

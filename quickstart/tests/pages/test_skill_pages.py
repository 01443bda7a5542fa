"""GET /ask/skills/ and a skill's own page and file."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quickstart.models import Collection
from quickstart.tests.coverage.coverage_rows import make_tree
from quickstart.tests.factories import make_collection, make_entry, make_skill
from quickstart.tests.pages.page_text import page_of, words

SKILLS = "/ask/skills/"
TREE = [("Baking",), ("Baking", "Dough"), ("Baking", "Cakes"), ("Cleaning",)]


@pytest.fixture
def shelf(ann: User) -> Collection:
    """Skills at a place of the tree, named by an entry that is at one, and at none."""
    made = make_tree(make_collection(ann, name="shelf"), TREE)
    make_skill(
        made, skill_id="knead", title="Kneading", tree_path=["Baking", "dough"], triggers=["work the dough"]
    )
    make_skill(made, skill_id="ice", title="Icing", tree_path=["Old section"])
    make_skill(made, skill_id="carve", title="Carving", tree_path=["Baking", "Old section"])
    make_skill(made, skill_id="sing", title="Singing", tree_path=[], description="Sing while you work.")
    make_skill(made, skill_id="draft", title="Not ready", tree_path=["Baking"], review="draft")
    make_entry(made, tree_path=["Baking", "Cakes"], related_skills=["skills/ice.md#glaze"])
    make_entry(made, tree_path=["Cleaning"], related_skills=["knead.md"])
    return made


def titles(page: str) -> list[str]:
    return sorted(re.findall(r"<a data-open [^>]*>([^<]+)</a>", page))


def tree_of(page: str) -> str:
    _, _, tree = page.partition('<nav class="tree"')
    return words(f"<main><nav{tree.partition('</nav>')[0]}</main>")


def test_all_skills_are_listed_beside_the_tree(person: Client, shelf: Collection) -> None:
    page = page_of(person, SKILLS)
    assert titles(page) == ["Carving", "Icing", "Kneading", "Singing"]
    assert "work the dough" in page
    # A skill's own place counts first, then where entries name it; one that the tree lacks comes behind the others.
    places = "Baking 3 All of Baking Dough 1 Cakes 1 Old section 1 Cleaning"
    assert tree_of(page) == f"{places} At no place 1"


def test_a_card_does_not_say_its_description_again(person: Client, shelf: Collection) -> None:
    phrases = ["Glue the boards", "mend a chair"]
    description = "Glue the boards. They are to be dry."
    make_skill(shelf, skill_id="glue", title="Gluing", description=description, triggers=phrases)
    for url in (SKILLS, f"{SKILLS}glue"):
        chips = re.findall(r'<li dir="auto" class="tag"[^>]*>([^<]+)</li>', page_of(person, url))
        assert "mend a chair" in chips
        assert "Glue the boards" not in chips


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("at=baking", ["Carving", "Icing", "Kneading"]),
        ("at=baking › old section", ["Carving"]),
        ("at=baking › dough", ["Kneading"]),
        ("at=cleaning", []),
        ("outside=1", ["Singing"]),
        ("q=dough", ["Kneading"]),
        ("q=DOUGH working", ["Kneading"]),
        ("q=zebra", []),
        ("q=work&outside=1", ["Singing"]),
        ("at=baking&q=sing", []),
        ("at=nowhere", ["Carving", "Icing", "Kneading", "Singing"]),
        ("at=%00<script>", ["Carving", "Icing", "Kneading", "Singing"]),
        ("q=%00", ["Carving", "Icing", "Kneading", "Singing"]),
        ("q=%00dough%00", ["Kneading"]),
        ("q=' \\ & | ! :*", []),
    ],
)
def test_places_and_words(person: Client, shelf: Collection, query: str, found: list[str]) -> None:
    response = person.get(f"{SKILLS}?{query.replace(' & ', ' %26 ')}")
    assert response.status_code == 200
    page = response.content.decode()
    assert titles(page) == found
    assert ("No skill matches" in page) is not bool(found)


def test_the_way_to_the_chosen_place_is_open(person: Client, shelf: Collection) -> None:
    page = page_of(person, SKILLS, at="baking › dough")
    assert page.count("<details open") == 1
    assert re.search(r'at=baking[^"]+dough"[^>]+aria-current="true"', page)
    assert "In Baking › Dough . Show all" in words(page)
    assert "<details open" not in page_of(person, SKILLS)


def test_a_collection_without_skills_explains_the_import(person: Client, ann: User) -> None:
    assert "No collection yet" in page_of(person, SKILLS)
    make_collection(ann, name="bare")
    assert "python manage.py import_skills FOLDER --collection bare" in page_of(person, SKILLS)


def test_a_skill_with_all_that_belongs_to_it(person: Client, kitchen: Collection) -> None:
    page = words(page_of(person, "/ask/skills/skill_sourdough"))
    assert "Sourdough care Keep a sourdough starter alive" in page
    assert "skills/skill_sourdough.md version" in page
    assert "Say feed the starter revive a sourdough starter" in page
    assert "Before you start a clean jar" in page
    assert "scale --tare Copy QA.Stone does not run this" in page
    assert "Weigh the starter." in page
    assert "Used by How do I feed the sourdough starter?" in page
    assert "has changed since" not in page


def test_a_text_that_changed_after_its_review_says_so(person: Client, ann: User) -> None:
    collection, now = make_collection(ann), timezone.now()
    make_skill(collection, skill_id="first", body_changed=now - timedelta(days=1))
    make_skill(collection, skill_id="since", body_changed=now + timedelta(hours=1))
    for skill in ("first", "since"):
        make_entry(
            collection, entry_id=f"of_{skill}", related_skills=[skill], reviewed=now - timedelta(days=2)
        )
    # Its first text is no change, however old the review of what names it.
    assert "has changed since" not in page_of(person, "/ask/skills/first")
    page = words(page_of(person, "/ask/skills/since"))
    assert "This text has changed since this Q&A was reviewed: of_since" in page


def test_a_family_of_skills(person: Client, ann: User) -> None:
    collection = make_collection(ann)
    master = make_skill(collection, skill_id="master", title="Cooking")
    make_skill(collection, skill_id="child", title="Frying", parent=master)
    assert "More specific skills Frying" in words(page_of(person, "/ask/skills/master"))
    assert "Skills / Cooking Frying" in words(page_of(person, "/ask/skills/child"))


def test_its_file_is_the_text_as_it_was_imported(person: Client, ann: User) -> None:
    body = "# X\r\n\n<script>alert(1)</script>\n"
    make_skill(make_collection(ann), skill_id='a"; x=\ny', body=body)
    path = "/ask/skills/a%22%3B%20x=%0Ay/file"
    download = person.get(path)
    assert download.content.decode() == body
    assert download["Content-Disposition"] == 'attachment; filename="axy.md"'
    inline = person.get(f"{path}?inline=1")
    assert inline["Content-Type"] == "text/plain; charset=utf-8"
    assert inline["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["nowhere", "draft", "%00", "draft/file", "nowhere/file", "%00/file", "a/b"])
def test_what_is_not_published_is_not_there(guest: Client, shelf: Collection, path: str) -> None:
    Collection.objects.filter(pk=shelf.pk).update(shared=True)
    page_of(guest, f"/ask/skills/{path}", status=404)


@pytest.mark.parametrize("path", ["nowhere", "%00", "nowhere/file", "%00/file", "a/b"])
def test_what_there_is_not_has_no_page(person: Client, shelf: Collection, path: str) -> None:
    page_of(person, f"/ask/skills/{path}", status=404)


def test_its_curator_reads_what_is_not_published(person: Client, ann: User, shelf: Collection) -> None:
    page = page_of(person, "/ask/skills/draft")
    assert "Draft: not used in answers until it is published. Only its curators can see it." in words(page)
    assert "curl-command" not in page  # REST has no such skill
    assert person.get("/ask/skills/draft/file").status_code == 200
    User.objects.filter(pk=ann.pk).update(is_superuser=False)
    page_of(person, "/ask/skills/draft", status=404)


def test_htmx_gets_the_region_alone(person: Client, shelf: Collection) -> None:
    response = person.get(SKILLS, {"q": "dough"}, headers={"HX-Request": "true", "HX-Target": "skills"})
    page = response.content.decode()
    assert "<html" not in page
    assert page.startswith("<title>“dough” · Skills · QA.Stone</title>")
    assert {"HX-Request", "HX-Target"} <= set(response["Vary"].split(", "))


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow(
    person: Client, ann: User, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    collection = make_tree(make_collection(ann), TREE)
    for number in range(rows):
        skill = make_skill(collection, triggers=["bake", "bake it"], tree_path=["Baking", f"Bread {number}"])
        make_skill(collection, parent=skill, triggers=["roast"])
        make_entry(collection, related_skills=[skill.skill_id])
    with django_assert_num_queries(13):
        assert len(titles(page_of(person, SKILLS))) == 2 * rows

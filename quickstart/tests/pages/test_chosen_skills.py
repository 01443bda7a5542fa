"""POST /ask/chosen-skills, and the list in pages and review states."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from core.jobs.models import JobState
from quickstart.models import Collection, IndexedText, Skill
from quickstart.queries.specification_files import SKILLS as SKILLS_FILE
from quickstart.queries.specification_files import specification_files
from quickstart.tests.factories import index, job_of, make_collection, make_skill
from quickstart.tests.pages.page_text import page_of, words

CHOSEN, SKILLS = "/ask/chosen-skills", "/ask/skills/"


@pytest.fixture
def shelf(ann: User) -> Collection:
    made = make_collection(ann, name="shelf")
    make_skill(made, skill_id="bake", title="Baking", tree_path=["Kitchen"], triggers=["bake bread"])
    make_skill(made, skill_id="mop", title="Mopping", tree_path=["Cleaning"], review="draft")
    make_skill(made, skill_id="old", title="Coal fires", tree_path=["Kitchen"], review="retired")
    return made


def post(client: Client, action: str, skills: Any, **data: Any) -> str:
    keys = [getattr(each, "pk", each) for each in skills]
    response = client.post(CHOSEN, {"action": action, "chosen": keys, **data}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def undo(client: Client, page: str) -> str:
    """Press Undo in the message."""
    form = page.partition('<form class="undo"')[2].partition("</form>")[0]
    data: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="(\w+)"\s+value="([^"]*)"', form):
        data.setdefault(name, []).append(value)
    assert data, "there is no undo"
    return client.post(CHOSEN, data, follow=True).content.decode()


def states(collection: Collection) -> dict[str, str]:
    return dict(collection.skills.values_list("skill_id", "review"))


def titles(page: str) -> list[str]:
    return re.findall(r"<a data-open [^>]*>([^<]+)</a>", page)


@pytest.mark.parametrize(
    ("action", "says", "after"),
    [
        ("publish", "2 skills published.", "published"),
        ("draft", "2 skills set to draft.", "draft"),
        ("retire", "2 skills retired.", "retired"),
    ],
)
def test_review_states_are_set_and_taken_back(
    person: Client, shelf: Collection, action: str, says: str, after: str
) -> None:
    before = states(shelf)
    page = post(person, action, shelf.skills.all())
    assert says in page
    assert set(states(shelf).values()) == {after}
    page = undo(person, page)
    assert "2 skills as before." in page
    assert states(shelf) == before
    undo(person, page)
    assert set(states(shelf).values()) == {after}


def test_what_is_published_or_retired_is_found_or_no_more(person: Client, shelf: Collection) -> None:
    index(shelf)
    assert job_of(shelf).state == JobState.DONE
    bake, mop = shelf.skills.get(skill_id="bake"), shelf.skills.get(skill_id="mop")
    post(person, "publish", [mop])
    assert IndexedText.objects.filter(skill=mop).exists()
    assert job_of(shelf).state == JobState.PENDING
    post(person, "retire", [bake])
    assert not IndexedText.objects.filter(skill=bake).exists()
    record = bake.history.latest()
    assert (record.review, record.history_user.get_username()) == ("retired", "ann")


def test_the_export_is_what_the_command_writes(person: Client, shelf: Collection) -> None:
    response: Any = person.post(CHOSEN, {"action": "export", "chosen": shelf.skills.get(skill_id="bake").pk})
    text = b"".join(response.streaming_content)
    assert text == specification_files(shelf)[SKILLS_FILE]
    assert json.loads(text)["triggers"] == ["bake bread"]


def test_deleting_asks_with_the_number_and_then_does_it(person: Client, shelf: Collection) -> None:
    skills = list(shelf.skills.order_by("pk"))
    assert "Delete 2 skills?" in post(person, "ask-delete", skills[:2])
    assert shelf.skills.count() == 3
    assert "2 skills deleted." in post(person, "delete", skills[:2])
    assert list(shelf.skills.all()) == skills[2:]
    assert not IndexedText.objects.filter(collection=shelf).exists()


@pytest.mark.parametrize("chosen", [[], ["x"], ["-1"], ["9" * 18], ["9" * 40], ["\x00"]])
@pytest.mark.parametrize("action", ["publish", "delete", "export", "restore"])
def test_what_is_no_row_is_not_chosen(
    person: Client, shelf: Collection, action: str, chosen: list[str]
) -> None:
    assert "Nothing was selected." in post(person, action, chosen)
    assert shelf.skills.count() == 3


@pytest.mark.parametrize(
    "action", ["publish", "draft", "retire", "restore", "export", "ask-delete", "delete"]
)
def test_who_does_not_curate_them_changes_nothing(
    person: Client, ben: Client, ann: User, shelf: Collection, action: str
) -> None:
    Collection.objects.filter(pk=shelf.pk).update(shared=True)
    before = list(shelf.skills.values())
    User.objects.filter(pk=ann.pk).update(is_superuser=False)
    for client in (ben, person):
        page = post(client, action, shelf.skills.all(), published=str(before[1]["id"]))
        assert "Nothing was selected." in page
    assert list(shelf.skills.values()) == before


def test_deleting_takes_a_permission_of_its_own(person: Client, ann: User, shelf: Collection) -> None:
    assert 'value="ask-delete"' in page_of(person, SKILLS)
    User.objects.filter(pk=ann.pk).update(is_superuser=False)
    ann.user_permissions.add(Permission.objects.get(codename="change_skill"))
    page = page_of(person, SKILLS)
    assert 'value="retire"' in page
    assert 'value="ask-delete"' not in page
    assert "Nothing was selected." in post(person, "delete", shelf.skills.all())
    assert shelf.skills.count() == 3


def test_its_curator_sees_the_states_with_their_counts(person: Client, shelf: Collection) -> None:
    assert "Draft 1 Published 1 Retired 1" in words(page_of(person, SKILLS))
    assert titles(page_of(person, SKILLS)) == ["Baking"]
    assert "curl-command" in page_of(person, SKILLS)
    page = page_of(person, SKILLS, review="draft", q="mop")
    assert titles(page) == ["Mopping"]
    assert "curl-command" not in page
    assert titles(page_of(person, SKILLS, review="retired", at="cleaning")) == ["Coal fires"]
    assert titles(page_of(person, SKILLS, review="draft", q="zebra")) == []
    assert titles(page_of(person, SKILLS, review="x")) == ["Baking"]


def test_nobody_else_sees_other_states(guest: Client, shelf: Collection) -> None:
    Collection.objects.filter(pk=shelf.pk).update(shared=True)
    page = page_of(guest, SKILLS, review="draft")
    assert titles(page) == ["Baking"]
    assert 'name="chosen"' not in page
    assert "Draft" not in words(page)


def test_pages_in_the_order_of_tree_and_title(person: Client, ann: User) -> None:
    made = make_collection(ann, name="many")
    Skill.objects.bulk_create(
        Skill(
            account=ann, collection=made, skill_id=f"s{at:03}", file=f"s{at:03}.md", title=f"Skill {at % 7}",
            body="x", body_hash="x", body_changed=timezone.now(), tree_path=[f"Place {at % 3}"],
            tree_key=f"place {at % 3}",
        )
        for at in range(120)
    )  # fmt: skip
    in_order = list(made.skills.order_by("tree_key", "title", "pk").values_list("skill_id", flat=True))
    found: list[str] = []
    address = f"{SKILLS}?format=json"
    while address:
        body = person.get(address.removeprefix("http://testserver")).json()
        assert len(body["items"]) <= 50
        found += [row["skill_id"] for row in body["items"]]
        address = body["next"]
    assert found == in_order
    page = page_of(person, SKILLS)
    assert 'rel="prev"' not in page
    assert "120" in words(page)
    assert "curl-command" not in page  # REST's pages have another order
    last = made.skills.get(skill_id=in_order[100])
    page = page_of(person, SKILLS, newer=last.pk, format="json")
    assert [row["skill_id"] for row in json.loads(page)["items"]] == in_order[50:100]
    first = made.skills.get(skill_id=in_order[0])  # none is before it: the first ones
    page = page_of(person, SKILLS, newer=first.pk, format="json")
    assert [row["skill_id"] for row in json.loads(page)["items"]] == in_order[:50]
    for key in ("x", "9" * 18, "9" * 30, "\x00"):
        assert [
            row["skill_id"] for row in person.get(SKILLS, {"older": key, "format": "json"}).json()["items"]
        ] == (in_order[:50])

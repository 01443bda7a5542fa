"""Of several that are offered the asker opens one, says which one it was, and asks on."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.llm import get_embedder
from quickstart.models import Collection, Question
from quickstart.tests.factories import index, make_collection, make_entry, make_skill
from quickstart.tests.pages.page_text import page_of, words

ASK, TALK = "/ask/", "0123456789abcdef"
VAGUE = "how do i clean something in the kitchen"
FOLLOWS = "Understood as a follow-up to “"


@pytest.fixture
def tools(ann: User) -> Collection:
    collection = make_collection(ann, name="tools")
    for tool in ("oven", "pan", "kettle", "sink", "fridge", "mixer"):
        make_entry(
            collection,
            entry_id=f"clean_{tool}",
            question=f"How do I clean the {tool}?",
            answer=f"Wipe the {tool} twice.",
        )
    return index(collection, get_embedder())


def offered(person: Client) -> tuple[str, list[str]]:
    """The page, and the ids of the entries that it offers, as its links name them."""
    page = page_of(person, ASK, q=VAGUE, conversation=TALK)
    return page, re.findall(r'href="/ask/entries/(\w+)\?collection=tools&amp;asked=\d+"', page)


def pick(person: Client, option_id: str, **fields: str) -> str:
    body = {"question": str(Question.objects.get().pk), "kind": "entry", "id": option_id} | fields
    return person.post("/ask/pick", body, follow=True).content.decode()


def test_one_click_says_which_one_it_was(person: Client, tools: Collection) -> None:
    _, ids = offered(person)
    assert len(ids) == 3
    page = words(pick(person, ids[1]))
    assert page.count("You said that it was this one. Thank you.") == 1
    assert page.count("This one :") == 2
    assert "None of these" not in page
    question = Question.objects.get()
    assert question.entry is not None
    assert (question.entry.entry_id, question.choice, question.verdict) == (ids[1], "picked", "up")
    # Loaded again it is the same question, with what was said.
    assert "You said that it was this one." in offered(person)[0]
    assert Question.objects.get().choice == "picked"


def test_a_pick_in_part_of_the_page_leads_back_to_it(person: Client, tools: Collection) -> None:
    _, ids = offered(person)
    body = {"question": Question.objects.get().pk, "kind": "entry", "id": ids[0]}
    headers = {"HX-Request": "true", "HX-Target": "ask"}
    response = person.post("/ask/pick", body, headers=headers, follow=True)
    assert "<html" not in (page := response.content.decode())
    assert 'id="picked"' in page


def test_a_follow_up_follows_what_was_opened(person: Client, tools: Collection) -> None:
    _, ids = offered(person)
    assert FOLLOWS not in page_of(person, ASK, q="and how often?", conversation="f" * 16)
    question = Question.objects.get(text=VAGUE)
    entry = page_of(person, f"/ask/entries/{ids[2]}", collection="tools", asked=question.pk)
    assert f"Is this what you asked? “{VAGUE}” This one Back to your question" in words(entry)
    assert f"conversation={TALK}" in entry
    title = tools.entries.get(entry_id=ids[2]).question
    assert f"{FOLLOWS}{title}”" in page_of(person, ASK, q="and how often?", conversation=TALK)


def test_the_page_that_was_opened_can_be_picked(person: Client, tools: Collection) -> None:
    _, ids = offered(person)
    page = pick(person, ids[0], **{"from": "page"})
    assert f"You said that this answers “{VAGUE}”. Thank you." in words(page)
    assert f"/ask/entries/{ids[0]}" in page
    make_skill(tools, skill_id="skill_clean", title="Cleaning")
    assert "was offered to this question" in words(pick(person, "skill_clean", kind="skill"))
    Question.objects.update(offered=["skill:skill_clean", f"entry:{ids[0]}"])
    skill = pick(person, "skill_clean", kind="skill", **{"from": "page"})
    assert "You said that this answers" in words(skill)
    assert "Is this what you asked?" in words(
        page_of(person, f"/ask/entries/{ids[0]}", collection="tools", asked=Question.objects.get().pk)
    )


def test_what_is_nearest_in_vain_can_be_picked(person: Client, tools: Collection) -> None:
    page = page_of(person, ASK, q="export my photos to a calendar", conversation=TALK)
    assert words(page).count("This one :") == 3
    pick(person, "clean_oven")
    assert Question.objects.get().choice == "picked"


@pytest.mark.parametrize("asked", ["", "0", "x", "9" * 30, "\x00"])
def test_a_page_that_was_opened_from_no_question_has_no_line_about_one(
    person: Client, tools: Collection, asked: str
) -> None:
    page = page_of(person, "/ask/entries/clean_oven", collection="tools", asked=asked)
    assert "Back to your question" not in page


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"question": "x"}, 404), ({"question": "1"}, 404), ({"id": "nothing"}, 404), ({"id": ""}, 404)],
)
def test_what_cannot_be_picked(
    person: Client, tools: Collection, fields: dict[str, str], status: int
) -> None:
    offered(person)
    body = {"question": str(Question.objects.get().pk), "kind": "entry", "id": "clean_oven"} | fields
    Question.objects.filter(pk=1).delete()
    assert person.post("/ask/pick", body).status_code == status


def test_another_account_s_question_is_not_there(person: Client, guest: Client, tools: Collection) -> None:
    offered(person)
    body = {"question": Question.objects.get().pk, "kind": "entry", "id": "clean_oven"}
    assert guest.post("/ask/pick", body).status_code == 404
    assert person.get("/ask/pick").status_code == 405
    assert Question.objects.get().choice == ""


@pytest.mark.parametrize("page", ["entries", "skills"])
def test_a_page_of_another_collection_is_opened_from_no_question_of_this_one(
    person: Client, tools: Collection, ann: User, page: str
) -> None:
    """Even where both have one of this id."""
    zoo = make_collection(ann, name="zoo")
    for collection in (tools, zoo):
        make_entry(collection, entry_id="same")
        make_skill(collection, skill_id="same")
    offered(person)
    Question.objects.update(offered=["entry:same", "skill:same"])
    before = Question.objects.values().get()
    content = page_of(person, f"/ask/{page}/same", collection="zoo", asked=before["id"])
    assert "Back to your question" not in content
    assert Question.objects.values().get() == before
    assert "Back to your question" in page_of(
        person, f"/ask/{page}/same", collection="tools", asked=before["id"]
    )

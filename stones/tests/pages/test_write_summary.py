"""The sentence of a stone, written on its page."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from stones.models import Stone
from stones.tests.factories import WARNED, WARNED_HALF, WARNED_SUMMARY, WARNED_WRONG, store, write_levels


@pytest.fixture
def warned(ann: User) -> Stone:
    stone = store(ann, content=WARNED)
    write_levels(stone)
    return stone


def url_of(stone: Stone) -> str:
    return f"/stones/{stone.pk}/summary"


def test_an_extract_says_so_and_offers_the_sentence(person: Client, warned: Stone) -> None:
    page = person.get(f"/stones/{warned.pk}").content.decode()
    assert "An <strong>extract</strong>" in page
    assert "Write the summary</summary>" in page
    assert "extract</span>" in person.get("/stones/").content.decode()


def test_the_words_stand(person: Client, warned: Stone) -> None:
    response = person.post(url_of(warned), {"summary": WARNED_SUMMARY, "detail": ""}, follow=True)
    page = response.content.decode()
    assert "Your words stand. Checked: each number, date, name, path and command" in page
    assert "Not checked: whether they belong together" in page
    assert "leave out" not in page
    assert "The sender’s own words." in page
    assert WARNED_SUMMARY in page
    listed = person.get("/stones/").content.decode()
    assert "sender’s words</span>" in listed
    assert "nothing made up was found, but it may be wrong" in listed


def test_words_that_were_changed_in_another_tab_are_not_overwritten_silently(
    person: Client, warned: Stone
) -> None:
    def former(page: str) -> str:
        return str(re.findall(r'name="former"(?: value="(\w*)")?', page)[0])

    opened = person.get(url_of(warned)).content.decode()
    fields = {"summary": WARNED_SUMMARY, "former": former(opened)}
    assert person.post(url_of(warned), fields).status_code == 302
    assert person.post(url_of(warned), fields).status_code == 302, "the same once more is no conflict"
    answer = person.post(url_of(warned), {"summary": WARNED_HALF, "former": former(opened)})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "It was changed in the meantime" in page
    assert page.index(WARNED_SUMMARY) < page.index(WARNED_HALF)
    again = person.post(url_of(warned), {"summary": WARNED_HALF, "former": former(page)}, follow=True)
    assert "Your words stand" in again.content.decode()
    assert WARNED_SUMMARY not in again.content.decode()


def test_what_they_leave_out_is_told(person: Client, warned: Stone) -> None:
    page = person.post(url_of(warned), {"summary": WARNED_HALF}, follow=True).content.decode()
    assert "Your summary leaves out: " in page
    assert "(line 3)" in page
    assert "Your words stand, but for what they leave out. Checked: each number, date, name" in page
    assert "nothing that it denies" not in page


@pytest.mark.parametrize(("summary", "reason"), [(WARNED_WRONG, "77b0d2e"), ("", "This field is required")])
def test_words_that_cannot_stand_come_back(person: Client, warned: Stone, summary: str, reason: str) -> None:
    response = person.post(url_of(warned), {"summary": summary, "detail": "Kept as typed."})
    page = response.content.decode()
    assert response.status_code == 422
    assert reason in page
    assert "Kept as typed." in page


def test_two_faults_are_two_things_each_named_as_its_field(person: Client, warned: Stone) -> None:
    long = " ".join(["The deploy of release is planned and nothing is left to be done about it today"] * 4)
    page = person.post(url_of(warned), {"summary": f"{WARNED_WRONG} {long}"}).content.decode()
    items = re.findall(r'<li><a href="#id_summary">Summary in one sentence \(LOD-0\): ([^<]+)</a></li>', page)
    assert any(item.startswith("It has ") and "tokens are allowed: cut about" in item for item in items)
    assert any("77b0d2e" in item for item in items)
    assert f"{len(items)} problems to fix" in page
    assert "summary: " not in "".join(items)


def test_the_limit_stands_at_the_field(person: Client, warned: Stone) -> None:
    page = person.get(url_of(warned)).content.decode()
    assert "At most 40 tokens, about 30 words" in page
    assert "check that they belong together" in page


def test_its_own_page_without_a_script(person: Client, warned: Stone) -> None:
    page = person.get(url_of(warned)).content.decode()
    assert "<h1>Write the summary</h1>" in page
    assert 'name="summary"' in page


def test_levels_as_they_came_are_not_called_the_sender_s(person: Client, ann: User) -> None:
    came = store(ann, content=WARNED, levels={0: "Anything at all."})
    page = person.get(f"/stones/{came.pk}").content.decode()
    assert "As received, not checked against the text." in page
    assert "unchecked</span>" in person.get("/stones/").content.decode()


def test_not_of_others_nor_of_what_has_none(person: Client, ann: User, mallorys: Stone) -> None:
    assert person.post(url_of(mallorys), {"summary": "Mine."}).status_code == 404
    short = store(ann)
    assert "Write the summary" not in person.get(f"/stones/{short.pk}").content.decode()


def test_words_for_a_text_that_is_no_longer(person: Client) -> None:
    given = {"text": "Deploy done.", "action": "store", "summary": "The deploy is done."}
    page = person.post("/paste", given, follow=True).content.decode()
    assert "The text is no longer than your words, which were not used" in page


def test_beside_a_pasted_text(person: Client) -> None:
    given = {"text": WARNED, "action": "store", "summary": WARNED_HALF}
    page = person.post("/paste", given, follow=True).content.decode()
    assert "Your summary leaves out: " in page
    refused = person.post("/paste", given | {"summary": WARNED_WRONG})
    assert refused.status_code == 422
    assert "In one sentence: &#x27;77b0d2e&#x27; does not stand" in refused.content.decode()
    assert WARNED_WRONG in refused.content.decode().partition("<textarea")[2].partition('name="summary"')[2]
    assert Stone.objects.count() == 1
    shown = person.post("/paste", given | {"action": "plain"}).content.decode()
    assert f'<blockquote dir="auto" class="preview">{WARNED_HALF}</blockquote>' in shown
    assert "Your summary leaves out: " in shown

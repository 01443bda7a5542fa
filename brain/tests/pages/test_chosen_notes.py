"""POST /brain/notes/chosen."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from brain.models import Note


def post(client: Client, action: str, notes: list[Note]) -> str:
    keys = [note.pk for note in notes]
    response = client.post("/brain/notes/chosen", {"action": action, "chosen": keys}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def notes(garden: User) -> list[Note]:
    return list(Note.objects.filter(account=garden))


def test_a_tag_is_given_and_taken_and_what_was_done_is_taken_back(person: Client, notes: list[Note]) -> None:
    data = {"action": "tag", "chosen": [note.pk for note in notes[:2]], "tag": "#To Read"}
    page = person.post("/brain/notes/chosen", data, follow=True).content.decode()
    assert "2 notes tagged #to-read." in page
    assert 'name="action" value="untag"' in page  # the way back
    assert Note.objects.filter(tags__contains=["to-read"]).count() == 2
    again = person.post("/brain/notes/chosen", data, follow=True).content.decode()
    assert "0 notes tagged" in again
    person.post("/brain/notes/chosen", {**data, "action": "untag"})
    assert not Note.objects.filter(tags__contains=["to-read"]).exists()
    assert person.get("/brain/notes/?tag=to-read&format=json").json()["items"] == []


def test_a_note_with_all_the_tags_that_it_can_have_is_not_counted(person: Client, notes: list[Note]) -> None:
    Note.objects.filter(pk=notes[0].pk).update(tags=[f"tag-{number}" for number in range(20)])
    data = {"action": "tag", "chosen": [note.pk for note in notes[:2]], "tag": "more"}
    assert "1 note tagged #more." in person.post("/brain/notes/chosen", data, follow=True).content.decode()


def test_without_a_tag_nothing_happens(person: Client, notes: list[Note]) -> None:
    assert "No tag was given." in post(person, "tag", notes)


def test_deleting_asks_with_the_number_and_then_does_it(person: Client, notes: list[Note]) -> None:
    assert "Delete 2 notes?" in post(person, "ask-delete", notes[:2])
    assert Note.objects.count() == len(notes)
    assert "2 notes deleted." in post(person, "delete", notes[:2])
    assert set(Note.objects.all()) == set(notes[2:])


def test_the_export_has_the_chosen_ones_with_their_texts(person: Client, notes: list[Note]) -> None:
    keys = [note.pk for note in notes[:2]]
    response: Any = person.post("/brain/notes/chosen", {"action": "export", "chosen": keys})
    rows = [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]
    assert {(row["id"], row["body"]) for row in rows} == {(note.pk, note.body) for note in notes[:2]}


def test_each_row_can_be_chosen_in_the_list_and_in_what_was_found(person: Client, frost: Note) -> None:
    for address in ("/brain/notes/", "/brain/notes/?q=frost"):
        assert f'name="chosen" value="{frost.pk}"' in person.get(address).content.decode(), address


@pytest.mark.parametrize("action", ["delete", "export", "ask-delete", "tag", "untag"])
def test_another_accounts_notes_are_not_there(stranger: Client, notes: list[Note], action: str) -> None:
    assert "Nothing was selected." in post(stranger, action, notes)
    assert Note.objects.count() == len(notes)


def test_a_comma_separates_tags_and_one_undo_takes_both(person: Client, notes: list[Note]) -> None:
    data = {"action": "tag", "chosen": [note.pk for note in notes[:2]], "tag": "billing, week 48"}
    page = person.post("/brain/notes/chosen", data, follow=True).content.decode()
    assert "2 notes tagged #billing #week-48." in page
    both = Note.objects.filter(tags__contains=["billing", "week-48"])
    assert set(both) == set(notes[:2])
    form = re.search(r'<form class="undo".*?</form>', page, re.S)
    assert form is not None
    fields = dict(re.findall(r'name="(action|tag|excluded)" value="([^"]*)"', form[0]))
    assert fields == {"action": "untag", "tag": "billing,week-48"}
    person.post("/brain/notes/chosen", {**data, **fields})
    assert not both.all().exists()

"""POST /brain/notes/chosen."""

import json
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


@pytest.mark.parametrize("action", ["delete", "export", "ask-delete"])
def test_another_accounts_notes_are_not_there(stranger: Client, notes: list[Note], action: str) -> None:
    assert "Nothing was chosen." in post(stranger, action, notes)
    assert Note.objects.count() == len(notes)

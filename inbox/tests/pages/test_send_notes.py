"""POST /inbox/compose/notes: chosen notes become stones in the box of the page that sends."""

from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from brain.models import Note
from brain.tests.factories import make_note, new_account
from stones.models import Stone

URL = "/inbox/compose/notes"


def send(client: Client, *notes: Note) -> Any:
    return client.post(URL, {"chosen": [note.pk for note in notes], "next": "/brain/notes/"}, follow=True)


def test_each_note_is_a_stone_in_the_box(person: Client, ann: User) -> None:
    notes = [
        make_note(ann, title="Frost", body="Cover the beds.\n"),
        make_note(ann, title="Mill", body="# The mill\n\nIt grinds.\n"),
    ]
    response = send(person, *notes)
    stones = Stone.objects.filter(account=ann)
    assert {stone.content.text for stone in stones} == {
        "# Frost\n\nCover the beds.\n", "# The mill\n\nIt grinds.\n",
    }  # fmt: skip
    url, _ = response.redirect_chain[-1]
    assert url.startswith("/inbox/compose?stone=")
    page = response.content.decode()
    assert all(stone.content.border_hash in page for stone in stones)
    send(person, *notes)
    assert stones.count() == 2


def test_a_note_that_is_a_stone_s_text_is_sent_as_plain_text(person: Client, ann: User) -> None:
    note = make_note(ann, title="Pasted", body="\u00a7QASTONE\u00a7 broken\n")
    send(person, note)
    assert Stone.objects.get().content.text.startswith("# Pasted\n")


def test_another_accounts_note_is_not_there(person: Client) -> None:
    response = send(person, make_note(new_account()))
    assert "Nothing was selected." in response.content.decode()
    assert response.redirect_chain == [("/brain/notes/", 302)]
    assert not Stone.objects.exists()


def test_the_list_has_the_button(person: Client, ann: User) -> None:
    make_note(ann)
    assert f'formaction="{URL}"' in person.get("/brain/notes/").content.decode()

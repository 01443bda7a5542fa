"""What a person deletes on a page comes back as it was, in every table, within the hour."""

import json
import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from brain.models import Chunk, Note
from brain.tests.factories import index, make_note
from clipboard.models import ClipboardEntry
from clipboard.tests.copy_factories import copy
from core.pages import packed_rows
from core.pages.models import DeletedRows
from core.pages.undo_deletion import purge_deleted
from inbox.models import Memory, Message
from inbox.services.memory import remember
from inbox.services.send_messages import Outgoing, send_stone
from inbox.tests.factories import new_agent
from qastone_site.tests.test_indexes import own_models
from quickstart.models import Collection, Entry, Skill
from quickstart.tests.kitchen_collection import make_kitchen
from stones.models import Content, LedgerEntry, Level, Stone
from stones.tests.factories import LONG, store, write_levels

# What records that something was done, and is not to be undone.
NOT_COMPARED = {
    "pages.DeletedRows",
    "jobs.Job",
    "audit.AuditEntry",
    "sessions.Session",
    "qastone_site.BrowserSession",
}


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def person(ann: User, client: Client) -> Client:
    client.force_login(ann)
    return client


def all_rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table."""
    models = [model for model in own_models() if model._meta.label not in NOT_COMPARED]
    rows = {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in models}
    for message in rows["inbox.Message"]:
        del message["stone_gone"]  # read only where there is no stone
    return rows


def delete(client: Client, path: str, rows: Iterable[Any]) -> str:
    keys = [row.pk for row in rows]
    return client.post(path, {"action": "delete", "chosen": keys}, follow=True).content.decode()


def undo(client: Client, page: str) -> str:
    form = re.search(r'<form class="undo" method="post" action="([^"]+)">(.*?)</form>', page, re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', form[2]))
    return client.post(form[1], fields, follow=True).content.decode()


def test_notes_come_back_with_what_finds_them(person: Client, ann: User) -> None:
    notes = [make_note(ann, title=f"Garden {number}", body="Beans like **warm** soil.") for number in (1, 2)]
    index(ann)
    before = all_rows()
    page = delete(person, "/brain/notes/chosen", notes)
    assert "2 notes deleted." in page
    assert not Chunk.objects.exists()
    assert "Restored: 2 notes." in undo(person, page)
    assert all_rows() == before
    assert "Garden 1" in person.get("/brain/notes/?q=beans").content.decode()


def test_a_note_comes_back_from_its_own_page(person: Client, ann: User) -> None:
    note = make_note(ann, title="Beans", body="They like warm soil.")
    before = all_rows()
    page = person.post(f"/brain/notes/{note.pk}/delete", follow=True).content.decode()
    assert "Restored: the note “Beans”." in undo(person, page).replace("The note", "the note")
    assert all_rows() == before


def test_a_deleted_stone_s_address_says_where_it_is_restored(person: Client, ann: User) -> None:
    stone = store(ann, content=LONG)
    address = f"/stones/{stone.content.border_hash}"
    assert "on the page <em>Account</em>" in person.get(f"{address}/delete").content.decode()
    person.post(f"{address}/delete")
    gone = person.get(address)
    assert gone.status_code == 404
    assert 'restored on the page <a href="/account">Account</a>' in gone.content.decode()
    assert ">Restore</button>" in person.get("/account").content.decode()
    person.logout()
    assert "Account</a>." not in person.get("/nowhere").content.decode()


def test_stones_come_back_with_all_that_held_them(person: Client, ann: User) -> None:
    koda, prax = new_agent(ann, "koda"), new_agent(ann, "prax")
    stone = store(ann, content=LONG, glow_channel="task")
    write_levels(stone)
    copied = copy(ann, LONG)
    part = copy(ann, LONG[: len(LONG) // 2])
    message = send_stone(sender=koda, stone=stone.pk, outgoing=Outgoing(recipients=[prax.name])).message
    person.get(f"/stones/{stone.pk}?lod=1")
    before = all_rows()
    page = delete(person, "/stones/chosen", [stone])
    assert "1 stone deleted." in page
    assert not Content.objects.filter(pk=stone.content_id).exists()
    assert not ClipboardEntry.objects.filter(pk=copied.pk).exists()
    assert Message.objects.get(pk=message.pk).stone_id is None
    assert re.search("Restored: 1 stone \\(“[^”]+…”\\)[.]", undo(person, page))
    assert all_rows() == before
    assert ClipboardEntry.objects.get(pk=part.pk).relation
    assert LedgerEntry.objects.filter(stone=stone.pk).exists()


def test_a_stone_whose_text_was_stored_again_stays_away(person: Client, ann: User) -> None:
    stones = [store(ann, content=LONG), store(ann, content=f"{LONG} More.")]
    page = delete(person, "/stones/chosen", stones)
    new = store(ann, content=LONG)
    assert re.search("Of 2 stones \\(“[^”]+”, “[^”]+”\\) 1 did not come back", undo(person, page))
    assert set(Stone.objects.values_list("pk", flat=True)) == {new.pk, stones[1].pk}
    assert not Level.objects.filter(content=stones[0].content_id).exists()


def test_memories_come_back_with_their_history(person: Client, ann: User) -> None:
    koda = new_agent(ann, "koda")
    memories = [remember(agent=koda, text=f"The port is {port}.", key="port").memory for port in (1, 2)]
    before = all_rows()
    page = delete(person, "/memory/chosen", memories[1:])
    assert not Memory.objects.exists()
    assert "Restored: 2 memories." in undo(person, page)
    assert all_rows() == before
    page = delete(person, "/memory/chosen", memories[1:])
    remember(agent=koda, text="The port is 3.", key="port")
    assert "Of 2 memories 1 did not come back" in undo(person, page)
    assert Memory.objects.get(key="port", superseded=None).text == "The port is 3."


def test_copies_come_back_with_what_was_copied_from_them(person: Client, ann: User) -> None:
    whole = copy(ann, LONG)
    part = copy(ann, LONG[: len(LONG) // 2])
    assert part.parent_id == whole.pk
    before = all_rows()
    page = delete(person, "/clipboard/chosen", [whole])
    assert ClipboardEntry.objects.get(pk=part.pk).parent_id is None
    undo(person, page)
    assert all_rows() == before
    page = delete(person, "/clipboard/chosen", [part])
    delete(person, "/clipboard/chosen", [whole])
    assert "Restored: 1 copy." in undo(person, page)
    assert ClipboardEntry.objects.get(pk=part.pk, parent=None).relation == "part"


def test_entries_and_skills_come_back_and_are_found(person: Client, ann: User) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    kitchen = make_kitchen(ann)
    compared = ("Entry", "Variant", "IndexedText", "Skill", "Trigger", "Question")

    def rows() -> list[Any]:
        found = all_rows()
        return [found[f"quickstart.{name}"] for name in compared]

    before = rows()
    page = delete(person, "/ask/chosen-entries", Entry.objects.all()[:2])
    assert "2 entries deleted." in page
    version = Collection.objects.get(pk=kitchen.pk).version
    assert "Restored: 2 entries." in undo(person, page)
    assert rows() == before
    assert Collection.objects.get(pk=kitchen.pk).version == version + 1
    page = delete(person, "/ask/chosen-skills", Skill.objects.all()[:1])
    assert "1 skill deleted." in page
    undo(person, page)
    assert rows() == before


def test_nobody_else_brings_it_back(person: Client, ann: User) -> None:
    delete(person, "/brain/notes/chosen", [make_note(ann)])
    kept = DeletedRows.objects.get()
    other = Client()
    other.force_login(User.objects.create_user("mallory"))
    for key in (kept.pk, "", "x", "9" * 30, "²"):
        page = other.post("/deleted/restore", {"chosen": key}, follow=True).content.decode()
        assert "cannot be restored any more" in page
    other.post("/deleted/erase")
    assert DeletedRows.objects.filter(pk=kept.pk).exists()
    assert not Note.objects.exists()


def test_after_an_hour_it_is_gone(person: Client, ann: User) -> None:
    page = delete(person, "/brain/notes/chosen", [make_note(ann)])
    assert purge_deleted() == 0
    DeletedRows.objects.update(deleted=timezone.now() - timedelta(minutes=61))
    assert "cannot be restored any more" in undo(person, page)
    assert "Deleted within the last hour" not in person.get("/account").content.decode()
    assert purge_deleted() == 1
    assert not DeletedRows.objects.exists()


def test_the_account_lists_what_can_be_brought_back_and_lets_it_go(person: Client, ann: User) -> None:
    delete(person, "/brain/notes/chosen", [make_note(ann)])
    page = person.get("/account").content.decode()
    assert "Deleted within the last hour" in page
    assert "1 note " in page
    asked = person.get("/deleted/erase").content.decode()
    assert "Delete all of it now?" in asked
    assert "It cannot be restored after that: 1 note." in asked
    assert DeletedRows.objects.exists()
    assert "What you deleted is gone now." in person.post("/deleted/erase", follow=True).content.decode()
    assert not DeletedRows.objects.exists()


def test_more_than_an_undo_holds_is_deleted_without_one(
    person: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed_rows, "MAX_CHARACTERS", 1_000)
    page = delete(person, "/brain/notes/chosen", [make_note(ann, body="Beans. " * 200)])
    assert "1 note deleted." in page
    assert 'class="undo"' not in page
    assert not Note.objects.exists()


def test_rows_packed_before_a_column_went_come_back(person: Client, ann: User) -> None:
    note = make_note(ann, title="Beans")
    page = delete(person, "/brain/notes/chosen", [note])
    deletion = DeletedRows.objects.get()
    packed = json.loads(deletion.rows)
    for row in packed["rows"]:
        row["fields"]["column_of_an_older_version"] = 1
    deletion.rows = json.dumps(packed)
    deletion.save()
    assert "Restored: 1 note." in undo(person, page)
    assert Note.objects.get().title == "Beans"


def test_what_very_many_rows_refer_to_is_deleted_without_an_undo(
    person: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    koda, prax = new_agent(ann, "koda"), new_agent(ann, "prax")
    stone = store(ann, content=LONG)
    for _ in range(12):
        send_stone(sender=koda, stone=stone.pk, outgoing=Outgoing(recipients=[prax.name]))
    rows = len(all_rows()["stones.Stone"])
    monkeypatch.setattr(packed_rows, "MAX_ROWS", 11)
    page = delete(person, "/stones/chosen", [stone])
    assert "1 stone deleted." in page
    assert 'class="undo"' not in page
    assert Stone.objects.count() == rows - 1

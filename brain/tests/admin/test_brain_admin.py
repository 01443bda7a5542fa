"""The brain in the admin: notes, profiles and conversations of all accounts, to look at; vectors made anew."""

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from brain.admin.admin_display import PREVIEW_CHARACTERS
from brain.models import Conversation, Interface, Mode, Note, NoteOrigin, Profile, Summary, Turn
from brain.tests.factories import index, make_note, make_profile, new_account, vectors_of

MODELS: list[type[Model]] = [Note, Profile, Conversation, Turn, Summary]
HOSTILE = "<script>alert(1)</script> **bold** "
LONG = HOSTILE + "word " * PREVIEW_CHARACTERS


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


def url(model: type[Model], view: str = "changelist", *args: object) -> str:
    return reverse(f"admin:brain_{model._meta.model_name}_{view}", args=args)


def add_rows(number: int) -> User:
    account = new_account(username=f"ann{number}")
    make_note(account, body=LONG, tags=["eco", f"t{number}"], description="D")
    make_profile(account)
    talk = Conversation.objects.create(account=account, interface=Interface.PAGE, name="main")
    Turn.objects.create(
        account=account, conversation=talk, ordinal=1, query="How?", answer=LONG, metadata={}, trace={},
        mode=Mode.EXTRACTIVE, asked_by="page",
    )  # fmt: skip
    Summary.objects.create(account=account, conversation=talk, first=1, last=1, text="S", tokens=1)
    return account


@pytest.mark.parametrize("model", MODELS)
def test_lists_ask_as_often_for_three_as_for_one(staff: Client, model: type[Model]) -> None:
    add_rows(0)
    counts = []
    for number in (1, 2):
        staff.get(url(model))
        with CaptureQueriesContext(connection) as queries:
            page = staff.get(url(model)).content.decode()
        counts.append(len(queries))
        add_rows(number)
        assert "ann0" in page
    assert counts[0] == counts[1]
    assert staff.get(url(model), {"q": "ann0"}).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_each_is_read_only_text(staff: Client, model: type[Model]) -> None:
    add_rows(0)
    row = model._default_manager.get()
    page = staff.get(url(model, "change", row.pk))
    assert page.status_code == 200
    assert "<script>alert(1)" not in page.content.decode()
    if model in (Note, Turn):
        assert "<strong>bold</strong>" in page.content.decode()
        assert "characters</p>" in page.content.decode()
    assert staff.post(url(model, "change", row.pk), {"title": "x"}).status_code == 403
    assert staff.post(url(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert staff.get(url(model, "add")).status_code == 403


def test_filters(staff: Client) -> None:
    account = new_account()
    make_note(account, title="First", tags=["eco"])
    index(account)
    make_note(account, title="Second", tags=["web"], origin=NoteOrigin.ANSWER)

    def listed(**query: str) -> list[str]:
        text = staff.get(url(Note), query).content.decode()
        return [title for title in ("First", "Second") if f">{title}<" in text]

    assert listed() == ["First", "Second"]
    assert listed(tag="eco") == ["First"]
    assert listed(tag="\0") == ["First", "Second"]
    assert listed(embedding="missing") == ["Second"]
    assert listed(embedding="made") == ["First"]
    assert listed(origin__exact="answer") == ["Second"]
    assert listed(q="second") == ["Second"]


def test_embed_anew(staff: Client) -> None:
    note = make_note()
    index(note.account)
    body = {"action": "re_embed", "_selected_action": [note.pk]}
    assert "New vectors are made for notes: 1" in staff.post(url(Note), body, follow=True).content.decode()
    assert vectors_of(note.account) == {""}


def test_who_may_only_look_embeds_nothing(client: Client, db: None) -> None:
    looker = User.objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_note"))
    client.force_login(looker)
    note = make_note()
    index(note.account)
    assert client.get(url(Note)).status_code == 200
    client.post(url(Note), {"action": "re_embed", "_selected_action": [note.pk]})
    assert vectors_of(note.account) == {"fake-embedder"}
    assert client.get(url(Profile)).status_code == 403


def test_nobody_else_is_let_in(client: Client, db: None) -> None:
    assert client.get(url(Note)).status_code == 302
    client.force_login(new_account())
    assert client.get(url(Note)).status_code == 302

"""POST /ask/chosen-entries."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from core.jobs.models import JobState
from quickstart.models import Collection, Entry, IndexedText, Review
from quickstart.queries.browse_collection import find_entry
from quickstart.queries.export_entries import export_entries
from quickstart.tests.factories import index, job_of, make_collection, make_entry
from quickstart.tests.pages.page_text import words

CHOSEN = "/ask/chosen-entries"


@pytest.fixture
def shelf(ann: User) -> Collection:
    made = make_collection(ann, name="shelf")
    long_ago = timezone.now() - timedelta(days=30)
    make_entry(made, entry_id="out", tags=["old"], reviewed=long_ago, variants=["Is it out?"])
    make_entry(made, entry_id="draft", review="draft")
    make_entry(made, entry_id="gone", review="retired", reviewed=long_ago)
    return made


def post(client: Client, action: str, entries: Any, **data: Any) -> str:
    keys = [getattr(each, "pk", each) for each in entries]
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
    return dict(collection.entries.values_list("entry_id", "review"))


@pytest.mark.parametrize(
    ("action", "says", "after"),
    [
        ("publish", "2 entries published.", "published"),
        ("draft", "2 entries set to draft.", "draft"),
        ("retire", "2 entries retired.", "retired"),
    ],
)
def test_review_states_are_set_and_taken_back(
    person: Client, shelf: Collection, action: str, says: str, after: str
) -> None:
    before = states(shelf)
    reviewed = dict(shelf.entries.values_list("entry_id", "reviewed"))
    page = post(person, action, shelf.entries.all())
    assert says in page  # one was in that state already
    assert set(states(shelf).values()) == {after}
    assert "3 entries" not in words(page)
    page = undo(person, page)
    assert "2 entries as before." in page
    assert states(shelf) == before
    assert dict(shelf.entries.values_list("entry_id", "reviewed")) == reviewed
    # And that is taken back, too.
    undo(person, page)
    assert set(states(shelf).values()) == {after}


def test_what_is_published_or_retired_is_found_or_no_more(person: Client, shelf: Collection) -> None:
    index(shelf)
    assert job_of(shelf).state == JobState.DONE
    out, draft = shelf.entries.get(entry_id="out"), shelf.entries.get(entry_id="draft")
    post(person, "publish", [draft])
    assert find_entry(shelf, "draft").reviewed is not None
    assert IndexedText.objects.filter(entry=draft).exists()
    assert job_of(shelf).state == JobState.PENDING  # its vectors are due
    post(person, "retire", [out])
    assert not IndexedText.objects.filter(entry=out).exists()
    record = out.history.latest()
    assert (record.review, record.history_user.get_username()) == ("retired", "ann")


def test_a_tag_is_given_and_taken_and_what_was_done_is_taken_back(person: Client, shelf: Collection) -> None:
    page = post(person, "tag", shelf.entries.all(), tag=" #to  read ")
    assert "3 entries tagged #to read." in page
    assert [entry.tags for entry in shelf.entries.order_by("pk")] == [
        ["old", "to read"], ["to read"], ["to read"],
    ]  # fmt: skip
    assert "0 entries tagged" in post(person, "tag", shelf.entries.all(), tag="to read")
    undo(person, page)
    assert [entry.tags for entry in shelf.entries.order_by("pk")] == [["old"], [], []]
    page = post(person, "untag", shelf.entries.all(), tag="old")
    assert "The tag #old is removed from 1 entry." in page
    undo(person, page)
    assert [entry.tags for entry in shelf.entries.order_by("pk")] == [["old"], [], []]


def test_a_tag_is_found_at_once_and_has_a_history(person: Client, shelf: Collection) -> None:
    out = shelf.entries.get(entry_id="out")
    updated, version = out.updated, Collection.objects.get(pk=shelf.pk).version
    post(person, "tag", [out], tag="zebra")
    assert IndexedText.objects.filter(entry=out, text__contains="zebra").exists()
    assert Collection.objects.get(pk=shelf.pk).version > version  # what is cached of it is outdated
    record = out.history.latest()
    assert (record.tags, record.history_user.get_username()) == (["old", "zebra"], "ann")
    out.refresh_from_db()
    assert out.updated > updated


def test_an_entry_with_all_the_tags_that_it_can_have_is_not_counted(
    person: Client, shelf: Collection
) -> None:
    Entry.objects.filter(entry_id="out").update(tags=[f"tag {number}" for number in range(200)])
    assert "2 entries tagged #more." in post(person, "tag", shelf.entries.all(), tag="more")


def test_without_a_tag_nothing_happens(person: Client, shelf: Collection) -> None:
    assert "No tag was given." in post(person, "tag", shelf.entries.all(), tag=" # \x00")


def test_the_export_is_what_the_command_writes(person: Client, shelf: Collection) -> None:
    keys = list(shelf.entries.values_list("pk", flat=True))
    response: Any = person.post(CHOSEN, {"action": "export", "chosen": keys[::-1]})
    text = b"".join(response.streaming_content).decode()
    assert text == export_entries(shelf)
    assert [json.loads(line)["id"] for line in text.splitlines()] == ["out", "draft", "gone"]
    assert response["Content-Disposition"] == 'attachment; filename="entries.jsonl"'


def test_deleting_asks_with_the_number_and_then_does_it(person: Client, shelf: Collection) -> None:
    entries = list(shelf.entries.order_by("pk"))
    page = post(person, "ask-delete", entries[:2])
    assert "Delete 2 entries?" in page
    assert [f'name="chosen" value="{entry.pk}"' in page for entry in entries] == [True, True, False]
    assert shelf.entries.count() == 3
    assert "2 entries deleted." in post(person, "delete", entries[:2])
    assert list(shelf.entries.all()) == entries[2:]


@pytest.mark.parametrize("chosen", [[], ["x"], ["-1"], ["9" * 18], ["9" * 40], ["1; DROP"], ["\x00"], ["²"]])
@pytest.mark.parametrize("action", ["publish", "delete", "export", "restore"])
def test_what_is_no_row_is_not_chosen(
    person: Client, shelf: Collection, action: str, chosen: list[str]
) -> None:
    assert "Nothing was selected." in post(person, action, chosen)
    assert shelf.entries.count() == 3


def test_an_unknown_action_does_nothing(person: Client, shelf: Collection) -> None:
    assert "Nothing was selected." in post(person, "drop", shelf.entries.all())
    assert person.get(CHOSEN).status_code == 405


@pytest.mark.parametrize("states_given", [{"published": "x"}, {"draft": "²,\x00"}, {"unknown": "1"}, {}])
def test_states_to_go_back_to_that_are_none(
    person: Client, shelf: Collection, states_given: dict[str, str]
) -> None:
    before = states(shelf)
    assert "0 entries as before." in post(person, "restore", shelf.entries.all(), **states_given)
    assert states(shelf) == before


@pytest.mark.parametrize(
    "action", ["publish", "draft", "retire", "restore", "tag", "untag", "export", "ask-delete", "delete"]
)
def test_what_another_account_shares_is_not_to_be_changed(
    ben: Client, shelf: Collection, action: str
) -> None:
    Collection.objects.filter(pk=shelf.pk).update(shared=True)
    before, history = list(shelf.entries.values()), Entry.history.count()
    page = post(ben, action, shelf.entries.all(), tag="old", published=str(before[1]["id"]))
    assert "Nothing was selected." in page
    assert (list(shelf.entries.values()), Entry.history.count()) == (before, history)


@pytest.mark.parametrize("action", ["publish", "draft", "restore", "tag", "export", "delete"])
def test_an_owner_who_does_not_curate_changes_nothing(
    person: Client, ann: User, shelf: Collection, action: str
) -> None:
    User.objects.filter(pk=ann.pk).update(is_superuser=False)
    before = list(shelf.entries.values())
    page = post(person, action, shelf.entries.all(), tag="old", published=str(before[1]["id"]))
    assert "Nothing was selected." in page
    assert list(shelf.entries.values()) == before


def test_deleting_takes_a_permission_of_its_own(person: Client, ann: User, shelf: Collection) -> None:
    User.objects.filter(pk=ann.pk).update(is_superuser=False)
    ann.user_permissions.add(Permission.objects.get(codename="change_entry"))
    assert "Nothing was selected." in post(person, "delete", shelf.entries.all())
    assert "2 entries retired." in post(person, "retire", shelf.entries.all())
    assert shelf.entries.count() == 3


def test_rows_of_others_are_in_no_count(ben: Client, shelf: Collection) -> None:
    Collection.objects.filter(pk=shelf.pk).update(shared=True)
    own = make_entry(make_collection(User.objects.get(username="ben")), review="draft")
    assert "1 entry published." in post(ben, "publish", [*shelf.entries.all(), own])
    assert "Delete 1 entry?" in post(ben, "ask-delete", [*shelf.entries.all(), own])
    own.refresh_from_db()
    assert own.review == Review.PUBLISHED
    assert states(shelf)["draft"] == "draft"


def test_a_form_leads_back_to_its_list_and_to_no_other_site(person: Client, shelf: Collection) -> None:
    keys = [shelf.entries.get(entry_id="out").pk]
    data = {"action": "retire", "chosen": keys, "next": "/ask/entries/?review=draft"}
    assert person.post(CHOSEN, data).headers["Location"] == "/ask/entries/?review=draft"
    data["next"] = "https://elsewhere.example/"
    assert person.post(CHOSEN, data).headers["Location"] == "/ask/entries/"

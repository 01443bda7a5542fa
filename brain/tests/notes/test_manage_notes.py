"""Notes are written, edited and deleted, each within its account."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from brain.exceptions import InvalidNote, NoteChanged, NoteNotFound, NoteTooLarge
from brain.models import Chunk, Note, NoteOrigin
from brain.queries.note_queries import find_note, note_ids_with_words, notes_of, profile_of, tags_of
from brain.services.manage_notes import create_note, delete_note, edit_note
from brain.services.note_content import MAX_BYTES, MAX_DESCRIPTION
from brain.tests.factories import job_of, make_note, make_profile, new_account
from core.jobs.models import JobState
from core.llm import count_tokens
from core.rest.agent_tokens import TokenInContent, new_token
from core.rest.exceptions import ProductError
from core.text.bm25_words import question_stems


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def found_by(word: str) -> set[str]:
    ids = [
        pk for account in User.objects.all() for pk in note_ids_with_words(account.pk, question_stems(word))
    ]
    return set(Note.objects.filter(pk__in=ids).values_list("title", flat=True))


def test_a_note_that_nobody_dates_is_from_the_day_in_its_title(account: User) -> None:
    def day_of(**fields: Any) -> date:
        note = create_note(account=account, body="At nine.", **fields)
        return timezone.localdate(Note.objects.get(pk=note.pk).dated)

    today = timezone.localdate()
    assert day_of(title="Dentist, 12 March 2026") == date(2026, 3, 12)
    assert day_of(title="Dentist") == today
    given = timezone.now() - timedelta(days=3)
    assert day_of(title="Dentist, 12 March 2026", dated=given) == timezone.localdate(given)
    assert day_of(title="What was on 12 March 2026?", origin=NoteOrigin.ANSWER) == today


def test_a_note_as_it_is_stored(account: User) -> None:
    source = {"type": "notes", "id": "1", "title": "T", "url": "", "excerpt": "E"}
    note = create_note(
        account=account,
        title="  The \n mill ",
        body="\ufeffIt grinds.\r\nIt stops.\r\n",
        tags=["#Eco Systems, WEB", "web", ""],
        origin=NoteOrigin.ANSWER,
        sources=[source],
        description="On\nmills",
    )
    note.refresh_from_db()
    assert (note.title, note.body, note.description) == ("The mill", "It grinds.\nIt stops.\n", "On mills")
    assert (note.tags, note.origin, note.sources) == (["eco-systems", "web"], "answer", [source])
    assert (note.version, job_of(note).state, note.file, note.front_matter) == (1, JobState.PENDING, "", {})
    assert note.tokens == count_tokens(note.body)


def test_words_find_it_at_once_by_every_field(account: User) -> None:
    make_note(account, title="Title word", body="Body text.", tags=["label"], description="About grain.")
    assert all(found_by(word) == {"Title word"} for word in ("title", "body", "label", "grain"))
    assert found_by("absent") == set()


def test_chunks_are_slices_of_the_body(account: User) -> None:
    body = "# Mill\n\n" + "It grinds one sack of the corn a day. " * 60
    note = make_note(account, body=body)
    chunks = list(note.passages.order_by("ordinal"))
    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
    assert chunks[0].start == 0
    assert "".join(body.split()) in "".join((body[: chunks[0].end] + body[chunks[0].end :]).split())
    assert all(0 <= chunk.start < chunk.end <= len(body) for chunk in chunks)
    assert {chunk.account_id for chunk in chunks} == {account.pk}


REFUSALS: dict[str, tuple[dict[str, Any], type[ProductError], str]] = {
    "empty body": ({"body": " \n"}, InvalidNote, "The body is empty"),
    "no title": ({"title": " "}, InvalidNote, "needs a title"),
    "long title": ({"title": "x" * 301}, InvalidNote, "The title has 301 characters; at most 300"),
    "large body": ({"body": "ü" * (MAX_BYTES // 2) + "x"}, NoteTooLarge, "200,001 bytes; at most 200,000"),
    "NUL": ({"body": "a\0b"}, InvalidNote, "The body has a NUL character"),
    "half a character": ({"title": "a\ud800"}, InvalidNote, "The title has half a character, U.D800"),
    "many tags": ({"tags": [f"t{n}" for n in range(21)]}, InvalidNote, "There are 21 tags; at most 20"),
    "long tag": ({"tags": ["x" * 61]}, InvalidNote, "A tag has at most 60 characters"),
    "NUL in a tag": ({"tags": ["a\0"]}, InvalidNote, "The tag has a NUL character"),
    "long description": ({"description": "x" * (MAX_DESCRIPTION + 1)}, InvalidNote, "The description has"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_is_refused(account: User, name: str) -> None:
    fields, error, words = REFUSALS[name]
    note = make_note(account)
    with pytest.raises(error, match=words):
        create_note(**{"account": account, "title": "T", "body": "B", **fields})
    with pytest.raises(error, match=words):
        edit_note(note=note, version=1, **fields)
    stored = Note.objects.get()
    assert (stored.title, stored.body, stored.version) == (note.title, note.body, 1)


@pytest.mark.parametrize("field", ["title", "body", "description", "tags"])
def test_a_token_is_refused_in_every_field(account: User, field: str) -> None:
    token = new_token()
    fields = {"title": "T", "body": "B"} | {field: [token] if field == "tags" else f"Use {token}."}
    with pytest.raises(TokenInContent, match="tag" if field == "tags" else field):
        create_note(account=account, **fields)  # type: ignore[arg-type]
    assert not Note.objects.exists()


def test_as_much_as_is_allowed(account: User) -> None:
    note = make_note(account, title="x" * 300, body="x" * MAX_BYTES, tags=[f"{n:060}" for n in range(20)])
    assert (len(note.body), len(note.tags)) == (MAX_BYTES, 20)


def test_an_edit(account: User) -> None:
    note = make_note(account, title="Mill", body="The bus stops here.", tags=["a"], description="D")
    before = note.updated
    edited = edit_note(note=note, version=1, body="The tram stops here.")
    assert (edited.title, edited.body, edited.tags, edited.description) == (
        "Mill", "The tram stops here.", ["a"], "D",
    )  # fmt: skip
    assert (edited.version, job_of(edited).state) == (2, JobState.PENDING)
    assert edited.updated > before
    assert edited.dated == note.dated
    assert (found_by("tram"), found_by("bus")) == ({"Mill"}, set())
    assert edit_note(note=note, version=2, tags=[]).tags == []


def test_an_edit_of_the_title_alone_is_found_by_it(account: User) -> None:
    note = make_note(account, title="Mill", body="It grinds.")
    edit_note(note=note, version=1, title="Quarry")
    assert (found_by("quarry"), found_by("mill")) == ({"Quarry"}, set())


def test_an_edit_that_changes_nothing_writes_nothing(account: User) -> None:
    note = make_note(account, title="Mill", tags=["a"])
    assert edit_note(note=note, version=1, title=" Mill ", tags=["#A"], body=note.body).version == 1
    chunk = note.passages.get()
    assert Chunk.objects.get().pk == chunk.pk


def test_an_edit_of_what_was_edited_meanwhile(account: User) -> None:
    note = make_note(account)
    edit_note(note=note, version=1, title="Second")
    with pytest.raises(NoteChanged, match="version 1 is now 2") as caught:
        edit_note(note=note, version=1, title="Third")
    assert caught.value.extra == {"version": 2}
    with pytest.raises(NoteChanged, match="no version 9 of this note: its latest is 2"):
        edit_note(note=note, version=9, title="Third")
    assert Note.objects.get().title == "Second"


def test_an_edited_import_is_written_here(account: User) -> None:
    note = make_note(account, origin=NoteOrigin.IMPORTED, file="a.md")
    edited = edit_note(note=note, version=1, title="Here")
    assert (edited.origin, edited.file) == (NoteOrigin.WRITTEN, "a.md")
    answer = make_note(account, origin=NoteOrigin.ANSWER)
    assert edit_note(note=answer, version=1, title="Here").origin == NoteOrigin.ANSWER


def test_deleting(account: User) -> None:
    note, other = make_note(account), make_note(account)
    delete_note(note=note)
    assert Note.objects.get() == other
    assert Chunk.objects.get().note == other
    with pytest.raises(NoteNotFound):
        delete_note(note=note)
    with pytest.raises(NoteNotFound):
        edit_note(note=note, version=1, title="T")


def test_deleting_a_version_that_was_read(account: User) -> None:
    note = make_note(account)
    edit_note(note=note, version=1, title="Edited since")
    with pytest.raises(NoteChanged, match="version 1 is now 2"):
        delete_note(note=note, version=1)
    delete_note(note=note, version=2)
    assert not Note.objects.exists()


def test_somebody_elses_is_not_there(account: User) -> None:
    note = make_note(tags=["theirs"])
    messages = []
    for note_id in (note.pk, "0" * 26, "a\0b", "x" * 100):
        with pytest.raises(NoteNotFound) as caught:
            find_note(account, note_id)
        messages.append(caught.value.message.replace(repr(note_id[:60]), "…"))
    assert set(messages) == {"There is no note …."}
    assert find_note(note.account, note.pk) == note
    assert (list(notes_of(account)), tags_of(account), profile_of(account)) == ([], [], None)
    # Nor is it to somebody who gives it another account.
    note.account = account
    for act in (lambda: delete_note(note=note), lambda: edit_note(note=note, version=1, title="T")):
        with pytest.raises(ProductError, match="There is no note"):
            act()


def test_the_newest_first(account: User) -> None:
    old = make_note(account, dated=timezone.now() - timedelta(days=2))
    new, newest = make_note(account), make_note(account, dated=timezone.now() + timedelta(days=1))
    assert list(notes_of(account)) == [newest, new, old]


def test_by_all_of_several_tags(account: User) -> None:
    both = make_note(account, tags=["a", "b c"])
    one = make_note(account, tags=["a"])
    assert list(notes_of(account, ["#A"])) == [one, both]
    assert list(notes_of(account, ["a", "B C"])) == [both]
    assert list(notes_of(account, ["none"])) == []
    assert list(notes_of(account, ["a\0"])) == [one, both]


def test_tags_with_their_numbers(account: User) -> None:
    make_note(account, tags=["b", "a"])
    make_note(account, tags=["b", "c"])
    assert tags_of(account) == [("b", 2), ("a", 1), ("c", 1)]


def test_the_profile_of_an_account(account: User) -> None:
    make_profile()
    profile = make_profile(account)
    assert profile_of(account) == profile


@pytest.mark.parametrize("count", [1, 3])
def test_lists_ask_once(account: User, count: int) -> None:
    for _ in range(count):
        make_note(account, tags=["a"])
    with CaptureQueriesContext(connection) as queries:
        assert [(note.title, note.tags, note.tokens) for note in notes_of(account, ["a"])]
        assert tags_of(account) == [("a", count)]
    assert len(queries) == 2
    assert '"body"' not in queries[0]["sql"]


@pytest.mark.parametrize("sentences", [1, 300])
def test_a_long_note_is_written_in_as_many_queries(account: User, sentences: int) -> None:
    body = "It grinds one sack of corn a day. " * sentences
    with CaptureQueriesContext(connection) as queries:
        make_note(account, body=body)
    messages = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
    assert len(messages) == 4, messages


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("From: Ann\nTo: Bo\nDate: 11 May 2026\n\nHi Bo, the wheel turns.", "2026-05-11"),
        ("---\ndate: 11 May 2026\n---\nThe wheel turns.", "2026-05-11"),
        ("The wheel turns since 11 May 2026.", "None"),
    ],
)
def test_a_typed_note_has_the_day_of_its_head(account: User, body: str, day: str) -> None:
    assert str(create_note(account=account, title="Wheel", body=body).own_day) == day

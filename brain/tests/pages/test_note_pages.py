"""The pages of the notes: lists, search, one note at the words that were cited, writing and editing."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from brain.models import Note, NoteOrigin
from brain.services.manage_notes import edit_note
from brain.standard_response import Citation
from brain.tests.conversations.conversation_factories import create_turn, make_conversation, make_response
from brain.tests.factories import index, make_note
from brain.tests.pages.page_text import page_of, words
from brain.views import note_pagination
from core.jobs.models import Job, JobState
from core.rest.agent_tokens import new_token

XSS = "<script>alert(1)</script><img src=x onerror=alert(2)>[x](javascript:alert(3))\"'>"
EXCERPT = "came on the fifteenth of May"


def titles(page: str) -> list[str]:
    return re.findall(r"data-open[^>]*>([^<]+)</a>", page)


def test_the_list_with_tags_and_their_counts(person: Client) -> None:
    page = page_of(person, "/brain/notes/")
    assert set(titles(page)) == {"Frost", "Compost", "Slugs"}
    assert "#weather 2" in words(page)
    assert sorted(titles(page_of(person, "/brain/notes/", tag="weather"))) == ["Frost", "Slugs"]
    page = page_of(person, "/brain/notes/", tag="nosuch")
    assert "No note has the tag #nosuch." in words(page)
    assert page_of(person, "/brain/notes/", tag="\x00") is not None


def test_what_a_note_says_in_the_list_does_not_say_its_title_again(person: Client, garden: User) -> None:
    make_note(garden, title="Bees", body="# Bees\n\nThey come in March.")
    make_note(garden, title="Rate", body="Rates are in the book.")
    says = re.findall(r'class="skill-says">\s*([^<]*?)\s*<', page_of(person, "/brain/notes/"))
    assert "They come in March." in says
    assert "Rates are in the book." in says, "a longer word is no title"
    found = re.findall(
        r'class="skill-says">\s*([^<]*?)\s*<', page_of(person, "/brain/notes/", q="bees march")
    )
    assert found[0] == "They come in March."


def test_a_search_leads_to_the_place(person: Client, frost: Note) -> None:
    page = page_of(person, "/brain/notes/", q="fleece against the cold")
    assert titles(page)[0] == "Frost"
    assert re.search(r"\d of 3, nearest first", words(page))
    assert re.search(rf'href="/brain/notes/{frost.pk}\?from=\d+&amp;to=\d+#cited"', page)
    assert titles(page_of(person, "/brain/notes/", q="fleece", tag="soil")) in ([], ["Compost"])


def test_htmx_gets_the_region(person: Client) -> None:
    headers = {"HX-Request": "true", "HX-Target": "notes"}
    page = person.get("/brain/notes/", headers=headers).content.decode()
    assert page.count('id="notes"') == 1
    assert "<html" not in page


def test_without_notes_it_says_what_to_do(stranger: Client) -> None:
    page = page_of(stranger, "/brain/notes/")
    assert "No notes yet" in words(page)
    assert 'href="/brain/notes/upload"' in page
    assert 'href="/brain/notes/new"' in page


def test_pages_by_key(person: Client, garden: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(note_pagination, "NOTES_PER_PAGE", 2)
    day = datetime(2026, 1, 1, 8, 0, 0, 7, tzinfo=UTC)
    Note.objects.filter(account=garden).delete()
    for number in range(5):
        # Two of one moment: their ids decide.
        make_note(garden, title=f"N{number}", dated=day + timedelta(days=number // 2))
    page, listed = page_of(person, "/brain/notes/"), list[str]()
    while True:
        listed += titles(page)
        older = re.search(r'rel="next" href="\?older=([^"]+)"', page)
        if not older:
            break
        page = page_of(person, "/brain/notes/", older=older[1])
    assert listed == ["N4", "N3", "N2", "N1", "N0"]
    newer = re.search(r'rel="prev" href="\?newer=([^"]+)"', page)
    assert newer
    assert titles(page_of(person, "/brain/notes/", newer=newer[1])) == ["N2", "N1"]
    for odd in ("x", "9" * 18 + "-" + "0" * 26, "-"):
        page_of(person, "/brain/notes/", older=odd)


@pytest.mark.parametrize("notes", [1, 3])
def test_queries_of_the_list_do_not_grow(
    stranger: Client, notes: int, django_assert_num_queries: object
) -> None:
    for _ in range(notes):
        make_note(User.objects.get(username="mallory"), tags=["a", "b"])
    with django_assert_num_queries(8):  # type: ignore[operator]
        page_of(stranger, "/brain/notes/")


def test_a_note_with_its_metadata(person: Client, frost: Note) -> None:
    page = page_of(person, f"/brain/notes/{frost.pk}")
    message = words(page)
    assert "fifteenth of May" in message
    assert "#weather" in message
    assert f"{frost.tokens} tokens" in message
    assert "Cited" not in message
    assert f'hx-get="/brain/notes/{frost.pk}/related"' in page
    assert "Related notes" in words(page_of(person, f"/brain/notes/{frost.pk}", related=1))
    related = person.get(f"/brain/notes/{frost.pk}/related").content.decode()
    assert "<html" not in related
    # None of the three is about frost: what only stands nearest is not shown.
    assert "None of your other notes is about the same topic." in related
    assert "<li>" not in related


def test_notes_about_the_same_are_linked(person: Client, frost: Note) -> None:
    again = make_note(frost.account, title="Frost again", body=frost.body)
    index(frost.account)
    page = page_of(person, f"/brain/notes/{frost.pk}", related=1)
    assert (
        f'<a dir="auto" href="/brain/notes/{again.pk}">Frost again</a>' in page.partition('id="related"')[2]
    )


def test_what_is_not_embedded_yet_says_so(person: Client, garden: User) -> None:
    note = make_note(garden, title="New")
    assert "being indexed: found by words only until then" in words(
        page_of(person, f"/brain/notes/{note.pk}")
    )
    Job.objects.filter(target=note.pk).update(state=JobState.FAILED, error="No room.")
    assert "found by words only, not by meaning" in words(page_of(person, f"/brain/notes/{note.pk}"))


def cite(garden: User, frost: Note, excerpt: str | None = EXCERPT) -> str:
    cited = Citation(note_id=frost.pk, note_title="Frost", excerpt=excerpt)
    return create_turn(make_conversation(garden), response=make_response("May [1].", [cited])).pk


def test_the_cited_words_are_marked_in_place(person: Client, garden: User, frost: Note) -> None:
    start = frost.body.index(EXCERPT)
    place = {"from": start, "to": start + len(EXCERPT)}
    mark = f'<mark id="cited" class="cited">{EXCERPT}</mark>'
    assert mark in page_of(person, f"/brain/notes/{frost.pk}", **place)
    turn_id = cite(garden, frost)
    page = page_of(person, f"/brain/notes/{frost.pk}", **place, answer=turn_id, n=1)
    assert mark in page
    assert f'href="/brain/answers/{turn_id}"' in page


def test_words_that_have_moved_are_found_again(person: Client, garden: User, frost: Note) -> None:
    turn_id = cite(garden, frost)
    edit_note(note=frost, version=1, body=f"A new beginning.\n\n{frost.body}")
    page = page_of(person, f"/brain/notes/{frost.pk}", **{"from": 15, "to": 43}, answer=turn_id, n=1)
    assert f'<mark id="cited" class="cited">{EXCERPT}</mark>' in page


def test_words_that_are_gone_are_reported(person: Client, garden: User, frost: Note) -> None:
    turn_id = cite(garden, frost)
    edit_note(note=frost, version=1, body="There was no frost at all this year.")
    page = page_of(person, f"/brain/notes/{frost.pk}", **{"from": 15, "to": 36}, answer=turn_id, n=1)
    assert "the text has changed since it was cited" in words(page)
    assert EXCERPT in page
    assert "<mark" not in page


@pytest.mark.parametrize(
    "query",
    [
        {"from": "9999", "to": "99999"},
        {"from": "5", "to": "1"},
        {"from": "x", "to": "-3"},
        {"answer": "nosuch", "n": "1"},
        {"answer": "\x00", "n": "²"},
    ],
)
def test_a_place_that_is_none_marks_nothing(person: Client, frost: Note, query: dict[str, Any]) -> None:
    page = page_of(person, f"/brain/notes/{frost.pk}", **query)
    assert "<mark" not in page
    assert "fifteenth of May" in page


def test_writing_a_note(person: Client, garden: User) -> None:
    assert "Write a note" in words(page_of(person, "/brain/notes/new"))
    response = person.post(
        "/brain/notes/new", {"title": "Bees", "tags": "#pets, honey bees", "body": "Three hives.\n"}
    )
    note = Note.objects.get(title="Bees")
    assert response.headers["Location"] == f"/brain/notes/{note.pk}"
    assert (note.tags, note.body, note.origin) == (
        ["pets", "honey-bees"],
        "Three hives.\n",
        NoteOrigin.WRITTEN,
    )


@pytest.mark.parametrize(
    ("data", "field", "message"),
    [
        ({"title": "", "body": "Kept."}, "title", "This field is required."),
        ({"title": "x" * 301, "body": "Kept."}, "title", "at most 300"),
        ({"title": "Kept.", "body": "Kept.", "tags": "x" * 101}, "tags", "A tag has at most"),
        ({"title": "Kept.", "body": "é" * 100_001}, "body", "at most 200,000 are taken"),
        ({"title": "Kept.", "body": new_token()}, "body", "token"),
    ],
)
def test_an_invalid_note_stays_in_the_form_with_the_fault_at_its_field(
    person: Client, data: dict[str, str], field: str, message: str
) -> None:
    response = person.post("/brain/notes/new", data)
    assert response.status_code == 422
    page = response.content.decode()
    assert message in page
    assert f'<li><a href="#id_{field}">' in page
    assert f'id="id_{field}_error"' in page
    assert "Kept." in page
    assert Note.objects.count() == 3


def test_editing(person: Client, frost: Note) -> None:
    path = f"/brain/notes/{frost.pk}/edit"
    assert 'name="version" value="1"' in (page := page_of(person, path))
    assert f"<h1>Edit “<bdi>{frost.title}</bdi>”</h1>" in page
    assert f'aria-label="Edit: {frost.title}"' in page_of(person, f"/brain/notes/{frost.pk}")
    data = {"title": "Frosts", "tags": "", "body": "Late.", "version": "1"}
    assert person.post(path, data).headers["Location"] == f"/brain/notes/{frost.pk}"
    frost.refresh_from_db()
    assert (frost.title, frost.tags, frost.body, frost.version) == ("Frosts", [], "Late.", 2)


def test_a_note_has_the_day_that_was_typed(person: Client, garden: User) -> None:
    fields = {"title": "Kick-off", "tags": "", "body": "They want 42 stops.", "day": "2026-02-09"}
    assert person.post("/brain/notes/new", fields).status_code == 302
    note = Note.objects.get(title="Kick-off")
    assert f"{timezone.localdate(note.dated)}" == "2026-02-09"
    path = f"/brain/notes/{note.pk}/edit"
    assert 'value="2026-02-09"' in person.get(path).content.decode()
    person.post(path, {**fields, "version": 1})
    note.refresh_from_db()
    assert note.version == 1
    person.post(path, {**fields, "day": "2025-12-31", "version": 1})
    note.refresh_from_db()
    assert (note.version, f"{timezone.localdate(note.dated)}") == (2, "2025-12-31")
    assert person.post(path, {**fields, "day": "31.12.", "version": 2}).status_code == 422


def test_two_editors_lose_nothing(person: Client, frost: Note) -> None:
    edit_note(note=frost, version=1, title="Theirs", body="Their words.")
    path = f"/brain/notes/{frost.pk}/edit"
    mine = {"title": "Mine", "tags": "a", "body": "My words.", "version": "1"}
    response = person.post(path, mine)
    assert response.status_code == 409
    page = response.content.decode()
    assert "It was edited in the meantime" in page
    assert "My words." in page
    assert "Their words." in page
    assert 'name="version" value="2"' in page
    assert Note.objects.get(pk=frost.pk).body == "Their words."
    assert person.post(path, mine | {"version": "2"}).status_code == 302
    assert Note.objects.get(pk=frost.pk).body == "My words."


def test_deleting_asks_first(person: Client, frost: Note) -> None:
    path = f"/brain/notes/{frost.pk}/delete"
    assert "Delete the note “Frost”?" in words(page_of(person, path))
    assert Note.objects.filter(pk=frost.pk).exists()
    assert person.post(path).headers["Location"] == "/brain/notes/"
    assert not Note.objects.filter(pk=frost.pk).exists()


def test_what_is_not_theirs_is_not_there(stranger: Client, frost: Note) -> None:
    for rest in ("", "/edit", "/delete", "/related"):
        assert stranger.get(f"/brain/notes/{frost.pk}{rest}").status_code == 404
    for rest in ("/edit", "/delete"):
        assert stranger.post(f"/brain/notes/{frost.pk}{rest}", {"title": "x", "body": "x"}).status_code == 404
    assert Note.objects.filter(pk=frost.pk).exists()
    assert stranger.get("/brain/notes/%00").status_code == 404


def test_content_runs_nothing(person: Client, garden: User) -> None:
    note = make_note(garden, title=XSS, body=f"# {XSS}\n\n{XSS}", description=XSS, tags=["<b>"])
    place = {"from": 2, "to": 60}
    for page in (
        page_of(person, f"/brain/notes/{note.pk}", **place),
        page_of(person, "/brain/notes/", q="alert"),
    ):
        assert "<script>alert" not in page
        assert "<img" not in page
        assert 'href="javascript:' not in page
        assert "<b>" not in page


LINES = "Anna Bell, layout\nBob Cole, photos\nCleo Dunn, texts\n"


def test_lines_that_were_typed_here_stay_lines(person: Client, garden: User) -> None:
    note = make_note(garden, title="Freelancers", body=LINES)
    assert "Anna Bell, layout<br>\nBob Cole, photos<br>\nCleo Dunn, texts</p>" in page_of(
        person, f"/brain/notes/{note.pk}"
    )
    page = page_of(person, f"/brain/notes/{note.pk}?from=5&to=25#cited")
    assert 'Anna <mark id="cited" class="cited">Bell, layout</mark><br>' in page
    assert re.search(r'<blockquote dir="auto" class="cite-words"><p>Bell, layout<br>\nBob', page)
    response = make_response("They are Anna and Bob [1].", [Citation(
        note_id=note.pk, note_title=note.title, excerpt="Anna Bell, layout\nBob Cole, photos"
    )])  # fmt: skip
    turn = create_turn(make_conversation(garden), response=response)
    assert "Anna Bell, layout<br>\nBob Cole" in page_of(person, f"/brain/answers/{turn.pk}")


@pytest.mark.parametrize("origin", [NoteOrigin.IMPORTED, NoteOrigin.WRITTEN])
def test_a_file_s_lines_flow_also_after_an_edit_here(
    person: Client, garden: User, origin: NoteOrigin
) -> None:
    note = make_note(garden, body=LINES, origin=origin, file="people.md")
    page = page_of(person, f"/brain/notes/{note.pk}")
    assert "Anna Bell, layout\nBob Cole, photos\n" in page
    assert "layout<br>" not in page

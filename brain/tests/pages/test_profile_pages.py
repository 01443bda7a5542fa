"""The page Profile, and the page Sources."""

from typing import Any

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from brain.models import Profile
from brain.services.search_external import is_external_enabled
from brain.standard_response import Citation
from brain.tests.conversations.conversation_factories import create_turn, make_conversation, make_response
from brain.tests.factories import make_profile
from brain.tests.pages.page_text import page_of, words


def test_without_a_profile_it_says_what_to_do(person: Client) -> None:
    page = page_of(person, "/brain/profile")
    assert "No profile yet" in words(page)
    assert "python manage.py import_profile FILE --account" in page


def test_a_pasted_profile_and_one_of_a_file(person: Client, garden: User) -> None:
    assert person.post("/brain/profile", {"text": "full_name: Ann Baker\nskills:\n- rye"}).status_code == 302
    assert Profile.objects.get(account=garden).data == {"full_name": "Ann Baker", "skills": ["rye"]}
    assert "Ann Baker" in words(page_of(person, "/brain/profile"))
    file = SimpleUploadedFile("profile.json", b'\xef\xbb\xbf{"full_name": "Ann Miller"}')
    assert person.post("/brain/profile", {"file": file}).status_code == 302
    assert Profile.objects.get(account=garden).data == {"full_name": "Ann Miller"}


def test_an_invalid_profile_is_refused_and_stays_in_the_form(person: Client, garden: User) -> None:
    make_profile(garden)
    wrong = {
        "": "Choose a file, or paste a profile.",
        "a: [1": ", in line 1. Nothing was saved.",
        "a: " + "x" * 1_000_000: "The text has 1,000,003 bytes; 1,000,000 are allowed. Nothing was saved.",
        "- kept": "A profile is an object with names",
        "a: {}": "The profile is empty",
    }
    for text, message in wrong.items():
        response = person.post("/brain/profile", {"text": text})
        page = response.content.decode()
        assert response.status_code == 400
        assert message in words(page)
        assert f"\n{text}</textarea>" in page
    for content, message in {
        b"\xff\xfe": "not text in UTF-8",
        b"x" * 1_000_001: "more than 1,000,000",
    }.items():
        response = person.post("/brain/profile", {"file": SimpleUploadedFile("p.yaml", content)})
        page = response.content.decode()
        assert message in words(page)
        assert '<a href="#id_file">A file: ' in page
    both = {"text": "a: b", "file": SimpleUploadedFile("p.yaml", b"a: c")}
    assert "not both" in words(person.post("/brain/profile", both).content.decode())
    assert Profile.objects.get().data["full_name"] == "Ann Baker"


def test_cited_words_are_marked(person: Client, garden: User) -> None:
    profile = make_profile(garden)
    excerpt = "Miller at the Old Mill"
    cited = Citation(note_id="profile", note_title="Profile", excerpt=excerpt)
    turn = create_turn(make_conversation(garden), response=make_response("A miller [1].", [cited]))
    start = profile.text.index(excerpt)
    place: dict[str, Any] = {"from": start, "to": start + len(excerpt), "answer": turn.pk, "n": 1}
    assert f'<mark id="cited" class="cited">{excerpt}</mark>' in page_of(person, "/brain/profile", **place)


def test_deleting_asks_first(person: Client, stranger: Client, garden: User) -> None:
    assert person.get("/brain/profile/delete").status_code == 404
    make_profile(garden)
    assert stranger.get("/brain/profile/delete").status_code == 404
    assert "Delete the profile of Ann Baker?" in words(page_of(person, "/brain/profile/delete"))
    assert person.post("/brain/profile/delete").status_code == 302
    assert not Profile.objects.exists()


def test_sources_are_off_until_enabled(person: Client, stranger: Client, garden: User) -> None:
    page = page_of(person, "/brain/sources")
    message = words(page)
    assert 'value="off" checked' in page
    assert "Wikipedia ready" in message
    assert "BRAIN_NEWS_API_KEY is not set." in message
    assert "3 notes" in message
    assert person.post("/brain/sources", {"external": "on"}).status_code == 302
    assert is_external_enabled(garden)
    assert 'value="on" checked' in page_of(person, "/brain/sources")
    assert 'value="off" checked' in page_of(stranger, "/brain/sources")
    assert person.post("/brain/sources", {"external": "perhaps"}).status_code == 400
    assert is_external_enabled(garden)
    person.post("/brain/sources", {"external": "off"})
    assert not is_external_enabled(garden)

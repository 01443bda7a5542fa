"""The page that uploads notes: a preview that writes nothing, then the import."""

import html
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from brain.models import Note

URL = "/brain/notes/upload"
FROST = "---\ntags: [cold]\n---\n# Frost bites\n\nCover the beds."


def upload(client: Client, action: str, *files: tuple[str, str], **fields: str) -> Any:
    content = [SimpleUploadedFile(name, text.encode()) for name, text in files]
    return client.post(URL, {"uploads": content, "action": action, **fields})


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", html.unescape(response.content.decode()))


def packed_in(response: Any) -> str:
    found = re.search(r'name="packed" value="([^"]+)"', response.content.decode())
    assert found
    return found[1]


def test_a_preview_writes_nothing_and_the_import_what_it_showed(person: Client) -> None:
    before = Note.objects.count()
    preview = upload(person, "preview", ("bites.md", FROST), ("snow.md", "# Snow\n\nIt is white."))
    page = text_of(preview)
    assert "<strong>2</strong> new" in page
    assert 'bites.md <span class="note">today: it gives no day</span>' in page
    assert Note.objects.count() == before

    done = person.post(URL, {"action": "import", "packed": packed_in(preview)}, follow=True)
    assert "2 notes imported." in text_of(done)
    note = Note.objects.get(file="bites.md")
    assert (note.title, list(note.tags)) == ("Frost bites", ["cold"])

    again = upload(
        person, "preview", ("bites.md", FROST.replace("beds", "roots")), ("snow.md", "# Snow\n\nIt is white.")
    )
    page = text_of(again)
    assert "<strong>0</strong> new" in page
    assert "<strong>1</strong> changed" in page
    assert 'bites.md <span class="note">body</span>' in page


def test_new_files_are_previewed_whatever_was_pressed(person: Client) -> None:
    assert "<strong>1</strong> new" in text_of(upload(person, "import", ("a.md", "# A\n\nText.")))
    assert not Note.objects.filter(file="a.md").exists()


def test_one_fault_stops_all_unless_it_is_left_out(person: Client) -> None:
    files = (("good.md", "# Good\n\nText."), ("bad.md", ""))
    faulty = upload(person, "preview", *files)
    page = text_of(faulty)
    assert "Part of this has errors" in page
    assert "Nothing is imported yet." in page
    assert "<code>bad.md</code>" in page
    assert 'value="import"' not in page
    stopped = person.post(URL, {"action": "import", "packed": packed_in(faulty)})
    assert "Part of this has errors" in text_of(stopped)
    assert not Note.objects.filter(file="good.md").exists()
    skipped = person.post(URL, {"action": "preview", "packed": packed_in(faulty), "skip_invalid": "on"})
    assert "Import 1</button>" in text_of(skipped)
    person.post(URL, {"action": "import", "packed": packed_in(skipped), "skip_invalid": "on"})
    assert Note.objects.filter(file="good.md").exists()


def test_beside_a_fault_it_shows_what_the_others_would_change_and_takes_them(person: Client) -> None:
    preview = upload(person, "preview", ("kept.md", "# Kept\n\nText."))
    person.post(URL, {"action": "import", "packed": packed_in(preview)})
    files = (("kept.md", "# Kept\n\nOther."), ("good.md", "# Good\n\nText."), ("bad.md", ""))
    faulty = upload(person, "preview", *files)
    page = text_of(faulty)
    assert "<strong>1</strong> error" in page
    assert "<strong>1</strong> new" in page
    assert "<strong>1</strong> changed" in page
    assert "<li>good.md <span" in page
    assert 'kept.md <span class="note">body</span>' in page
    assert "Import the other 2</button>" in page
    # A file chosen beside the button is shown first.
    assert "<strong>1</strong> error" in text_of(upload(person, "import_rest", *files))
    assert not Note.objects.filter(file="good.md").exists()
    taken = person.post(URL, {"action": "import_rest", "packed": packed_in(faulty)}, follow=True)
    assert "2 notes imported. Left out, with faults: 1." in text_of(taken)
    stored = dict(Note.objects.exclude(file="").values_list("file", "body"))
    assert stored == {"kept.md": "# Kept\n\nOther.\n", "good.md": "# Good\n\nText.\n"}


@pytest.mark.parametrize(
    ("others", "words"),
    [
        ((), "Nothing is imported until this is fixed. Then choose the files again."),
        ((("same.md", "# Same\n\nText."),), "the others would change nothing"),
    ],
)
def test_where_nothing_is_left_to_take_no_button_offers_it(
    person: Client, others: tuple[tuple[str, str], ...], words: str
) -> None:
    if others:
        person.post(URL, {"action": "import", "packed": packed_in(upload(person, "preview", *others))})
    page = text_of(upload(person, "preview", *others, ("bad.md", "")))
    assert "Nothing can be imported yet" in page
    assert words in page
    assert "Import the other" not in page


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Choose at least one file."),
        ({"packed": "nonsense"}, "The files got lost on the way: choose them again."),
    ],
)
def test_without_files_it_says_so(person: Client, fields: dict[str, str], words: str) -> None:
    response = person.post(URL, {"action": "import", **fields})
    assert response.status_code == 422
    assert words in text_of(response)


def test_an_upload_is_the_account_s_own(stranger: Client, person: Client) -> None:
    preview = upload(stranger, "preview", ("mine.md", "# Mine\n\nText."))
    stranger.post(URL, {"action": "import", "packed": packed_in(preview)})
    assert Note.objects.get(file="mine.md").account.username == "mallory"


def test_anonymous_visitors_are_redirected_to_sign_in(client: Client, db: None) -> None:
    assert client.get(URL).status_code == 302


def test_the_example_is_imported_as_it_stands(person: Client) -> None:
    found = re.search(r'<code id="upload-example">(.*?)</code>', person.get(URL).content.decode(), re.S)
    assert found
    preview = upload(person, "preview", ("rates.md", html.unescape(found[1])))
    assert "1 note imported." in text_of(
        person.post(URL, {"action": "import", "packed": packed_in(preview)}, follow=True)
    )
    note = Note.objects.get(file="rates.md")
    assert (note.title, sorted(note.tags)) == ("Rates", ["billing", "languages"])


def import_files(client: Client, *files: tuple[str, str]) -> str:
    packed = packed_in(upload(client, "preview", *files))
    return text_of(client.post(URL, {"action": "import", "packed": packed}, follow=True))


def test_a_note_that_was_tagged_on_the_list_is_renewed_from_its_file(person: Client) -> None:
    import_files(person, ("bites.md", FROST))
    note = Note.objects.get(file="bites.md")
    tag = {"chosen": note.pk, "tag": "to-read"}
    person.post("/brain/notes/chosen", {**tag, "action": "tag"})
    renewed = FROST.replace("beds", "roots").replace("cold", "winter").replace("Frost bites", "Frost")
    preview = text_of(upload(person, "preview", ("bites.md", renewed)))
    assert "<strong>1</strong> changed" in preview
    assert "Edited here, kept" not in preview
    assert "1 note imported." in import_files(person, ("bites.md", renewed))
    note.refresh_from_db()
    assert (note.title, note.body) == ("Frost", "# Frost\n\nCover the roots.\n")
    assert note.tags == ["winter", "to-read"]
    person.post("/brain/notes/chosen", {**tag, "action": "untag"})
    assert "Nothing would change" in text_of(upload(person, "preview", ("bites.md", renewed)))


def test_a_note_whose_text_was_edited_on_its_page_is_kept(person: Client) -> None:
    import_files(person, ("bites.md", FROST))
    note = Note.objects.get(file="bites.md")
    form = {"title": note.title, "tags": "cold", "body": "Mine.", "version": note.version}
    person.post(f"/brain/notes/{note.pk}/edit", form)
    assert "Edited here, kept: 1" in text_of(
        upload(person, "preview", ("bites.md", FROST.replace("beds", "roots")))
    )


def test_the_preview_shows_the_day_of_each_note(person: Client) -> None:
    letter = "Old Mill\n17 March 2026\n\nDear Ann,\n\nThe wheel turns."
    dated = "---\ndate: 5 May 2026\n---\nThe wheel stands."
    diary = "## 2 March\n\nThe wheel stands.\n\n## 9 March\n\nIt turns."
    files = (("letter.md", letter), ("mill.md", dated), ("wheel 2025.md", diary))
    page = text_of(upload(person, "preview", *files))
    assert 'letter.md <span class="note">17 March 2026 (first lines)</span>' in page
    assert 'mill.md <span class="note">5 May 2026 (front matter)</span>' in page
    assert 'wheel 2025.md <span class="note">9 March 2025 (last entry)</span>' in page

"""The pages that upload skills and entries into a collection of one's own."""

import html
import io
import json
import re
import zipfile
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from quickstart.models import Collection, Entry, Review, Skill
from quickstart.parsing.qa_fields import REQUIRED
from quickstart.tests.factories import make_collection
from quickstart.tests.importing.qa_line_factory import lines, qa
from quickstart.tests.importing.test_import_skills import BAKE, ROLLS

SKILLS, ENTRIES = "/ask/upload/skills", "/ask/upload/entries"


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", html.unescape(response.content.decode()))


def upload(client: Client, url: str, name: str, content: bytes, **fields: str) -> Any:
    form = {
        "uploads": [SimpleUploadedFile(name, content)],
        "action": "preview",
        "collection": "docs",
        **fields,
    }
    return client.post(url, form)


def confirm(client: Client, url: str, preview: Any, **fields: str) -> Any:
    found = re.search(r'name="packed" value="([^"]+)"', preview.content.decode())
    assert found
    return client.post(
        url, {"action": "import", "packed": found[1], "collection": "docs", **fields}, follow=True
    )


def test_a_folder_of_skills(guest: Client) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        made.writestr("skills/skill_bake.md", BAKE)
        made.writestr("skills/skill_rolls.md", ROLLS)
    preview = upload(guest, SKILLS, "skills.zip", target.getvalue())
    assert "<li>skill_bake</li><li>skill_rolls</li>" in text_of(preview)
    assert not Collection.objects.exists()
    assert "2 skills imported." in text_of(confirm(guest, SKILLS, preview))
    assert list(Skill.objects.order_by("pk").values_list("skill_id", "collection__account__username")) == [
        ("skill_bake", "guest"),
        ("skill_rolls", "guest"),
    ]


def test_entries_with_a_fault_in_one_line(guest: Client) -> None:
    content = lines(qa(1), qa(2)).encode() + b"{not json}\n"
    question_1, question_2 = qa(1)["question"], qa(2)["question"]
    place = " › ".join(qa(1)["tree_path"])
    preview = upload(guest, ENTRIES, "qa.jsonl", content)
    page = text_of(preview)
    assert "<code>qa.jsonl, line 3</code>" in page
    assert "Part of this has errors" in page
    assert f'<li>{question_1} <span class="note">{place}</span></li><li>{question_2} <span' in page
    assert "Import the other 2</button>" in page
    mended = upload(guest, ENTRIES, "qa.jsonl", lines(qa(1), qa(2)).encode(), draft="on")
    assert "2 answers imported." in text_of(confirm(guest, ENTRIES, mended, draft="on"))
    assert list(Entry.objects.values_list("review", flat=True)) == [Review.DRAFT, Review.DRAFT]
    changed = upload(guest, ENTRIES, "qa.jsonl", lines(qa(1, answer="Press the button.")).encode())
    assert f'{question_1} <span class="note">answer</span>' in text_of(changed)
    assert "In none of the files, kept: 1" in text_of(changed)


FAQ = "# Ferry\n\n## Times\n\n### How late does it run?\n\nUntil ten.\n\n### Is it open on Sundays?\n\n## News\n"


def test_what_was_read_as_a_question_is_shown_to_be_checked(guest: Client) -> None:
    page = text_of(
        upload(guest, ENTRIES, "FAQ.md", FAQ.replace("## News", "### Storms\n\nThen not.").encode())
    )
    assert re.search(
        r"<details open><summary>Please check: 1</summary><ul> ?<li>FAQ.md, line 11: “Storms” is not", page
    )


def test_a_faq_in_markdown(guest: Client) -> None:
    preview = upload(guest, ENTRIES, "FAQ.md", FAQ.encode())
    page = text_of(preview)
    assert '<li>How late does it run? <span class="note">Ferry › Times</span></li>' in page
    assert "Not read: no question with an answer: 2" in page
    assert "<li>FAQ.md, line 9: “Is it open on Sundays?” has no answer</li>" in page
    assert "<li>FAQ.md, line 11: “News” is no question, and has no text</li>" in page
    assert not Entry.objects.exists()
    assert "1 answer imported." in text_of(confirm(guest, ENTRIES, preview))
    entry = Entry.objects.get()
    assert (entry.question, entry.tree_path, entry.answer) == (
        "How late does it run?",
        ["Ferry", "Times"],
        "Until ten.",
    )


def test_a_markdown_file_without_a_question_changes_nothing(guest: Client) -> None:
    preview = upload(guest, ENTRIES, "FAQ.md", b"# Ferry\n\nIt runs.\n", action="import")
    page = text_of(preview)
    assert "<code>FAQ.md</code> holds no question with an answer below it: a heading" in page
    assert "Nothing can be imported yet" in page
    assert not Collection.objects.exists()


def test_a_skill_is_refused_among_answers_and_taken_among_skills(guest: Client) -> None:
    skill = b"---\nname: pay\ndescription: Pays.\n---\n# Pay\n\n## What is it?\n\nA skill.\n"
    assert "<code>pay.md</code> is a skill" in text_of(upload(guest, ENTRIES, "pay.md", skill))
    assert "1 skill imported." in text_of(confirm(guest, SKILLS, upload(guest, SKILLS, "pay.md", skill)))
    assert not Entry.objects.exists()


@pytest.mark.parametrize("url", [SKILLS, ENTRIES])
def test_a_name_that_is_none_is_an_error_of_its_field(guest: Client, url: str) -> None:
    name = "a.md" if url == SKILLS else "a.jsonl"
    response = upload(
        guest, url, name, BAKE.encode() if url == SKILLS else lines(qa(1)).encode(), collection="!!!"
    )
    assert response.status_code == 422
    assert "is no name for a collection" in text_of(response)


def test_another_account_s_collection_stays_as_it_is(guest: Client, kitchen: Collection) -> None:
    before = kitchen.entries.count()
    preview = upload(guest, ENTRIES, "qa.jsonl", lines(qa(1)).encode(), collection=kitchen.name)
    confirm(guest, ENTRIES, preview, collection=kitchen.name)
    assert kitchen.entries.count() == before
    assert Entry.objects.get(entry_id="qa_1").collection.account.username == "guest"


def offered(client: Client, **query: str) -> str:
    found = re.search(r'name="collection" value="([^"]*)"', client.get(ENTRIES, query).content.decode())
    assert found
    return found[1]


def test_the_collection_that_ships_with_the_site_is_not_offered(person: Client, ann: User) -> None:
    make_collection(ann, name="qastone", shipped_hash="0" * 64)
    assert offered(person) == "mine"
    page = text_of(person.get(ENTRIES))
    assert "A new one is made, which you alone can ask." in page
    for url in ("/ask/entries/", "/ask/skills/"):
        assert 'href="/ask/upload/entries"' in person.get(url).content.decode()
    make_collection(ann, name="pantry")
    make_collection(ann, name="cellar")
    assert offered(person) == "cellar"
    assert offered(person, collection="pantry") == "pantry"
    assert "Yours: cellar, pantry." in text_of(person.get(ENTRIES))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("jars", "It all goes into a new collection, “jars”, which you alone can ask."),
        ("cellar", "It all goes into your collection “cellar”."),
        ("qastone", "It all goes into “qastone”, which is about QA.Stone itself."),
    ],
)
def test_a_preview_says_where_it_goes(person: Client, ann: User, name: str, sentence: str) -> None:
    make_collection(ann, name="qastone", shipped_hash="0" * 64)
    make_collection(ann, name="cellar")
    preview = upload(person, ENTRIES, "qa.jsonl", lines(qa(1)).encode(), collection=name)
    assert sentence in text_of(preview)
    assert Collection.objects.count() == 2


@pytest.mark.parametrize(("url", "list_url"), [(SKILLS, "/ask/skills/"), (ENTRIES, "/ask/entries/")])
def test_an_import_leads_to_its_collection(guest: Client, url: str, list_url: str) -> None:
    preview = upload(
        guest,
        url,
        "one.md" if url == SKILLS else "qa.jsonl",
        (BAKE if url == SKILLS else lines(qa(1))).encode(),
    )
    imported = confirm(guest, url, preview)
    assert imported.redirect_chain[-1][0] == f"{list_url}?collection=docs"
    assert 'href="/ask/?collection=docs"' in imported.content.decode()


def test_a_preview_names_the_files_that_were_read_and_skipped(guest: Client) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        made.writestr("skills/skill_bake.md", BAKE)
        made.writestr("skills/oven.png", b"x")
    preview = upload(guest, SKILLS, "skills.zip", target.getvalue())
    page = text_of(preview)
    assert re.search(r"Files read: 1</summary><ul> ?<li>skills/skill_bake.md</li>", page)
    assert re.search(r"of another kind: 1</summary><ul> ?<li>skills/oven.png</li>", page)
    assert confirm(guest, SKILLS, preview).status_code == 200


def test_anonymous_visitors_are_redirected_to_sign_in(client: Client, db: None) -> None:
    assert (client.get(SKILLS).status_code, client.get(ENTRIES).status_code) == (302, 302)


def example_on(client: Client, url: str, name: str = "upload-example") -> str:
    found = re.search(rf'<code id="{name}">(.*?)</code>', client.get(url).content.decode(), re.S)
    assert found
    return html.unescape(found[1])


def test_the_example_of_an_entry_is_imported_as_it_stands(guest: Client) -> None:
    page = text_of(guest.get(ENTRIES))
    for name in REQUIRED:
        assert f"<dt><code>{name}</code></dt>" in page
    example = example_on(guest, ENTRIES)
    assert set(json.loads(example)) >= set(REQUIRED)
    preview = upload(guest, ENTRIES, "qa.jsonl", example.encode())
    assert "1 answer imported." in text_of(confirm(guest, ENTRIES, preview))
    assert Entry.objects.get().entry_id == json.loads(example)["id"]


def test_the_example_of_a_faq_is_imported_as_it_stands(guest: Client) -> None:
    example = example_on(guest, ENTRIES, "upload-other-example")
    assert "1 answer imported." in text_of(
        confirm(guest, ENTRIES, upload(guest, ENTRIES, "a.md", example.encode()))
    )
    assert Entry.objects.get().tree_path == ["Billing", "Export"]


def test_the_example_of_a_skill_is_imported_as_it_stands(guest: Client) -> None:
    preview = upload(guest, SKILLS, "skill_export_bills.md", example_on(guest, SKILLS).encode())
    assert "1 skill imported." in text_of(confirm(guest, SKILLS, preview))
    skill = Skill.objects.get()
    assert (skill.title, skill.description) == (
        "Export the bills of a month",
        "Gets the bills of a month as a file.",
    )
    assert set(skill.triggers.values_list("text", flat=True)) >= {"export the bills", "download invoices"}


def test_a_command_says_where_it_is_typed(guest: Client) -> None:
    page = text_of(guest.get(ENTRIES))
    typed = page.index(
        "Whoever runs this site types it, at a shell of the site’s machine, in the site’s folder:"
    )
    assert typed < page.index("python manage.py import_qa")
    User.objects.update(is_staff=True)
    assert "At a shell of the site’s machine, in the site’s folder:" in text_of(guest.get(ENTRIES))


def test_a_title_becomes_a_collection_s_name_that_the_preview_says(guest: Client) -> None:
    response = upload(guest, ENTRIES, "qa.jsonl", lines(qa(1)).encode(), collection="Bread & Butter")
    assert "“bread-butter”" in text_of(response)
    assert not Collection.objects.filter(name="bread-butter").exists()

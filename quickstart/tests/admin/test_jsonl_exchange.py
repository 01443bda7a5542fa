"""JSON lines in and out by the admin."""

import re

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from quickstart.models import Collection, Entry, Review
from quickstart.queries.export_entries import export_entries
from quickstart.services.import_entries import import_entries
from quickstart.tests.admin.admin_pages import url
from quickstart.tests.importing.qa_line_factory import lines, qa


def upload(
    staff: Client, collection: Collection, text: str | bytes, name: str = "qa.jsonl", **fields: str
) -> str:
    file = SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)
    body = {"resource": "0", "format": "0", "collection": str(collection.pk), "import_file": file} | fields
    response = staff.post(url("entry", "import"), body)
    assert response.status_code == 200
    return response.content.decode()


def confirmed(staff: Client, page: str) -> str:
    """Confirm the import with the form of the preview."""
    inputs = re.findall(r"<input[^>]*type=\"hidden\"[^>]*>", page)
    found = [(re.search(r'name="([^"]+)"', each), re.search(r'value="([^"]*)"', each)) for each in inputs]
    body = {name[1]: value[1] if value else "" for name, value in found if name}
    return staff.post(url("entry", "process_import"), body, follow=True).content.decode()


def import_rows(collection: Collection, *rows: dict[str, object]) -> None:
    import_entries(account=collection.account, name=collection.name, files={"f": lines(*rows)})


def test_a_preview_then_the_import(staff: Client, collection: Collection) -> None:
    import_rows(collection, qa(1), qa(2), qa(3))
    page = upload(staff, collection, lines(qa(4), qa(1, answer="Ask."), qa(2), qa(2)))
    assert "1 new, 1 changed, 1 unchanged, 1 orphaned, 1 duplicates, 0 invalid" in page
    assert "changed: answer" in page
    assert "qa_3" in page
    assert Entry.objects.count() == 3
    assert "Imported: 1 new, 1 changed, 1 unchanged, 1 orphaned, 1 duplicates." in confirmed(staff, page)
    assert Entry.objects.get(entry_id="qa_1").answer == "Ask."
    assert Entry.history.filter(entry_id="qa_4").get().history_user.username == "root"


def test_a_faq_in_markdown(staff: Client, collection: Collection) -> None:
    page = upload(staff, collection, "## How late?\n\nTen.\n\n## How early?\n", name="FAQ.md")
    assert "1 new, 0 changed" in page
    assert "Not read: FAQ.md, line 5: “How early?” has no answer" in page
    assert "Imported: 1 new" in confirmed(staff, page)
    assert Entry.objects.get().answer == "Ten."


def test_as_drafts(staff: Client, collection: Collection) -> None:
    confirmed(staff, upload(staff, collection, lines(qa(1)), draft="on"))
    assert Entry.objects.get().review == Review.DRAFT


def test_faults_have_their_lines_and_nothing_can_be_confirmed(staff: Client, collection: Collection) -> None:
    page = upload(staff, collection, lines(qa(1)) + "\n" + lines(qa(2, level=9)) + "{")
    for line, reason in ((3, "level: must be from 0 to 4"), (4, "is not JSON")):
        assert re.search(rf"Line number {line}</span>: {reason}", page)
    assert "Confirm import" not in page
    assert not Entry.objects.exists()


def test_edited_entries_stay_unless_overwritten(staff: Client, collection: Collection) -> None:
    import_rows(collection, qa(1))
    Entry.objects.update(answer="Edited.")
    assert "was edited here" in upload(staff, collection, lines(qa(1)))
    confirmed(staff, upload(staff, collection, lines(qa(1)), overwrite="on"))
    assert Entry.objects.get().answer == qa(1)["answer"]


def test_edited_between_preview_and_confirmation(staff: Client, collection: Collection) -> None:
    import_rows(collection, qa(1))
    page = upload(staff, collection, lines(qa(1, answer="New.")))
    Entry.objects.update(answer="Edited.")
    assert "Nothing was imported" in confirmed(staff, page)
    assert Entry.objects.get().answer == "Edited."


def test_no_file_of_text(staff: Client, collection: Collection) -> None:
    file = SimpleUploadedFile("qa.jsonl", b"\xff\xfe")
    body = {"resource": "0", "format": "0", "collection": str(collection.pk), "import_file": file}
    response = staff.post(url("entry", "import"), body)
    assert response.status_code == 200
    assert response.context["form"].errors["import_file"]


def test_export(staff: Client, collection: Collection) -> None:
    import_rows(collection, qa(1, answer="Ünï\u2028x"), qa(2))
    assert staff.get(url("entry", "export")).status_code == 200
    response = staff.post(url("entry", "export"), {"resource": "0", "format": "0"})
    assert response["Content-Disposition"].endswith('.jsonl"')
    assert response.content.decode() == export_entries(collection)


def test_the_import_page(staff: Client, collection: Collection) -> None:
    page = staff.get(url("entry", "import")).content.decode()
    assert "docs (ann)" in page


def test_invalid_utf_8_is_reported_with_its_line(staff: Client, collection: Collection) -> None:
    page = upload(staff, collection, lines(qa(1)).encode() + b"{\xff}\n")
    assert "Line 2 is not UTF-8:" in page
    assert not Entry.objects.exists()

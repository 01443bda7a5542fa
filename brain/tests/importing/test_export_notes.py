"""Notes as a ZIP of Markdown files, from the page, and read back by the import."""

import io
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from audit.models import AuditEntry
from brain.models import Note
from brain.services.import_note_files import NoteImport, import_notes
from brain.services.manage_notes import edit_note
from brain.tests.factories import make_note, new_account

FILES = {
    "sub/mills.md": "---\ntitle: 'Mills: an essay'\ntags: [Eco Systems, web]\nsummary: What they are for.\n"
    "updatedAt: 2024-07-01T08:43:33.622Z\ncreated: 2020-01-02\norder: 3\n---\n\n# Mills\n\nThey grind.\n",
    "tags.md": "---\ntags: #eco #web\ndate: 2021-03-04\n---\n# As its author meant\n\nText.\n",
    "plain.md": "No front matter.\n",
    "rule.md": "---\n\nBegins with a rule.\n\n---\n",
}
WRITTEN: dict[str, dict[str, Any]] = {
    "plain": {"title": "Frost", "body": "# Frost\n\nCover the beds.\n", "tags": ["cold"]},
    "hard": {
        "title": "Yes: no - # 'quoted' \"twice\" \u2026",
        "body": "---\ntitle: Not this\n---\n\nText --- with marks.\n",
        "tags": ["2021", "true", "rück"],
        "description": "null: {a} #b",
    },
    "no name": {"title": "\u2014", "body": "Line one\nline two\n"},
    "a date": {"body": "Text.\n", "dated": datetime(2019, 5, 6, 7, 8, 9, 123456, UTC)},
}


def export(client: Client, account: User) -> dict[str, str]:
    keys = list(Note.objects.filter(account=account).values_list("pk", flat=True))
    response: Any = client.post("/brain/notes/chosen", {"action": "zip", "chosen": keys})
    assert response["Content-Disposition"] == 'attachment; filename="notes.zip"'
    with zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def contents(account: User) -> set[tuple[object, ...]]:
    notes = Note.objects.filter(account=account)
    return {(each.title, each.body, tuple(each.tags), each.description, each.dated) for each in notes}


@pytest.fixture
def browser(account: User) -> Client:
    client = Client()
    client.force_login(account)
    return client


def test_imported_files_come_back_and_change_nothing(account: User, browser: Client) -> None:
    import_notes(account=account, files=FILES)
    dated = Note.objects.get(file="plain.md").dated
    exported = export(browser, account)
    assert exported.keys() == FILES.keys()
    assert "order: 3" in exported["sub/mills.md"]
    assert import_notes(account=account, files=exported).changed == (
        ("plain.md", ("front matter",)), ("rule.md", ("front matter",)), ("tags.md", ("front matter",)),
    )  # fmt: skip
    assert Note.objects.get(file="plain.md").dated == dated
    assert import_notes(account=account, files=export(browser, account)) == NoteImport(
        unchanged=tuple(sorted(FILES))
    )


def test_another_account_gets_the_same_notes(account: User, browser: Client) -> None:
    import_notes(account=account, files=FILES)
    for fields in WRITTEN.values():
        make_note(account, **fields)
    mills = Note.objects.get(file="sub/mills.md")
    edit_note(note=mills, version=1, title="Here", tags=["mine"], description="")
    other = new_account()
    assert len(import_notes(account=other, files=export(browser, account)).new) == len(FILES) + len(WRITTEN)
    assert contents(other) == contents(account)


def test_plain_text_keeps_its_path(account: User, browser: Client) -> None:
    import_notes(account=account, files={"a/crew.txt": "Ann\nBo\n"})
    assert export(browser, account).keys() == {"a/crew.txt"}


def test_a_path_that_leads_elsewhere_is_not_used(account: User, browser: Client) -> None:
    for path in ("../up.md", "/root.md", "a/.hidden/b.md", "c:x.md", "text.rst", ""):
        make_note(account, title="A Note", file=path)
    names = export(browser, account)
    assert all(name.startswith("a-note-") and name.endswith(".md") for name in names)
    assert len(names) == 6


def test_it_is_in_the_audit(account: User, browser: Client) -> None:
    make_note(account)
    export(browser, account)
    entry = AuditEntry.objects.get(action="export")
    assert (entry.subject, entry.account_number, entry.detail) == (
        "notes", account.pk, {"form": "zip", "count": 1},
    )  # fmt: skip

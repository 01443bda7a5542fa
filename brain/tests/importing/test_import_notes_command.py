"""manage.py import_notes."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from brain.models import Note
from brain.services.manage_notes import edit_note
from brain.services.tag_notes import tag_notes
from brain.tests.factories import new_account, vectors_of
from brain.tests.importing.conftest import RunCommand
from core.llm import CouldNotAsk, ErrorKind
from core.llm.model_doubles import FakeEmbedder, use_models

TEXT = "---\ntitle: First\n---\nText.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub" / ".hidden").mkdir(parents=True)
    (tmp_path / "a.md").write_text(TEXT)
    (tmp_path / "sub" / "b.MARKDOWN").write_text("\ufeffSecond.\n")
    (tmp_path / "c.rst").write_text("No note.")
    (tmp_path / "sub" / ".hidden" / "d.md").write_text("Hidden.")
    return tmp_path


def test_counts_then_names_and_vectors(account: User, run: RunCommand, folder: Path) -> None:
    ran = run("import_notes", str(folder))
    assert (ran.status, ran.err) == (0, "")
    counts = (
        "{} new, {} changed, 0 edited here (kept; --overwrite takes the file's), {} not in this folder (kept)"
    )
    assert ran.out == counts.format(2, 0, 0) + ", 0 unchanged.\n\nnew:\n  a.md\n  sub/b.MARKDOWN\n"
    assert vectors_of(account) == {"fake-embedder"}
    assert Note.objects.get(file="sub/b.MARKDOWN").title == "B"
    (folder / "a.md").unlink()
    (folder / "sub" / "b.MARKDOWN").write_text("Second, changed.\n")
    assert run("import_notes", str(folder)).out == (
        counts.format(0, 1, 1) + ", 0 unchanged.\n\nchanged:\n  sub/b.MARKDOWN (body)\n"
        "\nnot in this folder (kept):\n  a.md\n"
    )
    assert vectors_of(account) == {"fake-embedder"}


def test_without_vectors(account: User, run: RunCommand, folder: Path) -> None:
    run("import_notes", str(folder), "--no-embed")
    assert vectors_of(account) == {""}


def test_an_embedder_that_is_away(account: User, run: RunCommand, folder: Path) -> None:
    away = FakeEmbedder()
    away.fail_with = [CouldNotAsk("No answer.", kind=ErrorKind.TIMEOUT, retryable=True)]
    with use_models(embedder=away):
        ran = run("import_notes", str(folder))
    assert (ran.status, "Not everything is embedded yet: No answer." in ran.err) == (0, True)
    assert Note.objects.count() == 2


def test_a_dry_run(account: User, run: RunCommand, folder: Path) -> None:
    ran = run("import_notes", str(folder), "--dry-run")
    assert "2 new" in ran.out
    assert "(a dry run: nothing was written)" in ran.out
    assert not Note.objects.exists()


def test_json(account: User, run: RunCommand, folder: Path) -> None:
    (folder / "a.md").write_text("---\ndate: soon\n---\nText.\n")
    assert json.loads(run("import_notes", str(folder), "--json").out) == {
        "new": ["a.md", "sub/b.MARKDOWN"],
        "days": {},
        "changed": {},
        "unchanged": [],
        "edited": [],
        "missing": [],
        "warnings": [
            {
                "file": "a.md",
                "line": 2,
                "field": "date",
                "reason": "is no date that can be read, and is passed over: 'soon'",
            }
        ],
        "faults": [],
        "skipped": [],
        "dry_run": False,
    }
    (folder / "a.md").write_text(TEXT)
    assert json.loads(run("import_notes", str(folder), "--json").out)["changed"] == {
        "a.md": ["title", "front matter"]
    }


def test_faults_with_their_places(account: User, run: RunCommand, folder: Path) -> None:
    (folder / "a.md").write_text("---\ntitle: a: b\n---\nText.\n")
    ran = run("import_notes", str(folder))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == (
        "a.md, line 2, front matter: is not YAML: mapping values are not allowed here\n"
        "1 at fault: nothing was written. --skip-invalid imports the rest."
    )
    ran = run("import_notes", str(folder), "--json")
    assert (ran.status, json.loads(ran.out)["faults"][0]["line"]) == (1, 2)
    assert not Note.objects.exists()


def test_what_cannot_be_read(account: User, run: RunCommand, folder: Path, tmp_path: Path) -> None:
    ran = run("import_notes", str(folder / "none"))
    assert (ran.status, ran.err) == (2, f"'{folder / 'none'}' does not exist.")
    file = next(path for path in folder.rglob("*") if path.is_file())
    ran = run("import_notes", str(file))
    assert (ran.status, ran.err) == (2, f"'{file}' is no folder: name the one that it is in.")
    (folder / "e.md").write_bytes(b"One.\n\xff\n")
    ran = run("import_notes", str(folder))
    assert (ran.status, "e.md, line 2: not UTF-8" in ran.err) == (1, True)
    (folder / "e.md").write_bytes(b"x" * 1_000_001)
    ran = run("import_notes", str(folder))
    assert (ran.status, "e.md: has 1,000,001 bytes; 1,000,000 are allowed" in ran.err) == (1, True)
    (folder / "e.md").unlink()
    (folder / "e.md").symlink_to(folder / "nowhere")
    ran = run("import_notes", str(folder))
    assert (ran.status, "e.md: No such file or directory" in ran.err) == (1, True)
    assert not Note.objects.exists()
    empty = tmp_path / "empty"
    empty.mkdir()
    ran = run("import_notes", str(empty))
    assert (ran.status, "no file of notes" in ran.err) == (1, True)


def test_what_was_edited_here(account: User, run: RunCommand, folder: Path) -> None:
    run("import_notes", str(folder))
    edit_note(note=Note.objects.get(file="a.md"), version=1, title="Here")
    ran = run("import_notes", str(folder))
    assert "\nedited here (kept; --overwrite takes the file's):\n  a.md\n" in ran.out
    assert Note.objects.get(file="a.md").title == "Here"
    run("import_notes", str(folder), "--overwrite")
    assert Note.objects.get(file="a.md").title == "First"


def test_whose(account: User, run: RunCommand, folder: Path) -> None:
    new_account(username="bob")
    assert run("import_notes", str(folder)).status == 2
    run("import_notes", str(folder), "--account", "bob")
    assert {note.account.username for note in Note.objects.all()} == {"bob"}


def test_a_link_out_of_the_folder_is_never_followed(
    account: User, run: RunCommand, folder: Path, tmp_path: Path
) -> None:
    secret = tmp_path.parent / "secret.txt"
    secret.write_text("root:x:0:0")
    (folder / "e.md").symlink_to(secret)
    (folder / "sub" / "f.md").symlink_to(folder / "a.md")
    ran = run("import_notes", str(folder))
    assert (ran.status, ran.out) == (1, "")
    assert "e.md: is a link that leads out of the folder, and is not followed\n" in ran.err
    assert run("import_notes", str(folder), "--skip-invalid").status == 0
    assert set(Note.objects.values_list("file", flat=True)) == {"a.md", "sub/b.MARKDOWN", "sub/f.md"}
    assert not Note.objects.filter(body__contains="root:").exists()


def make_invalid(folder: Path) -> None:
    (folder / "empty.md").write_text("")
    (folder / "also-empty.md").write_text(" \n")
    (folder / "latin.md").write_bytes("Müller\n".encode("latin-1"))
    (folder / "front.md").write_text("---\ntitle: Alone\n---\n")


def test_all_faults_are_reported_once(account: User, run: RunCommand, folder: Path) -> None:
    make_invalid(folder)
    ran = run("import_notes", str(folder))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        "latin.md, line 1: not UTF-8",
        "is empty (2 times): also-empty.md; empty.md",
        "front.md: has no text behind its front matter",
        "4 at fault: nothing was written. --skip-invalid imports the rest.",
    ]
    assert not Note.objects.exists()


def test_skip_invalid_imports_the_rest(account: User, run: RunCommand, folder: Path) -> None:
    run("import_notes", str(folder))
    (folder / "g.md").write_text("Third.\n")
    (folder / "a.md").write_text("")
    make_invalid(folder)
    ran = run("import_notes", str(folder), "--skip-invalid")
    assert ran.status == 0
    assert "is empty (3 times): a.md; also-empty.md; empty.md" in ran.err
    assert "1 new" in ran.out
    assert "5 at fault (skipped)" in ran.out
    # What is there, and only cannot be read now, is not gone from the folder.
    assert "0 not in this folder (kept)" in ran.out
    assert set(Note.objects.values_list("file", flat=True)) == {"a.md", "g.md", "sub/b.MARKDOWN"}


def test_where_all_are_at_fault_skipping_does_not_pass_for_success(
    account: User, run: RunCommand, tmp_path: Path
) -> None:
    make_invalid(tmp_path)
    ran = run("import_notes", str(tmp_path), "--skip-invalid")
    assert (ran.status, "4 at fault: nothing was written." in ran.err) == (1, True)


def test_a_tagged_note_is_renewed_and_keeps_its_tag(account: User, run: RunCommand, folder: Path) -> None:
    run("import_notes", str(folder))
    note = Note.objects.get(file="a.md")
    assert tag_notes([note], "mine") == [note.pk]
    (folder / "a.md").write_text(TEXT.replace("Text.", "Port 9999.").replace("title: First", "tags: [run]"))
    ran = run("import_notes", str(folder), "--json")
    assert json.loads(ran.out)["changed"] == {"a.md": ["title", "body", "tags", "front matter"]}
    note.refresh_from_db()
    assert (note.title, note.body, note.tags) == ("A", "Port 9999.\n", ["run", "mine"])
    assert json.loads(run("import_notes", str(folder), "--json").out)["unchanged"] == [
        "a.md",
        "sub/b.MARKDOWN",
    ]

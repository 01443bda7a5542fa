"""Files become notes: all of them or nothing, repeatably, without losing local edits."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from brain.models import Chunk, Note, NoteOrigin
from brain.services.import_note_files import NoteImport, import_notes
from brain.services.manage_notes import edit_note
from brain.tests.factories import index, job_of, make_note, new_account, vectors_of
from core.jobs.models import Job, JobState
from core.rest.agent_tokens import new_token

FILE = """---
title: "Mills: an essay"
tags: [Eco Systems, web]
description: >-
  What mills
  are for.
updatedAt: 2024-07-01T08:43:33.622Z
order: 3
---

# Mills

They grind.
"""
PLAIN = "They grind.\n"


def take(account: User, files: Mapping[str, str], **options: Any) -> NoteImport:
    return import_notes(account=account, files=files, **options)


def test_a_file_as_a_note(account: User) -> None:
    assert take(account, {"sub/mills.md": FILE}) == NoteImport(new=("sub/mills.md",))
    note = Note.objects.get()
    assert (note.title, note.body) == ("Mills: an essay", "# Mills\n\nThey grind.\n")
    assert (note.tags, note.description) == (["eco-systems", "web"], "What mills are for.")
    assert (note.account, note.origin, note.file) == (account, NoteOrigin.IMPORTED, "sub/mills.md")
    assert note.dated == datetime(2024, 7, 1, 8, 43, 33, 622_000, UTC)
    assert note.front_matter == {
        "title": "Mills: an essay",
        "tags": ["Eco Systems", "web"],
        "description": "What mills are for.",
        "updatedAt": "2024-07-01T08:43:33.622000+00:00",
        "order": 3,
    }
    assert job_of(note).state == JobState.PENDING
    index(account)
    assert vectors_of(account) == {"fake-embedder"}


def test_again_writes_nothing(account: User) -> None:
    files = {"a.md": FILE, "b.md": PLAIN}
    take(account, files)
    index(account)
    before = list(Note.objects.order_by("file").values())
    assert take(account, files) == NoteImport(unchanged=("a.md", "b.md"))
    assert take(account, {"a.md": FILE.replace("\n", "\r\n"), "b.md": PLAIN}).unchanged == ("a.md", "b.md")
    assert list(Note.objects.order_by("file").values()) == before
    assert vectors_of(account) == {"fake-embedder"}


CHANGES = {
    "title": ("Mills: an", "Mills: another"),
    "body": ("They grind", "They mill"),
    "tags": ("web", "net"),
    "description": ("are for", "do"),
    "front matter": ("order: 3", "order: 4"),
    "date": ("2024-07-01", "2024-07-02"),
}


@pytest.mark.parametrize("field", CHANGES)
def test_a_change_of_a_file(account: User, field: str) -> None:
    take(account, {"a.md": FILE, "b.md": PLAIN})
    index(account)
    result = take(account, {"a.md": FILE.replace(*CHANGES[field]), "b.md": PLAIN})
    (changed,) = result.changed
    assert changed[0] == "a.md"
    assert set(changed[1]) - {"front matter"} == {field} - {"front matter"}
    assert result.unchanged == ("b.md",)
    note = Note.objects.get(file="a.md")
    assert (note.version, job_of(note).state, note.origin) == (2, JobState.PENDING, NoteOrigin.IMPORTED)
    assert take(account, {"a.md": FILE.replace(*CHANGES[field]), "b.md": PLAIN}).changed == ()


def test_a_new_file_is_from_the_day_in_its_title_or_its_name(account: User) -> None:
    files = {
        "journal/2026-03-12.md": PLAIN,
        "b.md": "# Retro of 3 May 2026\n\nGood.\n",
        "2025-01-01.md": FILE,
    }
    take(account, files)
    days = {file: dated.date() for file, dated in Note.objects.values_list("file", "dated")}
    assert days == {
        "journal/2026-03-12.md": date(2026, 3, 12),
        "b.md": date(2026, 5, 3),
        "2025-01-01.md": date(2024, 7, 1),
    }


def test_plain_text_keeps_its_lines(account: User) -> None:
    assert take(account, {"a/crew list.txt": "Ann\nBo\n", "b.md": PLAIN}).new == ("a/crew list.txt", "b.md")
    note = Note.objects.get(file="a/crew list.txt")
    assert (note.title, note.body, note.keeps_lines) == ("Crew list", "Ann\nBo\n", True)
    assert not Note.objects.get(file="b.md").keeps_lines


def test_a_file_without_a_date_keeps_that_of_its_note(account: User) -> None:
    take(account, {"a.md": PLAIN})
    dated = Note.objects.get().dated
    take(account, {"a.md": PLAIN + "More.\n"})
    assert Note.objects.get().dated == dated


def test_notes_missing_from_the_folder_remain_and_are_reported(account: User) -> None:
    take(account, {"a.md": PLAIN, "b.md": PLAIN})
    make_note(account)
    assert take(account, {"b.md": PLAIN}) == NoteImport(unchanged=("b.md",), missing=("a.md",))
    assert Note.objects.count() == 3


def test_local_edits_are_not_overwritten(account: User) -> None:
    take(account, {"a.md": PLAIN})
    edit_note(note=Note.objects.get(), version=1, body="Edited here.\n")
    assert take(account, {"a.md": PLAIN + "More.\n"}) == NoteImport(edited=("a.md",))
    assert Note.objects.get().body == "Edited here.\n"
    assert take(account, {"a.md": PLAIN}, overwrite=True).changed == (("a.md", ("body",)),)
    note = Note.objects.get()
    assert (note.body, note.origin, note.version) == (PLAIN, NoteOrigin.IMPORTED, 3)


def test_an_edit_equal_to_the_file(account: User) -> None:
    take(account, {"a.md": PLAIN})
    edit_note(note=Note.objects.get(), version=1, body="New.\n")
    assert take(account, {"a.md": "New.\n"}).unchanged == ("a.md",)


def test_a_dry_run_reports_and_writes_nothing(account: User) -> None:
    take(account, {"a.md": PLAIN, "b.md": PLAIN})
    files = {"a.md": FILE, "c.md": PLAIN}
    result = take(account, files, dry_run=True)
    assert (result.new, [path for path, _ in result.changed], result.missing) == (
        ("c.md",),
        ["a.md"],
        ("b.md",),
    )
    assert set(Note.objects.values_list("file", "version")) == {("a.md", 1), ("b.md", 1)}
    assert take(account, files) == result


FAULTS = {
    "broken": ("---\ntitle: [a\n---\nText.\n", "line 3, front matter: is not YAML"),
    "empty": (" \n", "bad.md: is empty"),
    "no body": ("---\ntitle: A\n---\n\n", "bad.md: has no text behind its front matter"),
    "too long a title": (f"---\ntitle: {'x' * 301}\n---\nText.\n", "The title has 301 characters"),
    "too many tags": (f"---\ntags: {[f't{n}' for n in range(21)]}\n---\nText.\n", "There are 21 tags"),
    "token": ("---\nauthor: me\n---\nUse TOKEN here.\n", "The file has an agent's token in it: line 4"),
    "token in front matter": ("---\nkey: TOKEN\n---\nText.\n", "line 2"),
    "large": ("x" * 200_000, "The body has 200,001 bytes"),
    "larger": ("x" * 1_000_001, "has 1,000,001 bytes; 1,000,000 are allowed"),
    "binary": ("---\na: !!binary aGk=\n---\nText.\n", "line 1, front matter: holds binary data"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_with_one_fault_nothing_is_written(account: User, name: str) -> None:
    text, reason = FAULTS[name]
    result = take(account, {"good.md": PLAIN, "bad.md": text.replace("TOKEN", new_token())})
    assert [fault.file for fault in result.faults] == ["bad.md"]
    assert reason in str(result.faults[0])
    assert result.new == ()
    assert not Note.objects.exists()


def test_every_fault_is_reported(account: User) -> None:
    result = take(account, {"a.md": "", "b.md": "---\ntitle: {}\n---\n", "x" * 498 + ".md": "# T\n"})
    assert [(fault.file[:4], fault.line) for fault in result.faults] == [
        ("a.md", 0), ("b.md", 2), ("b.md", 0), ("xxxx", 0),
    ]  # fmt: skip


def test_names_of_files(account: User) -> None:
    assert "no file of notes (.md, .markdown, .txt)" in str(take(account, {}).faults[0])
    assert "cannot be shown or stored" in str(take(account, {"a\udcff.md": PLAIN}).faults[0])
    twice = {"e\u0301.md": PLAIN, "\xe9.md": PLAIN}
    assert [str(fault) for fault in take(account, twice).faults] == [
        "\xe9.md: there are two files of this name"
    ]
    take(account, {"sub\\e\u0301.md": PLAIN})
    assert take(account, {"sub/\xe9.md": PLAIN}).unchanged == ("sub/\xe9.md",)


def test_a_date_that_cannot_be_read_is_a_warning(account: User) -> None:
    text = "---\nupdated: someday\ncreated: 2024-07-01\n---\nText.\n"
    result = take(account, {"a.md": text})
    assert [str(each) for each in result.warnings] == [
        "a.md, line 2, updated: is no date that can be read, and is passed over: 'someday'"
    ]
    assert Note.objects.get().dated == datetime(2024, 7, 1, tzinfo=UTC)


def test_a_field_that_cannot_be_read_is_told_once(account: User) -> None:
    files = {
        f"{name}.md": f"---\ndate: in the {name}\n---\nText.\n" for name in ("autumn", "spring", "winter")
    }
    assert [str(each) for each in take(account, files).warnings] == [
        "autumn.md, line 2, date: is no date that can be read, and is passed over: 'in the autumn', and in 2 more"
    ]


def test_notes_of_the_demonstration_are_not_missing(account: User) -> None:
    take(account, {"demo/a.md": PLAIN, "own/b.md": PLAIN})
    Note.objects.filter(file="demo/a.md").update(is_demo=True)
    assert take(account, {"c.md": PLAIN}, dry_run=True).missing == ("own/b.md",)
    # One that is uploaded again is compared like any other.
    assert take(account, {"demo/a.md": FILE}, dry_run=True).changed[0][0] == "demo/a.md"


def test_accounts_have_their_own(account: User) -> None:
    other = new_account()
    take(other, {"a.md": FILE})
    assert take(account, {"a.md": PLAIN}) == NoteImport(new=("a.md",))
    assert take(account, {"b.md": PLAIN}).missing == ("a.md",)
    assert Note.objects.get(account=other).title == "Mills: an essay"


@pytest.mark.parametrize("count", [1, 3])
def test_many_are_written_in_as_many_queries(account: User, count: int) -> None:
    with CaptureQueriesContext(connection) as queries:
        take(account, {f"{n}.md": FILE for n in range(count)})
    statements = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
    assert len(statements) == 5, statements
    assert Chunk.objects.count() == count


def test_a_new_and_a_changed_note_each_have_a_job(account: User) -> None:
    take(account, {"a.md": PLAIN})
    Job.objects.all().delete()
    take(account, {"a.md": PLAIN + "More.\n", "b.md": PLAIN})
    assert {job_of(note).state for note in Note.objects.all()} == {JobState.PENDING}


def test_a_tag_given_here_is_no_edit_of_the_text(account: User) -> None:
    take(account, {"a.md": FILE})
    edit_note(note=Note.objects.get(), version=1, tags=["eco-systems", "web", "to-read"])
    assert take(account, {"a.md": FILE}) == NoteImport(unchanged=("a.md",))
    changed = FILE.replace("They grind", "They mill").replace("web]", "net]")
    assert take(account, {"a.md": changed}).edited == ()
    note = Note.objects.get()
    assert (note.body, note.origin) == ("# Mills\n\nThey mill.\n", NoteOrigin.IMPORTED)
    assert note.tags == ["eco-systems", "net", "to-read"]
    assert take(account, {"a.md": changed}) == NoteImport(unchanged=("a.md",))


def test_a_tag_of_the_file_that_was_taken_off_here_stays_off(account: User) -> None:
    take(account, {"a.md": FILE})
    edit_note(note=Note.objects.get(), version=1, tags=["web"])
    assert take(account, {"a.md": FILE}).unchanged == ("a.md",)
    take(account, {"a.md": FILE.replace("They grind", "They mill")})
    assert Note.objects.get().tags == ["web"]


def test_an_edited_note_keeps_its_tags_when_its_file_overwrites_it(account: User) -> None:
    take(account, {"a.md": FILE})
    edit_note(note=Note.objects.get(), version=1, body="Here.\n", tags=["eco-systems", "web", "mine"])
    assert take(account, {"a.md": FILE.replace("web", "net")}).edited == ("a.md",)
    assert Note.objects.get().tags == ["eco-systems", "web", "mine"]
    take(account, {"a.md": FILE.replace("web", "net")}, overwrite=True)
    note = Note.objects.get()
    assert (note.body, note.tags) == ("# Mills\n\nThey grind.\n", ["eco-systems", "net", "mine"])


def test_as_many_tags_as_a_note_can_have(account: User) -> None:
    take(account, {"a.md": PLAIN})
    edit_note(note=Note.objects.get(), version=1, tags=["mine"])
    full = f"---\ntags: {[f't{n}' for n in range(20)]}\n---\nText.\n"
    take(account, {"a.md": full})
    assert len(Note.objects.get().tags) == 20
    assert take(account, {"a.md": full}).unchanged == ("a.md",)


def test_the_day_of_its_text_dates_a_note_that_had_none(account: User) -> None:
    take(account, {"letter.md": "The wheel turns.\n"})
    assert not Note.objects.get().has_own_day
    letter = "Old Mill\n17 March 2026\n\nDear Ann,\n\nThe wheel turns.\n"
    assert take(account, {"letter.md": letter}).changed == (("letter.md", ("body", "date")),)
    note = Note.objects.get()
    assert (str(note.own_day), note.has_own_day) == ("2026-03-17", True)
    assert take(account, {"letter.md": letter}).unchanged == ("letter.md",)
    # A day that was given stays, whatever the text says.
    take(account, {"letter.md": letter.replace("17 March", "18 March")})
    assert str(Note.objects.get().own_day) == "2026-03-17"

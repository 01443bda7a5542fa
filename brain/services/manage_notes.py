"""Create, edit and delete notes. Words find them at once; vectors are made by the row's job."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from audit.services import record_deletion
from brain.exceptions import NoteChanged, NoteNotFound
from brain.models import EMBED_NOTE, Note, NoteOrigin
from brain.services.note_content import NoteContent, first_dated, validate_note
from brain.services.store_chunks import replace_chunks
from core.jobs.request_jobs import request_jobs
from core.rest.idempotency_records import erase_answers


def create_note(
    *,
    account: User,
    title: str,
    body: str,
    tags: Iterable[str] = (),
    origin: NoteOrigin = NoteOrigin.WRITTEN,
    sources: Iterable[Mapping[str, Any]] = (),
    description: str = "",
    dated: datetime | None = None,
) -> Note:
    """Store a Markdown text as a note. `sources`: the citations of a saved answer (Note.sources). `dated` None: the
    day that it gives itself, else now.

    Tags may be in any spelling ("#Eco Systems"). Raises InvalidNote, NoteTooLarge, TokenInContent.
    """
    draft = validate_note(title=title, body=body, tags=tags, description=description, dated=dated)
    note = Note(account=account, origin=origin, sources=[dict(source) for source in sources])
    if origin is NoteOrigin.WRITTEN:
        note.dated = first_dated(draft.title, draft.body) or note.dated
    draft.apply_to(note)
    with transaction.atomic():
        note.save(force_insert=True)
        replace_chunks(note)
        request_jobs([note], EMBED_NOTE)
    return note


def edit_note(
    *,
    note: Note,
    version: int,
    title: str | None = None,
    body: str | None = None,
    tags: Iterable[str] | None = None,
    description: str | None = None,
    dated: datetime | None = None,
) -> Note:
    """Change the given fields; None leaves a field unchanged. Returns the stored note.

    `version` is the one that the editor read. An edit without changes writes nothing. An imported note becomes, once
    edited, a written one: the next import of its file leaves it alone. Tags alone are no edit in this sense.

    Raises NoteChanged, NoteNotFound, InvalidNote, NoteTooLarge, TokenInContent.
    """
    with transaction.atomic():
        row = _lock_note(note)
        _refuse_old_version(row, version)
        draft = validate_note(
            title=row.title if title is None else title,
            body=row.body if body is None else body,
            tags=row.tags if tags is None else tags,
            description=row.description if description is None else description,
            dated=dated or row.dated,
        )
        stored = NoteContent(row.title, row.body, tuple(row.tags), row.description, row.dated)
        if draft != stored:
            if row.origin == NoteOrigin.IMPORTED and replace(draft, tags=stored.tags) != stored:
                row.origin = NoteOrigin.WRITTEN
            store_edit(row, draft)
            request_jobs([row], EMBED_NOTE)
    return row


def store_edit(row: Note, draft: NoteContent) -> None:
    """Store an edit and its new chunks, still without vectors. Call while the row is locked, then request its job."""
    draft.apply_to(row)
    row.version += 1
    row.updated = timezone.now()
    row.save(
        update_fields=[
            *("title", "body", "description", "tags", "tokens", "version", "updated"),
            *("origin", "front_matter", "dated", "file_tags"),
        ]
    )
    replace_chunks(row)


@transaction.atomic
def delete_note(*, note: Note, version: int | None = None) -> None:
    """Delete it for good. Answers that cited it remain, with their excerpts. `version`: the one that was read; None:
    whichever it has. Raises NoteChanged, or NoteNotFound if it is already gone.
    """
    _delete(note, version)
    record_deletion("note", [note.pk], account=note.account_id)


@transaction.atomic
def delete_notes(*, account: User, notes: Iterable[Note]) -> int:
    """The same for several notes of the account, as one entry of the audit. Returns how many were still there."""
    deleted = []
    for note in notes:
        with suppress(NoteNotFound):
            _delete(note)
            deleted.append(note.pk)
    record_deletion("note", deleted, account=account.pk)
    return len(deleted)


def _delete(note: Note, version: int | None = None) -> None:
    row = _lock_note(note)
    _refuse_old_version(row, version)
    row.delete()
    erase_answers(account_id=note.account_id, names=[note.pk])


def _refuse_old_version(row: Note, version: int | None) -> None:
    if version is not None and version != row.version:
        raise NoteChanged(_version_conflict_message(version, row.version), version=row.version)


def _version_conflict_message(read: int, current: int) -> str:
    if read > current:
        reason = f"There is no version {read} of this note: its latest is {current}."
    else:
        reason = f"This note was edited since it was read: version {read} is now {current}."
    return f"{reason} Nothing was written. Read it again, and make the change there."


def _lock_note(note: Note) -> Note:
    row = Note.objects.select_for_update(of=("self",)).filter(account_id=note.account_id, pk=note.pk).first()
    if row is None:
        raise NoteNotFound(f"There is no note {note.pk!r}.")
    return row

"""Notes are written, edited and deleted. Words find them at once; their vectors come with the job that the row is."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from brain.exceptions import NoteChanged, NoteNotFound
from brain.models import Note, Origin
from brain.services.chunks import replace_chunks
from brain.services.drafts import Draft, checked
from brain.services.embedding import EMBED_NOTE
from jobs.nudge import nudge_on_commit
from rest.keeping import forget_answers


def create_note(
    *,
    account: User,
    title: str,
    body: str,
    tags: Iterable[str] = (),
    origin: Origin = Origin.WRITTEN,
    sources: Iterable[Mapping[str, Any]] = (),
    description: str = "",
) -> Note:
    """Store a Markdown text as a note. `sources`: what a saved answer cited (Note.sources).

    Tags are taken in any spelling ("#Eco Systems") and stored in one. Raises InvalidNote, NoteTooLarge,
    TokenInContent.
    """
    draft = checked(title=title, body=body, tags=tags, description=description)
    note = Note(account=account, origin=origin, sources=[dict(source) for source in sources])
    draft.put_into(note)
    with transaction.atomic():
        note.save(force_insert=True)
        replace_chunks(note)
        nudge_on_commit(EMBED_NOTE, note.pk)
    return note


def edit_note(
    *,
    note: Note,
    version: int,
    title: str | None = None,
    body: str | None = None,
    tags: Iterable[str] | None = None,
    description: str | None = None,
) -> Note:
    """Change what is told; None leaves a field as it is. Returns the note as it is now.

    `version` is the one that the editor has read. What changes nothing writes nothing. An imported note is, once
    edited, one that was written here: the next import of its file keeps it.
    Raises NoteChanged, NoteNotFound, InvalidNote, NoteTooLarge, TokenInContent.
    """
    with transaction.atomic():
        row = _locked(note)
        if row.version != version:
            raise NoteChanged(_other_version(version, row.version), version=row.version)
        draft = checked(
            title=row.title if title is None else title,
            body=row.body if body is None else body,
            tags=row.tags if tags is None else tags,
            description=row.description if description is None else description,
        )
        if draft != Draft(row.title, row.body, tuple(row.tags), row.description):
            if row.origin == Origin.IMPORTED:
                row.origin = Origin.WRITTEN
            rewrite(row, draft)
            nudge_on_commit(EMBED_NOTE, row.pk)
    return row


def rewrite(row: Note, draft: Draft) -> None:
    """Store an edit with its chunks, whose vectors are to be made. Call while the row is locked; announce it."""
    draft.put_into(row)
    row.version += 1
    row.updated = timezone.now()
    row.save(
        update_fields=[
            *("title", "body", "description", "tags", "tokens", "version", "updated"),
            *("origin", "front_matter", "dated"),
        ]
    )
    replace_chunks(row)
    # A worker that embeds the old text loses its lease.
    row.restart()


@transaction.atomic
def delete_note(*, note: Note) -> None:
    """Delete it for good. Answers that cited it stay, with what they quoted. Raises NoteNotFound when it has gone."""
    _locked(note).delete()
    forget_answers(account_id=note.account_id, names=[note.pk])


def _other_version(read: int, there: int) -> str:
    if read > there:
        said = f"There is no version {read} of this note: its latest is {there}."
    else:
        said = f"This note was edited since it was read: version {read} is now {there}."
    return f"{said} Nothing was written. Read it again, and make the change there."


def _locked(note: Note) -> Note:
    row = Note.objects.select_for_update(of=("self",)).filter(account_id=note.account_id, pk=note.pk).first()
    if row is None:
        raise NoteNotFound(f"There is no note {note.pk!r}.")
    return row

"""A folder of Markdown files is taken in as notes: all of it or nothing, and nothing that was edited here is lost."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from brain.exceptions import InvalidNote, NoteTooLarge
from brain.models import Chunk, Note, Origin
from brain.models.notes import MAX_FILE
from brain.reading.note_files import NoteFile, UnreadableNoteError, read_note
from brain.services.chunks import chunk_rows
from brain.services.drafts import Draft, checked
from brain.services.embedding import EMBED_NOTE
from brain.services.notes import rewrite
from jobs.nudge import nudge_all_on_commit
from rest.tokens import TokenInContent, refuse_tokens
from texts.faults import Fault

WRITTEN_AT_ONCE = 500


@dataclass(frozen=True)
class Imported:
    """What an import did, or, with a fault or in a dry run, would do. Paths within the folder, in their order."""

    new: tuple[str, ...] = ()
    changed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """With the names of the fields that differ."""
    unchanged: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    """Edited here since they were imported, and not what the file says: kept as they are, unless overwritten."""
    missing: tuple[str, ...] = ()
    """Imported earlier, and not in the folder: they are kept."""
    warnings: tuple[Fault, ...] = ()
    faults: tuple[Fault, ...] = ()
    """With one of these nothing was written, and the groups are empty."""
    skipped: tuple[Fault, ...] = ()
    """What was wrong with files that were passed over, as was asked for."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A file as it was read, and as it is to be stored."""

    file: NoteFile
    draft: Draft


def import_notes(
    *,
    account: User,
    files: Mapping[str, str],
    unreadable: Sequence[Fault] = (),
    dry_run: bool = False,
    overwrite: bool = False,
    skip_invalid: bool = False,
) -> Imported:
    """Take Markdown files (paths within their folder to texts) in as notes of the account.

    A note is known by its path. All or nothing, and safe to repeat: what says the same is not written. A note that was
    edited here is kept, with `overwrite` it is the file's again. `unreadable`: faults of further files, which had no
    text. `skip_invalid`: files at fault are passed over, unless all are.
    """
    read, found = _read(files)
    faults = [*unreadable, *found]
    if not files and not unreadable:
        faults.append(Fault("", 0, "", "the folder holds no Markdown file (*.md, *.markdown)"))
    warnings = tuple(warning for each in read.values() for warning in each.file.warnings)
    if faults and not (skip_invalid and read):
        return Imported(warnings=warnings, faults=tuple(faults))
    with transaction.atomic():
        # Two imports of one account wait for each other. Foreign keys need only KEY SHARE.
        User.objects.select_for_update(no_key=True).get(pk=account.pk)
        # Until the end: what is compared here must still be so when it is written.
        held = Note.objects.filter(account=account).exclude(file="").order_by("pk")
        rows = {row.file: row for row in held.select_for_update(of=("self",))}
        compared = _Compared(rows, read, overwrite=overwrite)
        if not dry_run:
            _write(account, compared)
    return Imported(
        new=tuple(compared.new),
        changed=tuple(compared.changed.items()),
        unchanged=tuple(compared.unchanged),
        edited=tuple(compared.edited),
        missing=tuple(sorted(rows.keys() - read.keys() - {fault.file for fault in faults})),
        warnings=warnings,
        skipped=tuple(faults),
    )


def _read(files: Mapping[str, str]) -> tuple[dict[str, _Read], list[Fault]]:
    read: dict[str, _Read] = {}
    faults: list[Fault] = []
    for given, text in sorted(files.items()):
        # Some file systems keep an accent apart from its letter: the path is the same.
        path = normalize("NFC", given.replace("\\", "/"))
        try:
            if unfit := list(_faults_of(path, read)):
                faults += unfit
                continue
            # Of the whole file: front matter is kept, too.
            refuse_tokens(text, where="file")
            note = read_note(path, text)
            read[path] = _Read(note, _draft(note))
        except UnreadableNoteError as error:
            faults += error.faults
        except (InvalidNote, NoteTooLarge, TokenInContent) as error:
            faults.append(Fault(path, 0, "", error.message))
    return read, faults


def _faults_of(path: str, read: Mapping[str, _Read]) -> Iterator[Fault]:
    if not path.isprintable():
        yield Fault(ascii(path), 0, "", "the name holds characters that cannot be shown or stored: rename it")
    if len(path) > MAX_FILE:
        yield Fault(path, 0, "", f"the path has {len(path):,} characters; {MAX_FILE:,} are allowed")
    if path in read:
        yield Fault(path, 0, "", "there are two files of this name")


def _draft(note: NoteFile) -> Draft:
    return checked(title=note.title, body=note.body, tags=note.tags, description=note.description)


class _Compared:
    """The imported notes of an account beside the files of a folder, both by path."""

    def __init__(self, rows: Mapping[str, Note], read: Mapping[str, _Read], *, overwrite: bool) -> None:
        self.rows, self.read = rows, read
        self.new = [path for path in read if path not in rows]
        self.changed: dict[str, tuple[str, ...]] = {}
        self.unchanged: list[str] = []
        self.edited: list[str] = []
        for path in read.keys() & rows.keys():
            differing = tuple(_differing(rows[path], read[path]))
            if not differing:
                self.unchanged.append(path)
            elif rows[path].origin != Origin.IMPORTED and not overwrite:
                self.edited.append(path)
            else:
                self.changed[path] = differing
        self.changed = dict(sorted(self.changed.items()))
        self.unchanged.sort()
        self.edited.sort()


def _differing(row: Note, read: _Read) -> Iterator[str]:
    if row.title != read.draft.title:
        yield "title"
    if row.body != read.draft.body:
        yield "body"
    if tuple(row.tags) != read.draft.tags:
        yield "tags"
    if row.description != read.draft.description:
        yield "description"
    if row.front_matter != read.file.front_matter:
        yield "front matter"
    # A file without a date leaves the note's as it is.
    if read.file.dated is not None and row.dated != read.file.dated:
        yield "date"


def _write(account: User, compared: _Compared) -> None:
    now = timezone.now()
    new = []
    for path in compared.new:
        note = Note(account=account, file=path, updated=now, dated=now)
        _put_in(note, compared.read[path])
        compared.read[path].draft.put_into(note)
        new.append(note)
    Note.objects.bulk_create(new, batch_size=WRITTEN_AT_ONCE)
    chunks = (chunk for note in new for chunk in chunk_rows(note))
    Chunk.objects.bulk_create(chunks, batch_size=WRITTEN_AT_ONCE)
    changed = [compared.rows[path] for path in compared.changed]
    for row in changed:
        _put_in(row, compared.read[row.file])
        rewrite(row, compared.read[row.file].draft)
    nudge_all_on_commit(EMBED_NOTE, [row.pk for row in (*new, *changed)])


def _put_in(note: Note, read: _Read) -> None:
    note.origin, note.front_matter = Origin.IMPORTED, dict(read.file.front_matter)
    note.dated = read.file.dated or note.dated

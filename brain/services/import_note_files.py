"""Import a folder of files as notes: all of it or nothing, and without losing local edits."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from unicodedata import normalize

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from brain.exceptions import InvalidNote, NoteTooLarge
from brain.models import EMBED_NOTE, Chunk, Note, NoteOrigin
from brain.models.notes import MAX_FILE
from brain.parsing.parse_note import SUFFIXES, NoteFile, UnreadableNoteError, read_note
from brain.services.manage_notes import store_edit
from brain.services.note_content import MAX_TAGS, NoteContent, OwnDay, own_day, validate_note
from brain.services.store_chunks import chunk_rows
from core.jobs.request_jobs import request_jobs
from core.rest.agent_tokens import TokenInContent, refuse_tokens
from core.text.file_faults import Fault

BATCH_SIZE = 500


@dataclass(frozen=True)
class NoteImport:
    """What an import did or, after a fault or in a dry run, would do. Paths within the folder, in order."""

    new: tuple[str, ...] = ()
    changed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """With the names of the fields that differ."""
    unchanged: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    """Edited locally since their import and different from the file; they stay unless overwritten."""
    missing: tuple[str, ...] = ()
    """Imported earlier, but not in the folder; they are not deleted. Without the demonstration's."""
    warnings: tuple[Fault, ...] = ()
    days: tuple[tuple[str, OwnDay], ...] = field(default=(), compare=False)
    """Of the new ones that give a day of their own."""
    faults: tuple[Fault, ...] = ()
    """If there are any, nothing was written, and the groups are empty."""
    skipped: tuple[Fault, ...] = ()
    """Faults of the files that `skip_invalid` left out."""


@dataclass(frozen=True, slots=True)
class _ParsedFile:
    """A parsed file, and its content to be stored."""

    file: NoteFile
    draft: NoteContent
    day: OwnDay | None
    """None: the file gives none."""


def import_notes(
    *,
    account: User,
    files: Mapping[str, str],
    unreadable: Sequence[Fault] = (),
    dry_run: bool = False,
    overwrite: bool = False,
    skip_invalid: bool = False,
) -> NoteImport:
    """Import files (paths within their folder to texts) as notes of the account.

    Notes are matched by path. All or nothing, and safe to repeat: an unchanged file writes nothing. A note that was
    edited locally keeps its text unless `overwrite`; tags that were given or taken off locally stay so in any case.
    `unreadable`: faults of further files that could not be read.
    `skip_invalid`: files with faults are skipped, unless all have some.
    """
    parsed, found = _parse_files(files)
    faults = [*unreadable, *found]
    if not files and not unreadable:
        faults.append(Fault("", 0, "", f"the folder holds no file of notes ({', '.join(SUFFIXES)})"))
    warnings = _by_field(warning for each in parsed.values() for warning in each.file.warnings)
    if faults and not (skip_invalid and parsed):
        return NoteImport(warnings=warnings, faults=tuple(faults))
    with transaction.atomic():
        # Two imports of one account wait for each other. Foreign keys need only KEY SHARE.
        User.objects.select_for_update(no_key=True).get(pk=account.pk)
        # Locked until the end: what is compared here must still be so when it is written.
        imported = Note.objects.filter(account=account).exclude(file="").order_by("pk")
        rows = {row.file: row for row in imported.select_for_update(of=("self",))}
        own = {path for path, row in rows.items() if not row.is_demo}
        comparison = _NoteComparison(rows, parsed, overwrite=overwrite)
        if not dry_run:
            _write(account, comparison)
    return NoteImport(
        new=tuple(comparison.new),
        days=tuple((path, day) for path in comparison.new if (day := parsed[path].day)),
        changed=tuple(comparison.changed.items()),
        unchanged=tuple(comparison.unchanged),
        edited=tuple(comparison.edited),
        missing=tuple(sorted(own - parsed.keys() - {fault.file for fault in faults})),
        warnings=warnings,
        skipped=tuple(faults),
    )


def _parse_files(files: Mapping[str, str]) -> tuple[dict[str, _ParsedFile], list[Fault]]:
    parsed: dict[str, _ParsedFile] = {}
    faults: list[Fault] = []
    for raw_path, text in sorted(files.items()):
        # Some file systems store an accent apart from its letter: the path is the same.
        path = normalize("NFC", raw_path.replace("\\", "/"))
        try:
            if path_faults := list(_faults_of(path, parsed)):
                faults += path_faults
                continue
            # In the whole file: front matter is stored, too.
            refuse_tokens(text, where="file")
            note = read_note(path, text)
            parsed[path] = _ParsedFile(note, _draft(note), own_day(note))
        except UnreadableNoteError as error:
            faults += error.faults
        except (InvalidNote, NoteTooLarge, TokenInContent) as error:
            faults.append(Fault(path, 0, "", error.message))
    return parsed, faults


def _by_field(warnings: Iterable[Fault]) -> tuple[Fault, ...]:
    """One for each field: of many files it would be said many times."""
    groups: dict[str, list[Fault]] = {}
    for each in warnings:
        groups.setdefault(each.field, []).append(each)
    return tuple(
        replace(first, reason=f"{first.reason}, and in {len(others):,} more") if others else first
        for first, *others in groups.values()
    )


def _faults_of(path: str, parsed: Mapping[str, _ParsedFile]) -> Iterator[Fault]:
    if not path.isprintable():
        yield Fault(ascii(path), 0, "", "the name holds characters that cannot be shown or stored: rename it")
    if len(path) > MAX_FILE:
        yield Fault(path, 0, "", f"the path has {len(path):,} characters; {MAX_FILE:,} are allowed")
    if path in parsed:
        yield Fault(path, 0, "", "there are two files of this name")


def _draft(note: NoteFile) -> NoteContent:
    return validate_note(title=note.title, body=note.body, tags=note.tags, description=note.description)


class _NoteComparison:
    """The imported notes of an account and the files of a folder, both by path."""

    def __init__(
        self, rows: Mapping[str, Note], parsed: Mapping[str, _ParsedFile], *, overwrite: bool
    ) -> None:
        self.rows, self.parsed = rows, parsed
        self.new = [path for path in parsed if path not in rows]
        self.drafts: dict[str, NoteContent] = {}
        self.changed: dict[str, tuple[str, ...]] = {}
        self.unchanged: list[str] = []
        self.edited: list[str] = []
        for path in parsed.keys() & rows.keys():
            self.drafts[path] = replace(parsed[path].draft, tags=_merge_tags(rows[path], parsed[path].draft))
            changed_fields = tuple(_changed_fields(rows[path], parsed[path], self.drafts[path]))
            if not changed_fields:
                self.unchanged.append(path)
            elif rows[path].origin != NoteOrigin.IMPORTED and not overwrite:
                self.edited.append(path)
            else:
                self.changed[path] = changed_fields
        self.changed = dict(sorted(self.changed.items()))
        self.unchanged.sort()
        self.edited.sort()


def _merge_tags(row: Note, draft: NoteContent) -> tuple[str, ...]:
    """The file's tags without those that were taken off here, then those that were given here, as far as there is
    room.
    """
    taken_off = set(row.file_tags) - set(row.tags)
    given = [tag for tag in row.tags if tag not in (*row.file_tags, *draft.tags)]
    return (*(tag for tag in draft.tags if tag not in taken_off), *given)[:MAX_TAGS]


def _changed_fields(row: Note, parsed: _ParsedFile, draft: NoteContent) -> Iterator[str]:
    if row.title != draft.title:
        yield "title"
    if row.body != draft.body:
        yield "body"
    if tuple(row.tags) != draft.tags:
        yield "tags"
    if row.description != draft.description:
        yield "description"
    if row.front_matter != parsed.file.front_matter:
        yield "front matter"
    if _day_of(row, parsed) != row.dated:
        yield "date"


def _day_of(row: Note, parsed: _ParsedFile) -> datetime:
    """Front matter dates a note anew; what is read from the text only one that had no day of its own."""
    is_dated = parsed.day and (parsed.file.dated or not row.has_own_day)
    return parsed.day.moment if parsed.day and is_dated else row.dated


def _write(account: User, comparison: _NoteComparison) -> None:
    now = timezone.now()
    new = []
    for path in comparison.new:
        draft = comparison.parsed[path].draft
        note = Note(account=account, file=path, updated=now, created=now, dated=now)
        _apply_file_fields(note, comparison.parsed[path])
        draft.apply_to(note)
        new.append(note)
    Note.objects.bulk_create(new, batch_size=BATCH_SIZE)
    chunks = (chunk for note in new for chunk in chunk_rows(note))
    Chunk.objects.bulk_create(chunks, batch_size=BATCH_SIZE)
    changed = [comparison.rows[path] for path in comparison.changed]
    for row in changed:
        _apply_file_fields(row, comparison.parsed[row.file])
        store_edit(row, comparison.drafts[row.file])
    request_jobs([*new, *changed], EMBED_NOTE)


def _apply_file_fields(note: Note, parsed: _ParsedFile) -> None:
    note.origin, note.front_matter = NoteOrigin.IMPORTED, dict(parsed.file.front_matter)
    note.file_tags = list(parsed.draft.tags)
    note.dated = _day_of(note, parsed)

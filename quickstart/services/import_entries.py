"""Import Q&A files into a collection: all of them or nothing, and never overwriting local edits silently."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from core.text.file_faults import Fault
from quickstart.models import Collection, Entry, Review
from quickstart.parsing.entry_diff import diff_entries
from quickstart.parsing.faq_entries import as_in_faq, with_what_stays
from quickstart.parsing.misspelt_fields import misspelt_fields
from quickstart.parsing.parsed_content import ParsedEntry
from quickstart.parsing.qa_files import read_files
from quickstart.parsing.question_ids import is_markdown
from quickstart.queries.export_entries import as_parsed_entry, fingerprint, with_variants
from quickstart.queries.known_questions import known_questions
from quickstart.queries.unknown_references import unknown_references
from quickstart.services.change_collection import changing, open_locked
from quickstart.services.index_texts import write_texts
from quickstart.services.stored_json import as_stored
from quickstart.services.write_entry_rows import create_rows, reorder_rows, too_long, update_rows

REASON_CHARACTERS = 100
"""As many as simple_history stores of a reason."""


@dataclass(frozen=True)
class EntryImportResult:
    """What an import did or, after a fault or in a dry run, would do. Ids in the order of the files."""

    new: tuple[str, ...] = ()
    changed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """With the names of the fields that differ."""
    unchanged: tuple[str, ...] = ()
    orphaned: tuple[str, ...] = ()
    """In the collection, in none of the files; they are not deleted."""
    duplicates: tuple[Fault, ...] = ()
    """Entries that occur twice and say the same: imported once."""
    warnings: tuple[Fault, ...] = ()
    """References to what does not exist, and fields that resemble known ones."""
    faults: tuple[Fault, ...] = ()
    """If there are any, nothing was written, and the four groups are empty."""
    skipped: tuple[Fault, ...] = ()
    """Faults of the entries that `skip_invalid` left out."""
    unread: tuple[Fault, ...] = ()
    """What of a FAQ in Markdown is no question with an answer."""
    questions: Mapping[str, str] = field(default_factory=dict)
    """Of all of these entries, by their ids."""
    places: Mapping[str, str] = field(default_factory=dict)
    """In the tree, of the entries of the files."""


def import_entries(
    *,
    account: User,
    name: str,
    files: Mapping[str, str],
    unreadable: Sequence[Fault] = (),
    dry_run: bool = False,
    overwrite: bool = False,
    skip_invalid: bool = False,
    review: Review = Review.PUBLISHED,
) -> EntryImportResult:
    """Import the entries of files (names to texts) into the account's collection: JSON lines, and FAQs in Markdown.

    Of an account's export those of the collection of this name; all, if it has one. With a fault, or in a dry run,
    nothing is written, no new collection either. Safe to repeat. New and changed entries get `review`; a retired one
    stays retired. An entry edited here since its import is a fault, unless `overwrite`; what a FAQ cannot say of it
    stays. `unreadable`: of further files. `skip_invalid`: entries with faults are skipped, unless all are. Raises
    InvalidCollection, CollectionNotFound.
    """
    with transaction.atomic():
        collection = open_locked(account=account, name=name)
        parsed = read_files(files.items(), collection=name, known=known_questions(collection))
        compared = _compare(collection, parsed.entries)
        unfit = list(compared.faults(overwrite=overwrite))
        faults = (*unreadable, *parsed.faults, *unfit)
        fit = compared.without(_ids_at(unfit, parsed.entries))
        if faults and not (skip_invalid and fit.entries):
            transaction.set_rollback(True)
            return EntryImportResult(duplicates=parsed.duplicates, faults=faults, unread=parsed.unread)
        warnings = (*parsed.warnings, *fit.warnings(collection))
        if dry_run:
            transaction.set_rollback(True)
        else:
            _write(collection, fit, review, _reason(files))
    return replace(
        fit.result(),
        orphaned=tuple(key for key in compared.diff.orphaned if key not in parsed.refused),
        duplicates=parsed.duplicates,
        warnings=warnings,
        skipped=faults,
        unread=parsed.unread,
    )


def _ids_at(places: Iterable[Fault], entries: Iterable[ParsedEntry]) -> set[str]:
    """The entries that stand where these faults are."""
    lines = {(fault.file, fault.line) for fault in places}
    return {entry.id for entry in entries if (entry.file, entry.line) in lines}


def _reason(files: Mapping[str, str]) -> str:
    return f"imported from {', '.join(files)}"[:REASON_CHARACTERS]


class _EntryComparison:
    """Rows of a collection and the entries of the files, both by id: `read` as a file says them, `entries` as they
    will be.
    """

    def __init__(self, rows: Mapping[str, Entry], read: Mapping[str, ParsedEntry]) -> None:
        self.rows, self.read = rows, read
        self.before = {entry_id: as_parsed_entry(row) for entry_id, row in rows.items()}
        self.entries = {key: with_what_stays(entry, self.before.get(key)) for key, entry in read.items()}
        self.diff = diff_entries(self.before, self.entries)

    def without(self, skipped: Set[str]) -> "_EntryComparison":
        read = {key: entry for key, entry in self.read.items() if key not in skipped}
        return _EntryComparison(self.rows, read) if skipped else self

    def warnings(self, collection: Collection) -> Iterator[Fault]:
        """Of what the files say. Call it before that is written."""
        yield from misspelt_fields(self.read.values())
        yield from unknown_references(collection, self.read.values())

    def result(self) -> EntryImportResult:
        """Without what only the files tell: what was skipped or not read."""
        rows, entries = self.rows.items(), self.entries.items()
        return EntryImportResult(
            new=self.diff.new,
            changed=self.diff.changed,
            unchanged=self.diff.unchanged,
            questions={key: row.question for key, row in rows}
            | {key: entry.question for key, entry in entries},
            places={key: " › ".join(entry.tree_path) for key, entry in entries},
        )

    def faults(self, *, overwrite: bool) -> Iterator[Fault]:
        for entry in self.entries.values():
            for name, reason in too_long(entry):
                yield Fault(entry.file, entry.line, name, reason)
        if not overwrite:
            yield from self._edited()

    def _edited(self) -> Iterator[Fault]:
        for entry_id, fields in self.diff.changed.items():
            entry, before = self.entries[entry_id], self.before[entry_id]
            # What a FAQ cannot say may have been edited: it stays.
            unedited = (before, as_in_faq(before)) if is_markdown(entry.file) else (before,)
            if self.rows[entry_id].imported_hash in map(fingerprint, unedited):
                continue
            reason = (
                f"{entry_id!r} was edited here since it was imported, and says something else"
                f" ({', '.join(fields)}): export the collection and merge, or overwrite it"
            )
            yield Fault(entry.file, entry.line, "id", reason)


def _compare(collection: Collection, parsed: Iterable[ParsedEntry]) -> _EntryComparison:
    rows = {row.entry_id: row for row in with_variants(collection.entries.all())}
    return _EntryComparison(
        rows, {entry.id: replace(entry, extra=as_stored(entry.extra)) for entry in parsed}
    )


def _write(collection: Collection, compared: _EntryComparison, review: Review, reason: str) -> None:
    found, now = compared.diff, timezone.now()
    order = {entry_id: number for number, entry_id in enumerate((*compared.entries, *found.orphaned))}
    reorder_rows(compared.rows.values(), order, compared.entries)
    if not found.new and not found.changed:
        return
    new = [compared.entries[entry_id] for entry_id in found.new]
    changed = [(compared.rows[key], compared.entries[key], names) for key, names in found.changed.items()]
    with changing(collection) as locked:
        rows = create_rows(locked, new, order=order, review=review, now=now, reason=reason)
        rows += update_rows(changed, review=review, now=now, reason=reason)
        write_texts(entries=rows)
